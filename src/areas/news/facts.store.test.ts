import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { gameweekFacts } from './facts.ts'
import { ofGameweek } from './stories.ts'

const SEASON = '2024-25'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  for (const table of [
    'settled_gameweeks (season text, gameweek smallint, settled_at timestamptz, last_kickoff timestamptz, ranked boolean)',
    'histograms (season text, gameweek smallint, points integer, players integer)',
    'gameweek_rows (season text, gameweek smallint, user_id integer, points integer, exact integer, accuracy real)',
    'rank_snapshots (season text, gameweek smallint, user_id integer, rank integer)',
  ])
    await sql.raw(`create table read.${table}`).execute(db)
  await sql`insert into read.settled_gameweeks
    select ${SEASON}, gameweek, '2024-09-01', '2024-09-01', true from generate_series(1, 4) gameweek`.execute(db)
  // Rows of deleted players have the negative id: 2 and 3 have left.
  await sql`insert into read.rank_snapshots select ${SEASON}, gameweek, user_id, rank from (values
    (1, 1, 2), (1, -2, 1), (1, -3, 3),
    (2, 1, 1), (2, -2, 1), (2, -3, 3),
    (3, 1, 2), (3, -2, 3), (3, -3, 1),
    (4, 1, 1), (4, -2, 3), (4, -3, 2)) as board (gameweek, user_id, rank)`.execute(db)
})
afterAll(() => database?.drop())

test('a new leader is alone only if no deleted player shares the first rank of the published board (R493)', async () => {
  const gameweeks = await gameweekFacts(database.db, SEASON)
  const leads = gameweeks.flatMap((facts) => ofGameweek(SEASON, facts, [])).filter(({ slug }) => slug.endsWith('-lead'))
  expect(leads.map(({ facts }) => facts && { players: facts.players, story: facts.story })).toEqual([
    null,
    null,
    null,
    { players: [1], story: { kind: 'lead', from: 2, before: 3 } },
  ])
})
