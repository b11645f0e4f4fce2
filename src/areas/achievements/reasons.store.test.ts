import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { reasonsOf } from './reasons.ts'
import type { Loss } from './tables.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await sql`create table read.teams (id integer, name text)`.execute(database.db)
  await sql`create table read.fixtures (id integer, home_team_id integer, away_team_id integer)`.execute(database.db)
  await sql`insert into read.teams values (1, 'Everton'), (2, 'Liverpool'), (3, 'Arsenal')`.execute(database.db)
  await sql`insert into read.fixtures values (15, 1, 2), (16, 3, 1)`.execute(database.db)
})
afterAll(() => database?.drop())

const loss = (type: string, fixtureId: number | null = null): Loss => ({
  ...{ event: 'e', type, fixtureId, at: '2025-02-12T21:30:00.000Z' },
})
const reasonFor = async (lost: Loss): Promise<string> => (await reasonsOf(database.db, [lost]))(lost)

/** Everything that can happen to a match and take something away. */
const sentences: Record<Exclude<FixtureEvent['type'], 'MatchStarted' | 'FeedResultNoted'>, string> = {
  FixtureScheduled: 'Everton v Liverpool was added to its gameweek',
  FixtureRescheduled: 'Everton v Liverpool was given another date',
  FixtureMovedToGameweek: 'Everton v Liverpool was moved to another gameweek',
  FixturePostponed: 'Everton v Liverpool was postponed',
  MatchFinished: 'The result of Everton v Liverpool came in and changed what it was earned by',
  MatchResultCorrected: 'The result of Everton v Liverpool was corrected',
  ResultLifted: 'The result of Everton v Liverpool was lifted',
  MatchAbandoned: 'Everton v Liverpool was abandoned',
  MatchAwarded: 'Everton v Liverpool was awarded',
  FixtureCancelled: 'Everton v Liverpool was cancelled',
}

test.each(Object.entries(sentences))('%s is told with its match', async (type, sentence) => {
  expect(await reasonFor(loss(type, 15))).toBe(sentence)
})

test('each of many is told with its own match', async () => {
  const losses = [loss('FixtureCancelled', 15), loss('MatchAwarded', 16), loss('PrizeBooked')]
  const reason = await reasonsOf(database.db, losses)
  expect(losses.map(reason)).toEqual([
    'Everton v Liverpool was cancelled',
    'Arsenal v Everton was awarded',
    'The places of a competition were corrected',
  ])
})

test('a changed rule is no event, and is told as that', async () => {
  expect((await reasonsOf(database.db, []))(null)).toBe('The achievement is earned in another way now')
})

test('what has no sentence of its own, or a match that is not known here yet, is told plainly', async () => {
  const plainly = 'What it was earned by does not hold any more'
  expect(await reasonFor(loss('SomethingElse'))).toBe(plainly)
  expect(await reasonFor(loss('MatchResultCorrected', 99))).toBe(plainly)
})
