import { describe, expect, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import { type AchievementCommand, achievement } from './achievement-decider.ts'
import type { AchievementEvent } from './events.ts'

const streak = {
  ...{ userId: 17, achievementId: 'streak-master', name: 'Streak Master', points: 20 },
  ...{ season: '2024-25', earnedBy: 'result of Arsenal v Chelsea' },
}
type Unlock = Extract<AchievementCommand, { type: 'unlock' }>

const unlock = (over: Partial<Unlock> = {}): Unlock => ({ type: 'unlock', ...streak, ...over })
const revoke: AchievementCommand = { type: 'revoke', lostBy: 'its correction', reason: 'The result was corrected' }

const unlocked = (over: Partial<typeof streak> = {}): AchievementEvent => ({
  type: 'AchievementUnlocked',
  data: { ...streak, ...over },
})
const { earnedBy: _, ...had } = streak
const revoked = (over: Partial<typeof had> = {}): AchievementEvent => ({
  type: 'AchievementRevoked',
  data: { ...had, ...over, lostBy: 'its correction', reason: 'The result was corrected' },
})

describe('an achievement of a player', () => {
  test('is unlocked with its points and the event that earned it', () => {
    given(achievement).when(unlock()).then([unlocked()])
  })

  test('is unlocked once, even if it is earned again: nothing is credited twice', () => {
    given(achievement, [unlocked()]).when(unlock()).then([])
    given(achievement, [unlocked()])
      .when(unlock({ earnedBy: 'another result', points: 50 }))
      .then([])
  })

  test('cannot be revoked from a player who does not have it', () => {
    given(achievement).when(revoke).then([])
  })

  test('is revoked with the event and the reason', () => {
    given(achievement, [unlocked()]).when(revoke).then([revoked()])
  })

  test('is revoked once', () => {
    given(achievement, [unlocked(), revoked()]).when(revoke).then([])
  })

  test('debits the credited points in the season where they were booked, even if the catalogue has changed', () => {
    const then = { points: 35, season: '2023-24', name: 'Streaker' }
    given(achievement, [unlocked(then)])
      .when(revoke)
      .then([revoked(then)])
  })

  test('is unlocked again for current points when its cause returns', () => {
    const again = { points: 25, earnedBy: 'the second correction' }
    given(achievement, [unlocked(), revoked()])
      .when(unlock(again))
      .then([unlocked(again)])
    given(achievement, [unlocked(), revoked(), unlocked(again)])
      .when(revoke)
      .then([revoked({ points: 25 })])
  })

  test('without points is unlocked and revoked like any other', () => {
    given(achievement)
      .when(unlock({ points: 0 }))
      .then([unlocked({ points: 0 })])
    given(achievement, [unlocked({ points: 0 })])
      .when(revoke)
      .then([revoked({ points: 0 })])
  })

  test('credits and debits add up to zero after any history that ends without it', () => {
    const commands = [unlock(), unlock({ points: 7 }), revoke, revoke, unlock({ points: 7 }), unlock(), revoke]
    const events: AchievementEvent[] = []
    for (const command of commands) {
      const { outcome } = given(achievement, [...events]).when(command)
      events.push(...(outcome as readonly AchievementEvent[]))
    }
    const booked = events.map(({ type, data }) => (type === 'AchievementUnlocked' ? data.points : -data.points))
    expect(booked).toEqual([20, -20, 7, -7])
  })
})
