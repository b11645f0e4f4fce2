import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { createWraps } from './wrap.ts'

// Two league mates and a stranger over twelve of 38 gameweeks with one match each. The reader (1) predicts Ars 2-1 Bou every time.
const SEASON = '2024-25'
const RESULTS = ['2-1', '2-1', '3-0', '0-0', '0-1', '1-1', '2-2', '0-2', '1-3', '0-0', '2-0', '1-0']
/** Points of the reader: 15 and 15 for exact scores, 5 for the other home wins. */
const OWN = [15, 15, 5, 0, 0, 0, 0, 0, 0, 0, 5, 5]
/** Points of the league mate, who takes the lead in gameweek 4. */
const MATE = [0, 15, 15, 15, 0, 0, 0, 0, 0, 0, 0, 5]

let database: Awaited<ReturnType<typeof testDatabase>>
let wrapOf: ReturnType<typeof createWraps>
let version = 0
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  for (const table of [
    'people (id bigint, username text, display_name text, profile_image text)',
    'teams (id integer, name text, short_name text, code text, field text, band text, letters text)',
    'fixtures (id integer, season text, gameweek smallint, kickoff timestamptz, home_team_id integer, away_team_id integer)',
    'predictions (user_id integer, fixture_id integer, season text, gameweek smallint, result text, home_score smallint, away_score smallint, points integer, verdict text)',
    'pick_counts (fixture_id integer, result text, home_score smallint, away_score smallint, picks integer)',
    'settled_gameweeks (season text, gameweek smallint)',
    'histograms (season text, gameweek smallint, points integer, players integer)',
    'totals (season text, user_id integer, match_points integer, settled integer)',
    'gameweek_rows (season text, gameweek smallint, user_id integer, points integer, settled integer)',
    'leagues (id integer, status text)',
    'league_members (league_id integer, user_id integer)',
  ])
    await sql.raw(`create table read.${table}`).execute(db)
  await sql`insert into read.people values (1, 'ada', null, null), (2, 'nia', null, null), (3, 'eve', null, null)`.execute(
    db,
  )
  await sql`insert into read.teams values (1, 'Arsenal', 'Arsenal', 'ARS', '#', '#', '#'), (2, 'Bournemouth', 'Bournemouth', 'BOU', '#', '#', '#')`.execute(
    db,
  )
  await sql`insert into read.leagues values (1, 'active')`.execute(db)
  await sql`insert into read.league_members values (1, 1), (1, 2)`.execute(db)
  for (const [index, result] of RESULTS.entries()) {
    const gameweek = index + 1
    const kickoff = new Date(Date.UTC(2024, 8, gameweek, 15)).toISOString()
    const verdict = result === '2-1' ? 'exact' : OWN[index] === 5 ? 'correct' : 'wrong'
    await sql`insert into read.fixtures values (${gameweek}, ${SEASON}, ${gameweek}, ${kickoff}, 1, 2)`.execute(db)
    await sql`insert into read.predictions values (1, ${gameweek}, ${SEASON}, ${gameweek}, 'home', 2, 1, ${OWN[index]}, ${verdict})`.execute(
      db,
    )
    // In the second gameweek one of ten had the exact score, else two.
    await sql`insert into read.pick_counts values (${gameweek}, 'home', 2, 1, ${gameweek === 2 ? 1 : 2}), (${gameweek}, 'home', null, null, 3), (${gameweek}, 'draw', null, null, 5)`.execute(
      db,
    )
    await sql`insert into read.histograms values (${SEASON}, ${gameweek}, ${OWN[index]}, 1), (${SEASON}, ${gameweek}, ${gameweek === 1 ? 15 : 0}, 1)`.execute(
      db,
    )
    await sql`insert into read.gameweek_rows values (${SEASON}, ${gameweek}, 1, ${OWN[index]}, 1), (${SEASON}, ${gameweek}, 2, ${MATE[index]}, 1)`.execute(
      db,
    )
  }
  await sql`insert into read.fixtures select n, ${SEASON}, n, null, 1, 2 from generate_series(13, 38) n`.execute(db)
  await sql`insert into read.gameweek_rows values (${SEASON}, 1, 3, 41, 1)`.execute(db)
  await sql`insert into read.totals values (${SEASON}, 1, 45, 12), (${SEASON}, 2, 50, 12), (${SEASON}, 3, 41, 1), (${SEASON}, 4, 0, 0)`.execute(
    db,
  )
  wrapOf = createWraps({ db, changed: { of: () => String(version) } })
})
afterAll(() => database?.drop())

/** Settles gameweeks up to `last`. */
async function settle(last: number) {
  await sql`insert into read.settled_gameweeks select ${SEASON}, n from generate_series(1, ${last}::int) n where n not in (select gameweek from read.settled_gameweeks)`.execute(
    database.db,
  )
  version += 1
}

test('R303: there are no cards before 19 gameweeks have settled, or without ten settled picks', async () => {
  await settle(18)
  expect((await wrapOf(1, SEASON, undefined))!.wrap).toMatchObject({ part: 'half', picks: 12, points: 45, cards: null })
  await settle(19)
  expect((await wrapOf(1, SEASON, undefined))!.wrap.cards).not.toBeNull()
  expect((await wrapOf(1, SEASON, 'season'))!.wrap).toMatchObject({
    settledGameweeks: 19,
    neededGameweeks: 38,
    cards: null,
  })
  expect((await wrapOf(3, SEASON, 'half'))!.wrap).toMatchObject({ picks: 0, neededPicks: 10, cards: null })
  expect(await wrapOf(99, SEASON, 'half')).toBeNull()
})

test('R304: six cards from settled picks; those of others appear as numbers only', async () => {
  await settle(38)
  const { wrap } = (await wrapOf(1, SEASON, undefined))!
  expect(wrap).toMatchObject({ part: 'season', points: 45 })
  const club = (id: number) => expect.objectContaining({ id })
  expect(wrap.cards).toEqual({
    bestCall: {
      ...{ gameweek: 2, home: club(1), away: club(2), predictedResult: 'home' },
      ...{ predictedHomeScore: 2, predictedAwayScore: 1, isExact: true, had: 1, players: 9 },
    },
    nemesis: { club: club(1), right: 5, picks: 12, backed: 12 },
    luckiest: { gameweek: 2, points: 15, mean: 7.5, exactScores: 1 },
    finish: { rank: 2, players: 3, percent: 50 },
    streak: {
      ...{ length: 3, from: '2024-09-01T15:00:00.000Z', to: '2024-09-03T15:00:00.000Z' },
      endedBy: { home: club(1), away: club(2) },
    },
    rival: { player: { id: 2, username: 'nia', displayName: 'nia', profileImage: null }, points: 50, swaps: 1 },
  })
  // The half counts the same players by gameweek.
  expect((await wrapOf(1, SEASON, 'half'))!.wrap.cards!.finish).toEqual({ rank: 2, players: 3, percent: 50 })
})

test('R304: a card without content is left out', async () => {
  await sql`delete from read.league_members where user_id = 2`.execute(database.db)
  await sql`update read.predictions set verdict = 'wrong', points = 0`.execute(database.db)
  await sql`delete from read.totals where user_id <> 1`.execute(database.db)
  version += 1
  expect((await wrapOf(1, SEASON, 'season'))!.wrap.cards).toEqual({
    ...{ bestCall: null, luckiest: null, finish: null, streak: null, rival: null },
    nemesis: expect.anything(),
  })
})

test('R303: a season of 34 gameweeks, one without matches, needs 17 and 33', async () => {
  await sql`delete from read.fixtures where gameweek > 34 or gameweek = 13`.execute(database.db)
  await sql`delete from read.settled_gameweeks`.execute(database.db)
  const neededBy = async (part?: 'half' | 'season') => {
    const { wrap } = (await wrapOf(1, SEASON, part))!
    return [wrap.part, wrap.neededGameweeks, wrap.cards !== null]
  }
  await settle(17)
  expect([await neededBy(), await neededBy('season')]).toEqual([
    ['half', 17, true],
    ['season', 33, false],
  ])
  await settle(33)
  expect(await neededBy()).toEqual(['season', 33, true])
})
