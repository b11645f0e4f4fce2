import { expect, test } from 'vitest'
import { forgetReads, noteRead, storeBy, storedRead } from './storedReads.ts'

const collect = () => {
  const stored: string[] = []
  storeBy((path) => void stored.push(path))
  return stored
}

test('(R411) the reads of the home page and the table of a league are stored, including those before storing begins', () => {
  noteRead('/api/user', '{}')
  const stored = collect()
  for (const path of [
    '/api/teams',
    '/api/fixtures',
    '/api/fixtures/current',
    '/api/fixtures?gameweek=13',
    '/api/predictions',
    '/api/predictions?limit=100&offset=100',
    '/api/user/leagues?standing=true',
    '/api/leagues/7?limit=50&offset=0&recent=true',
  ])
    noteRead(path, '{}')
  expect(stored).toHaveLength(9)
})

test('(R411) picks, boards and chats of others are not stored, nor anything of an administrator', () => {
  const stored = collect()
  for (const path of [
    '/api/leaderboard?limit=100&offset=0',
    '/api/leagues/7/picks?gameweek=13&limit=50&offset=0',
    '/api/leagues/7/messages?limit=50',
    '/api/players/9',
    '/api/fixtures/12/picks',
    '/api/shared-predictions',
    '/api/user/export',
    '/api/admin/users',
  ])
    noteRead(path, '{}')
  expect(stored).toEqual([])
})

test('(R414) after a sign-out nothing is written by the former session', () => {
  const stored = collect()
  forgetReads()
  noteRead('/api/user', '{}')
  expect(stored).toEqual([])
})

test('a read that is not stored fails with its own error', async () => {
  await expect(storedRead('/api/news', new TypeError('Failed to fetch'))).rejects.toThrow('Failed to fetch')
})
