import { leaguesGroup } from '../../projections/leagues/projector.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { playGroup } from '../../projections/play/projector.ts'
import { createBoards } from '../../src/areas/boards/boards.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { Seasons } from '../../src/areas/fixtures/seasons.ts'
import { createLive } from '../../src/areas/matches/live.ts'
import { createMatches } from '../../src/areas/matches/matches.ts'
import type { Database } from '../../src/database/database.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, benchTables, insertPlayers, type Measure, median, runSql, type Size, timed } from './bench.ts'

const sizes = {
  real: { players: 100_000, members: 50, reads: 300 },
  small: { players: 200, members: 10, reads: 20 },
}
const SEASON = '2024-25'
const AT = '2024-08-17T15:00:00.000Z'
const LIVE = 10
/** Reads that warm up. */
const WARM = 10

interface Ground {
  readonly database: Database
  readonly boards: ReturnType<typeof createBoards>
  readonly live: ReturnType<typeof createLive>
  readonly matches: ReturnType<typeof createMatches>
  /** Makes every board stale. */
  settle(): void
  /** Changes the score of a match. */
  score(): void
}

/** The first page of the board as it stands after a goal, against the settled one after a result. */
export const liveBoard: Bench = {
  name: 'live-board',
  what: `provisional first page of ${sizes.real.players.toLocaleString('en')} players after a goal in one of ${LIVE} matches, against the settled one after a result`,
  budget: { atMost: 3 },
  run: (size) =>
    withMatchDay(size, async ({ boards, live, settle, score }, { reads }) => {
      const [ours, base] = [[] as number[], [] as number[]]
      for (let nth = 0; nth < reads; nth++) {
        score()
        const provisional = await timed(() => live.page(SEASON, 1 + nth, { limit: 50, offset: 0 }, AT))
        settle()
        const settled = await timed(() => boards.page(1 + nth, { limit: 50, offset: 0 }, SEASON, AT))
        if (nth < Math.min(WARM, reads / 2)) continue
        ours.push(provisional)
        base.push(settled)
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    }),
}

/** A match page, count and picks, against a page of the board, both with the cached parts of all readers. */
export const matchPage: Bench = {
  name: 'match-page',
  what: `page of a match with ${sizes.real.players.toLocaleString('en')} picks, against the leaderboard, another reader each time`,
  budget: { atMost: 3 },
  run: (size) =>
    withMatchDay(size, async ({ boards, matches }, { reads, members }) => {
      const [ours, base] = [[] as number[], [] as number[]]
      for (let nth = 0; nth < reads; nth++) {
        const reader = 1 + (nth % members)
        const page = await timed(() =>
          Promise.all([matches.match(1, reader, AT), matches.picks(1, reader, undefined, AT)]),
        )
        const board = await timed(() => boards.page(1 + nth, { limit: 50, offset: 0 }, SEASON, AT))
        if (nth < Math.min(WARM, reads / 2)) continue
        ours.push(page)
        base.push(board)
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    }),
}

/** Ten matches under way, predicted by everyone, and a league. */
async function withMatchDay(
  size: Size,
  measure: (ground: Ground, load: (typeof sizes)['real']) => Promise<Measure>,
): Promise<Measure> {
  const { players, members } = sizes[size]
  const database = await testDatabase()
  const { db } = database
  try {
    await benchTables(database, [peopleGroup, playGroup, leaguesGroup])
    await runSql(
      database,
      insertPlayers(players),
      `insert into play_bench.seasons values ('${SEASON}', '${SEASON}', null, null)`,
      `insert into play_bench.teams select n, 't' || n, 'T' || n, 'T' || n, 'T' || n, '#000000', '#000000', '#ffffff' from generate_series(1, 20) n`,
      `insert into play_bench.fixtures (id, season, gameweek, home_team_id, away_team_id, kickoff, cutoff, closed, status, by_hand, started_at, live_home, live_away)
       select n, '${SEASON}', 1, 2 * n - 1, 2 * n, '2024-08-17T14:00:00Z', '2024-08-17T13:55:00Z', true, 'scheduled', false, '2024-08-17T14:00:00Z', 0, 0
       from generate_series(1, ${LIVE}) n`,
      `insert into play_bench.totals (season, user_id, points, booked, exact, correct, settled, predictions)
       select '${SEASON}', n, 5 * ((n * 7919::bigint % 97) + (n * 104729::bigint % 89)), 0, n % 30, n % 100, 200, 210 from generate_series(1, ${players}) n`,
      `insert into play_bench.histograms select season, 0, points, count(*) from play_bench.totals group by season, points`,
      `insert into play_bench.predictions (fixture_id, user_id, id, home_score, away_score, created_at, updated_at, revision, result)
       select f, n, f * ${players} + n, (n + f) % 4, (n * 7 + f) % 3, '2024-08-02', '2024-08-02', 1,
         case sign((n + f) % 4 - (n * 7 + f) % 3) when 1 then 'home' when 0 then 'draw' else 'away' end
       from generate_series(1, ${LIVE}) f, generate_series(1, ${players}) n`,
      `insert into leagues_bench.leagues values (1, 'Large', null, 'public', 'active', 1, 1, 'LARGE222', '2024-08-01', ${members}, 0, -1, false, 0, true)`,
      `insert into leagues_bench.members select 1, n, '2024-08-01', n, false from generate_series(1, ${members}) n`,
      'create schema if not exists read',
      'create table if not exists read.achievement_counts (user_id int primary key, unlocked int)',
      'vacuum analyze',
    )
    let [settled, goals] = [0, 0]
    const changed = { of: () => '1' }
    const team = (id: number) => ({ id, shortName: `T${id}` }) as Fixture['homeTeam']
    const fixture = (id: number): Fixture =>
      ({
        ...{ id, season: SEASON, gameweek: 1, status: 'LIVE', isOpen: false, cutoffTime: '2024-08-17T13:55:00.000Z' },
        ...{ homeTeam: team(2 * id - 1), awayTeam: team(2 * id), homeScore: id === 1 ? goals % 4 : 1, awayScore: 1 },
        awardedResult: null,
      }) as Fixture
    const fixtures = Array.from({ length: LIVE }, (_, index) => index + 1)
    const matches = createMatches({
      ...{ db, changed },
      handler: { load: async () => ({ state: { entries: [] } }) } as unknown as Parameters<
        typeof createMatches
      >[0]['handler'],
      fixturesOf: async (ids) => new Map(ids.map((id) => [id, fixture(id)])),
    })
    const ground: Ground = {
      database,
      boards: createBoards({
        ...{ db, passed: () => `${settled}` },
        seasons: { resolve: async () => SEASON } as unknown as Seasons,
      }),
      live: createLive({
        ...{ db, changed, crowdOf: matches.crowdOf },
        fixtures: { fixtures: async () => ({ value: fixtures.map(fixture) }) },
      }),
      matches,
      settle: () => settled++,
      score: () => goals++,
    }
    return await measure(ground, sizes[size])
  } finally {
    await database.drop()
  }
}
