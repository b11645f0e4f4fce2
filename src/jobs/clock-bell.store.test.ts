import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { createClockBell } from './clock-bell.ts'
import type { Job } from './jobs.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let bell: Job
let rung: (readonly number[])[]

beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create table read.fixtures (id int, status text, cutoff timestamptz, kickoff timestamptz, started_at timestamptz);
    insert into read.fixtures values
      (1, 'scheduled', '2026-08-15T13:55Z', '2026-08-15T14:00Z', null),
      (2, 'scheduled', '2026-08-15T16:25Z', '2026-08-15T16:30Z', null),
      (3, 'finished', '2026-08-15T13:55Z', '2026-08-15T14:00Z', null),
      (4, 'postponed', null, null, null),
      (5, 'scheduled', '2026-08-15T11:00Z', '2026-08-16T14:00Z', '2026-08-15T11:00Z')`)
})

afterAll(() => database.drop())

beforeEach(() => {
  rung = []
  bell = createClockBell({
    db: database.db,
    announce: async (changes) => void rung.push(...changes.map((change) => change.ids)),
  })
})

test('rings for the matches whose cutoff, kickoff or end of live has passed since the last run, each moment once', async () => {
  await bell.run('2026-08-15T13:54:58.000Z')
  expect(rung).toEqual([])
  await bell.run('2026-08-15T13:55:00.000Z')
  await bell.run('2026-08-15T13:55:05.000Z')
  expect(rung).toEqual([[1]])
  await bell.run('2026-08-15T13:59:59.000Z')
  await bell.run('2026-08-15T14:00:04.000Z')
  expect(rung).toEqual([[1], [1, 5]])
  await bell.run('2026-08-15T16:30:00.000Z')
  await bell.run('2026-08-15T17:00:00.000Z')
  expect(rung.slice(2)).toEqual([[2], [1]])
})

test('the first run after a takeover rings for what passed meanwhile, and for nothing older', async () => {
  await bell.run('2026-08-15T14:30:00.000Z')
  expect(rung).toEqual([])
  await createClockBell({
    db: database.db,
    announce: async (changes) => void rung.push(...changes.map((change) => change.ids)),
  }).run('2026-08-15T16:25:10.000Z')
  expect(rung).toEqual([[2]])
})

test('a ring that was not delivered is repeated in the next run', async () => {
  let fails = true
  const failing = createClockBell({
    db: database.db,
    announce: async (changes) => {
      if (fails) throw new Error('away')
      rung.push(...changes.map((change) => change.ids))
    },
  })
  await failing.run('2026-08-15T13:54:58.000Z')
  await expect(failing.run('2026-08-15T13:55:01.000Z')).rejects.toThrow('away')
  fails = false
  await failing.run('2026-08-15T13:55:06.000Z')
  expect(rung).toEqual([[1]])
})
