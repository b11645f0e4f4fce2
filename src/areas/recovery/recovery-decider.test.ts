import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { RecoveryEvent } from './events.ts'
import { recoveryDecider } from './recovery-decider.ts'

const userId = 7
const changed = (email: string | null, version: number): RecoveryEvent => ({
  type: 'EmailChanged',
  data: { userId, email, version },
})
const confirmed = (version: number): RecoveryEvent => ({ type: 'EmailConfirmed', data: { userId, version } })
const requested: RecoveryEvent = { type: 'AdminResetRequested', data: { userId, reason: 'lost it' } }
const closed = (how: 'reset' | 'dismissed'): RecoveryEvent => ({ type: 'AdminResetClosed', data: { userId, how } })

describe('an e-mail address (R111)', () => {
  const change = (email: string | null) => ({ type: 'change-email', userId, email }) as const
  const confirm = (version: number) => ({ type: 'confirm-email', userId, version }) as const

  test('is recorded, with a new version for each change', () => {
    given(recoveryDecider)
      .when(change('ada@example.org'))
      .then([changed('ada@example.org', 1)])
    given(recoveryDecider, [changed('ada@example.org', 1)])
      .when(change('a@example.org'))
      .then([changed('a@example.org', 2)])
  })
  test('entered again causes another mail until it is confirmed', () => {
    const before = [changed('ada@example.org', 1)]
    given(recoveryDecider, before)
      .when(change('ada@example.org'))
      .then([changed('ada@example.org', 2)])
    given(recoveryDecider, [...before, confirmed(1)])
      .when(change('ada@example.org'))
      .then([])
  })
  test('is removed only once', () => {
    given(recoveryDecider, [changed('ada@example.org', 1)])
      .when(change(null))
      .then([changed(null, 2)])
    given(recoveryDecider, [changed('ada@example.org', 1), changed(null, 2)])
      .when(change(null))
      .then([])
  })
  test('is confirmed only by the mail of its own version', () => {
    const before = [changed('ada@example.org', 1), changed('bo@example.org', 2)]
    given(recoveryDecider, before)
      .when(confirm(2))
      .then([confirmed(2)])
    given(recoveryDecider, before).when(confirm(1)).then(rejected('another-email'))
    given(recoveryDecider, [...before, confirmed(2)])
      .when(confirm(2))
      .then([])
  })
  test('that is missing or erased cannot be confirmed', () => {
    given(recoveryDecider).when(confirm(0)).then(rejected('another-email'))
    given(recoveryDecider, [changed(null, 1)])
      .when(confirm(1))
      .then(rejected('another-email'))
  })
})

test('the state has the latest of each fact', () => {
  const initial = { email: null, version: 0, isConfirmed: false, question: null, isRequested: false }
  const asked: RecoveryEvent = { type: 'SecurityQuestionChanged', data: { userId, question: 'First ground?' } }
  const events = [changed('ada@example.org', 1), confirmed(1), asked, requested]
  const all = {
    ...{ email: 'ada@example.org', version: 1, isConfirmed: true },
    ...{ question: 'First ground?', isRequested: true },
  }
  expect(given(recoveryDecider).state).toEqual(initial)
  expect(given(recoveryDecider, events).state).toEqual(all)
  expect(given(recoveryDecider, [...events, closed('reset')]).state).toEqual({ ...all, isRequested: false })
})

describe('a security question', () => {
  const set = (question: string | null): RecoveryEvent => ({
    type: 'SecurityQuestionChanged',
    data: { userId, question },
  })
  const change = (question: string | null) => ({ type: 'change-question', userId, question }) as const

  test('is recorded, even if only its answer changes', () => {
    given(recoveryDecider)
      .when(change('First ground?'))
      .then([set('First ground?')])
    given(recoveryDecider, [set('First ground?')])
      .when(change('First ground?'))
      .then([set('First ground?')])
  })
  test('is removed only once', () => {
    given(recoveryDecider, [set('First ground?')])
      .when(change(null))
      .then([set(null)])
    given(recoveryDecider).when(change(null)).then([])
  })
})

describe('a request to the administrators (R114)', () => {
  const request = { type: 'request-reset', userId, reason: 'lost it' } as const
  test('is open only once per player', () => {
    given(recoveryDecider).when(request).then([requested])
    given(recoveryDecider, [requested]).when(request).then([])
    given(recoveryDecider, [requested, closed('dismissed')])
      .when(request)
      .then([requested])
  })
  test('is closed by a new password or by an administrator', () => {
    for (const how of ['reset', 'dismissed'] as const)
      given(recoveryDecider, [requested])
        .when({ type: 'close-request', userId, how })
        .then([closed(how)])
    given(recoveryDecider).when({ type: 'close-request', userId, how: 'dismissed' }).then(rejected('no-request'))
  })
})
