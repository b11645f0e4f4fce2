import { describe, expect, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import type { NotificationSettingsEvent } from './events.ts'
import { notificationSettingsDecider } from './settings-decider.ts'

const userId = 7
const muted = (...kinds: NotificationSettingsEvent['data']['kinds']): NotificationSettingsEvent => ({
  type: 'NotificationsMuted',
  data: { userId, kinds },
})

describe('notification settings', () => {
  test('nothing is muted at first', () => {
    expect(notificationSettingsDecider.initialState).toEqual({ muted: [] })
    given(notificationSettingsDecider).when({ userId, kinds: [] }).then([])
  })

  test('the event contains the complete list, each kind once and in a fixed order', () => {
    given(notificationSettingsDecider)
      .when({ userId, kinds: ['league', 'gameweek', 'league'] })
      .then([muted('gameweek', 'league')])
    given(notificationSettingsDecider, [muted('gameweek', 'league')])
      .when({ userId, kinds: ['gameweek'] })
      .then([muted('gameweek')])
  })

  test('the same list again changes nothing', () => {
    given(notificationSettingsDecider, [muted('gameweek', 'league')])
      .when({ userId, kinds: ['league', 'gameweek'] })
      .then([])
  })

  test('an empty list unmutes everything', () => {
    const after = given(notificationSettingsDecider, [muted('prize')]).when({ userId, kinds: [] })
    after.then([muted()])
    expect(after.thenState()).toEqual({ muted: [] })
  })
})
