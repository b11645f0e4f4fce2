import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { reasonsOf } from './reasons.ts'
import type { Loss } from './tables.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await sql`create table read.teams (id integer, short_name text)`.execute(database.db)
  await sql`create table read.fixtures (id integer, home_team_id integer, away_team_id integer)`.execute(database.db)
  await sql`insert into read.teams values (1, 'Everton'), (2, 'Liverpool'), (3, 'Arsenal')`.execute(database.db)
  await sql`insert into read.fixtures values (15, 1, 2), (16, 3, 1)`.execute(database.db)
})
afterAll(() => database?.drop())

const loss = (type: string, fixtureId: number | null = null): Loss => ({
  ...{ event: 'e', type, fixtureId, at: '2025-02-12T21:30:00.000Z' },
})
const reasonFor = async (lost: Loss): Promise<string> => (await reasonsOf(database.db, [lost]))(lost)

/** Every match event that can revoke an achievement. */
const sentences: Record<
  Exclude<FixtureEvent['type'], 'MatchStarted' | 'MatchScoreChanged' | 'FeedResultNoted'>,
  string
> = {
  FixtureScheduled: 'Everton v Liverpool was added to its gameweek',
  FixtureRescheduled: 'Everton v Liverpool has a new date',
  FixtureMovedToGameweek: 'Everton v Liverpool moved to another gameweek',
  FixturePostponed: 'Everton v Liverpool was postponed',
  MatchFinished: 'Everton v Liverpool finished, and you no longer qualify',
  MatchResultCorrected: 'The result of Everton v Liverpool was corrected',
  ResultLifted: 'The result of Everton v Liverpool no longer counts',
  MatchAbandoned: 'Everton v Liverpool was abandoned',
  MatchAwarded: 'Everton v Liverpool was awarded',
  FixtureCancelled: 'Everton v Liverpool was cancelled',
}

test.each(Object.entries(sentences))('%s names its match', async (type, sentence) => {
  expect(await reasonFor(loss(type, 15))).toBe(sentence)
})

test('each of several losses names its own match', async () => {
  const losses = [loss('FixtureCancelled', 15), loss('MatchAwarded', 16), loss('PrizeBooked')]
  const reason = await reasonsOf(database.db, losses)
  expect(losses.map(reason)).toEqual([
    'Everton v Liverpool was cancelled',
    'Arsenal v Everton was awarded',
    'The final table of a competition changed',
  ])
})

test('a changed rule without an event has its own sentence', async () => {
  expect((await reasonsOf(database.db, []))(null)).toBe('The rule for this achievement has changed')
})

test('other events, and unknown matches, have a general sentence', async () => {
  const general = 'You no longer qualify'
  expect(await reasonFor(loss('SomethingElse'))).toBe(general)
  expect(await reasonFor(loss('MatchResultCorrected', 99))).toBe(general)
})
