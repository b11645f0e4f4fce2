import { expect, test } from 'vitest'
import { splitLockouts, unlocksIn } from './lockouts.ts'

const record = (ip: string, isCurrentlyLocked: boolean, remainingLockTimeMinutes: number, lastAttempt: string) => ({
  ip,
  failedAttempts: 5,
  isCurrentlyLocked,
  remainingLockTimeMinutes,
  lastAttempt,
})

test.each([
  [15, 'Unlocks in: 15 minutes'],
  [1, 'Unlocks in: 1 minute'],
  [0, 'Unlocked'],
  [-2, 'Unlocked'],
])('a lock with %i minutes left reads "%s"', (minutes, text) => {
  expect(unlocksIn(minutes)).toBe(text)
})

test('locked addresses are ordered soonest first, unlocked ones latest first', () => {
  const { locked, unlocked } = splitLockouts([
    record('10.0.0.1', true, 12, '2026-11-21T12:00:00Z'),
    record('10.0.0.2', false, 0, '2026-11-21T10:00:00Z'),
    record('10.0.0.3', true, 3, '2026-11-21T11:50:00Z'),
    record('10.0.0.4', false, 0, '2026-11-21T11:00:00Z'),
  ])
  expect(locked.map(({ ip }) => ip)).toEqual(['10.0.0.3', '10.0.0.1'])
  expect(unlocked.map(({ ip }) => ip)).toEqual(['10.0.0.4', '10.0.0.2'])
})
