import { expect, test } from 'vitest'
import type { RetroactiveStatus } from '../../../../src/areas/achievements/contract.ts'
import { isOver, isUnderWay, outcomeOf, progressOf, unlisted, waitingText } from './retroactive.ts'

test('the outcome names total unlocked and users affected, one of them in the singular', () => {
  expect(outcomeOf(12, 5)).toBe('12 achievements unlocked for 5 players')
  expect(outcomeOf(1, 1)).toBe('1 achievement unlocked for 1 player')
  expect(outcomeOf(1200, 1)).toBe('1,200 achievements unlocked for 1 player')
  expect(outcomeOf(0, 0)).toBe('0 achievements unlocked for 0 players')
})

test('pending unlocks have a text', () => {
  expect(waitingText({ achievements: 3, users: 2 })).toBe('3 achievements ready for 2 players.')
  expect(waitingText({ achievements: 1, users: 1 })).toBe('1 achievement ready for 1 player.')
  expect(waitingText({ achievements: 0, users: 0 })).toBe('Nothing to unlock.')
})

test('a bar is full only when all is done, and empty if the total is unknown', () => {
  expect(progressOf({ done: 1200, total: 4800 })).toEqual({ percent: 25, text: '1,200 of 4,800' })
  expect(progressOf({ done: 999, total: 1000 }).percent).toBe(99)
  expect(progressOf({ done: 1000, total: 1000 }).percent).toBe(100)
  expect(progressOf({ done: 1200, total: null })).toEqual({ percent: 0, text: '1,200' })
  expect(progressOf({ done: 0, total: 0 }).percent).toBe(100)
})

test('the status is polled while the history is folded or a run is active', () => {
  const idle: RetroactiveStatus = { folding: null, waiting: { achievements: 0, users: 0 }, run: null }
  const run = { orderedAt: '2026-11-21T12:00:00.000Z', only: null, total: 9, done: 9, users: 3 }
  expect(isUnderWay(undefined)).toBe(false)
  expect(isUnderWay(idle)).toBe(false)
  expect(isUnderWay({ ...idle, folding: { done: 1, total: null } })).toBe(true)
  expect(isUnderWay({ ...idle, run: { ...run, state: 'running' } })).toBe(true)
  expect(isUnderWay({ ...idle, run: { ...run, state: 'completed' } })).toBe(false)
})

test('players omitted from a report are counted', () => {
  const result = { userId: 1, username: 'nia', unlockedCount: 1, achievements: [] }
  const report = { dryRun: true, state: 'completed' as const, totalUnlocked: 5, achievements: [] }
  expect(unlisted({ ...report, usersAffected: 3, results: [result] })).toBe(2)
  expect(unlisted({ ...report, usersAffected: 1, results: [result] })).toBe(0)
})

test('a run is over once completed, or once another one is reported', () => {
  const run = {
    orderedAt: '2026-11-21T12:00:00.000Z',
    only: null,
    total: 9,
    done: 3,
    users: 3,
    state: 'running',
  } as const
  expect(isOver(run, run)).toBe(false)
  expect(isOver({ total: 9, users: 3 }, run)).toBe(false)
  expect(isOver(run, { ...run, done: 9, state: 'completed' })).toBe(true)
  expect(isOver(run, { ...run, orderedAt: '2026-11-21T12:00:01.000Z' })).toBe(true)
})
