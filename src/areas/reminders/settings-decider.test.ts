import { expect, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import type { ReminderSettings } from './contract.ts'
import type { ReminderEvent } from './events.ts'
import { reminderSettingsDecider } from './settings-decider.ts'

const userId = 7
const first: ReminderSettings = { mail: false, when: 'day', timeZone: null, pushDeclined: false }
const changed = (changes: Partial<ReminderSettings>): ReminderEvent => ({
  type: 'ReminderSettingsChanged',
  data: { userId, ...first, ...changes },
})

test('R373: nobody has agreed to mails at first', () => {
  expect(given(reminderSettingsDecider).state).toEqual(first)
})

test.each([{ mail: true }, { when: 'late' }, { timeZone: 'Australia/Sydney' }, { pushDeclined: true }] as const)(
  '%j changes this field only, once',
  (change) => {
    given(reminderSettingsDecider)
      .when({ userId, ...change })
      .then([changed(change)])
    given(reminderSettingsDecider, [changed(change)])
      .when({ userId, ...change })
      .then([])
    given(reminderSettingsDecider, [changed(change)])
      .when({ userId, when: 'evening' })
      .then([changed({ ...change, when: 'evening' })])
  },
)

test('a choice can be taken back', () => {
  given(reminderSettingsDecider, [changed({ mail: true, pushDeclined: true })])
    .when({ userId, mail: false, pushDeclined: false })
    .then([changed({})])
})
