import { sql } from 'kysely'
import { leaguesGroup } from '../../projections/leagues/projector.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { playGroup } from '../../projections/play/projector.ts'
import { pastRuledMembers } from '../../src/areas/boards/past-rows.ts'
import { memberPointsRows, provisionalRows } from '../../src/areas/league-rules/queries.ts'
import { seenLeague } from '../../src/areas/leagues/queries.ts'
import { createStandings } from '../../src/areas/leagues/standings.ts'
import { formRows } from '../../src/areas/leagues/statistics.ts'
import { teamsQuery } from '../../src/areas/teams/queries.ts'
import type { Database } from '../../src/database/database.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, benchTables, insertPlayers, type Measure, median, runSql, type Size, timed } from './bench.ts'

/** `picking`: number of players with picks. `played`: number of settled gameweeks. */
const sizes = {
  real: { players: 50_000, members: 10_000, picking: 1_000, played: 20, reads: 1_100, rounds: 45 },
  small: { players: 100, members: 50, picking: 10, played: 20, reads: 110, rounds: 6 },
}
/** All members have picks, and a joker in each gameweek whose rules have one. */
const ruledSizes = {
  real: { players: 10_000, members: 5_000, picking: 5_000, played: 38, reads: 0, rounds: 7 },
  small: { players: 100, members: 50, picking: 50, played: 3, reads: 0, rounds: 3 },
}
const season = '2024-25'
/** `RULED`: the members of `LARGE`, with rules of its own. */
const [LARGE, SMALL, RULED] = [1, 2, 3]
const page = { limit: 50, offset: 0 }

/** The league page's standings from the cache: 10,000 members compared with ten. */
export const leagueWarm: Bench = {
  name: 'league-warm',
  what: `standings of a league of ${sizes.real.members.toLocaleString('en')}, warm, against a league of ten`,
  budget: { atMost: 2 },
  run: (size) =>
    withLeagues(sizes[size], async (database, { reads }) => {
      const standings = createStandings({ db: database.db })
      const [ours, base] = [[] as number[], [] as number[]]
      for (let nth = 0; nth < reads; nth++) {
        const [large, small] = [
          await timed(() => pageOf(database, standings, LARGE)),
          await timed(() => pageOf(database, standings, SMALL)),
        ]
        // The first reads warm up.
        if (nth >= 100) {
          ours.push(large)
          base.push(small)
        }
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    }),
}

/** The first read after a change, compared with only the join of members, names and points. */
export const leagueCold: Bench = {
  name: 'league-cold',
  what: `standings of a league of ${sizes.real.members.toLocaleString('en')}, cold, against the bare join`,
  budget: { atMost: 3 },
  run: (size) =>
    withLeagues(sizes[size], async (database, { rounds }) => {
      const standings = createStandings({ db: database.db })
      const [ours, base] = [[] as number[], [] as number[]]
      for (let round = 0; round < rounds; round++) {
        await runSql(database, `update engine.generations set events = events + 1 where name = 'play'`)
        const [cold, bare] = [
          await timed(() => pageOf(database, standings, LARGE)),
          await timed(() =>
            sql`
              select m.user_id, m.joined_at, p.username, t.points, t.exact, t.correct, t.settled, t.predictions
              from read.league_members m join read.totals t on t.season = ${season} and t.user_id = m.user_id
              join read.people p on p.id = m.user_id where m.league_id = ${LARGE}
              order by t.points desc, t.exact desc, t.accuracy desc, m.user_id
            `.execute(database.db),
          ),
        ]
        if (round >= 5) {
          ours.push(cold)
          base.push(bare)
        }
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    }),
}

/**
 * The first read after a change of a league with rules of its own, which adds up the points of its members, compared with the same league
 * without, which reads the sums of the whole game. Later reads of both come from the cache (`league-warm`).
 */
export const leagueRules: Bench = {
  name: 'league-rules',
  what: `standings of a league of ${ruledSizes.real.members.toLocaleString('en')} with rules of its own after ${ruledSizes.real.played} gameweeks, cold, against the same league without`,
  budget: { atMost: 20 },
  run: (size) =>
    withLeagues(ruledSizes[size], async (database, { rounds, played }) => {
      const { db } = database
      const standings = createStandings({ db })
      const past = { season, gameweek: played, previous: played - 1, league: RULED, changes: [] }
      const at = '2025-05-05T12:00:00.000Z'
      const live = Array.from({ length: 5 }, (_, nth) => ({ id: nth + 1, homeScore: 1, awayScore: 1 }))
      const reads = {
        standings: () => pageOf(database, standings, RULED),
        base: () => pageOf(database, standings, LARGE),
        'past board': () => pastRuledMembers(past).execute(db),
        'live board': () => provisionalRows(RULED, season, live).execute(db),
        rank: () => memberPointsRows(RULED, season).execute(db),
        form: () => formRows({ id: RULED, own_rules: true }, season, at).execute(db),
        'form without rules': () => formRows({ id: LARGE, own_rules: false }, season, at).execute(db),
        teams: () => teamsQuery({ id: RULED, own_rules: true }, season).execute(db),
        'teams without rules': () => teamsQuery({ id: LARGE, own_rules: false }, season).execute(db),
      }
      const times = Object.entries(reads).map(([name, read]) => ({ name, read, taken: [] as number[] }))
      for (let round = 0; round < rounds; round++) {
        await runSql(database, `update engine.generations set events = events + 1 where name = 'play'`)
        for (const { read, taken } of times) taken.push(await timed(read))
      }
      // The first rounds warm up.
      const medians = times.map(({ name, taken }) => ({ name, ms: median(taken.slice(2)) }))
      const [ours, base, ...others] = medians
      const note = others.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')
      return { unit: 'ms', ours: ours!.ms, base: base!.ms, note }
    }),
}

async function pageOf({ db }: Database, standings: ReturnType<typeof createStandings>, leagueId: number) {
  const league = await seenLeague(db, leagueId, 1)
  return standings.page(league!, { season, gameweek: null }, page, 1)
}

/** A season up to a gameweek, and leagues of its players; every twentieth member joined late. */
async function withLeagues(
  load: (typeof sizes)[Size],
  measure: (database: Database, load: (typeof sizes)[Size]) => Promise<Measure>,
): Promise<Measure> {
  const { players, members, picking, played } = load
  const matches = 10 * played
  const database = await testDatabase()
  try {
    await benchTables(database, [peopleGroup, playGroup, leaguesGroup])
    await runSql(
      database,
      insertPlayers(players),
      `insert into play_bench.seasons values ('${season}', '${season}', null, ${played - 2})`,
      `insert into play_bench.fixtures (id, season, gameweek, home_team_id, away_team_id, kickoff, cutoff, closed, status, result, by_hand, home_score, away_score)
       select n, '${season}', 1 + (n - 1) / 10, 1, 2, k, k - interval '5 minutes', n <= ${matches},
         case when n <= ${matches} then 'finished' else 'scheduled' end, case when n <= ${matches} then 'home' end, false,
         case when n <= ${matches} then 1 end, case when n <= ${matches} then 0 end
       from generate_series(1, 380) n, lateral (select '2024-08-16'::timestamptz + (n - 1) / 10 * interval '7 days' as k) k`,
      `insert into play_bench.totals (season, user_id, points, booked, exact, correct, settled, predictions)
       select '${season}', n, 5 * ((n * 7919::bigint % 97) + (n * 104729::bigint % 89)), 0, n % 30, n % 100, ${matches}, ${matches + 10} from generate_series(1, ${players}) n`,
      // A third of the picks is exact, the others are wrong.
      `insert into play_bench.gameweek_rows (season, gameweek, user_id, points, exact, correct, settled, predictions)
       select '${season}', g, n, 5 * ((n * 7919::bigint + g) % 11), e, e, 10, 10 from generate_series(1, ${Math.min(38, played + 1)}) g, generate_series(1, ${players}) n,
         lateral (select (n + 10 * g) / 3 - (n + 10 * g - 10) / 3 as e) x`,
      `insert into play_bench.rank_snapshots select '${season}', g, n, n, 0, 0, 0, 0, 0 from generate_series(${played - 2}, ${played - 1}) g, generate_series(1, ${players}) n`,
      `insert into play_bench.settled_results select '${season}', g, id, result, home_score, away_score
       from generate_series(${played - 1}, ${played}) g join play_bench.fixtures f on f.gameweek <= g`,
      `insert into play_bench.predictions (fixture_id, user_id, id, home_score, away_score, created_at, updated_at, revision, result)
       select f, n, f * ${players} + n, 1, (n + f) % 3, c, c, 1, (array['home', 'draw', 'away'])[1 + (n + f) % 3]
       from generate_series(1, ${matches}) f, generate_series(1, ${picking}) n,
         lateral (select '2024-08-16'::timestamptz + (f - 1) / 10 * interval '7 days' - (1 + n % 5) * interval '1 day' as c) c`,
      `insert into leagues_bench.leagues values
       (${LARGE}, 'Large', null, 'public', 'active', 1, 1, 'LARGE222', '2024-08-01', ${members}, 0, -1, false, 0, true),
       (${SMALL}, 'Small', null, 'public', 'active', 1, 1, 'SMALL222', '2024-08-01', 10, 0, -1, false, 0, true),
       (${RULED}, 'Ruled', null, 'public', 'active', 1, 1, 'RULED222', '2024-08-01', ${members}, 0, -1, true, 0, true)`,
      `insert into leagues_bench.league_rules values
       (${RULED}, '${season}', 3, 5, 7, 10, true, 'season', '2024-08-20', 1), (${RULED}, '${season}', 12, 2, 0, 3, true, 'joining', '2024-10-20', 1)`,
      `insert into leagues_bench.league_jokers select ${RULED}, n, '${season}', g, 10 * g - n % 10, '2024-08-20'
       from generate_series(3, ${played}) g, generate_series(1, ${picking}) n`,
      `insert into leagues_bench.members select l, n, case when n % 20 = 0 then '2024-10-01' else '2024-08-01' end::timestamptz, n, false
       from unnest('{${LARGE},${RULED}}'::int[]) l, generate_series(1, ${members}) n`,
      // Teams of ten from before the season, with a member in fifty who leaves for five weeks.
      `insert into leagues_bench.teams
       select 1000 * l + t, l, 'Team ' || t, null, 10 * t + 1, 10, '#000000', '2024-08-02', null, true
       from unnest('{${LARGE},${RULED}}'::int[]) l, generate_series(0, ${members / 10 - 1}) t`,
      `insert into leagues_bench.stints (team_id, user_id, revision, league_id, role, joined_at, left_at)
       select 1000 * l + (n - 1) / 10, n, n + r, l, 'member', case r when 0 then '2024-08-03' else '2025-02-22' end::timestamptz,
         case when r = 0 and n % 50 = 0 then '2025-01-18'::timestamptz end
       from unnest('{${LARGE},${RULED}}'::int[]) l, generate_series(1, ${members}) n, unnest(array[0, 100000]) r where r = 0 or n % 50 = 0`,
      `insert into leagues_bench.members select ${SMALL}, n, '2024-08-01', n, false from generate_series(1, 10) n`,
      'vacuum analyze',
    )
    return await measure(database, load)
  } finally {
    await database.drop()
  }
}
