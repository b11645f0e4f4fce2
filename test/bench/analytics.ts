import { sql } from 'kysely'
import { leaguesGroup } from '../../projections/leagues/projector.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { playGroup } from '../../projections/play/projector.ts'
import { createAnalytics } from '../../src/areas/analytics/analytics.ts'
import { createSeasons } from '../../src/areas/fixtures/seasons.ts'
import { createTopicVersions } from '../../src/kernel/topic-versions.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, benchTables, insertPlayers, median, runSql, timed } from './bench.ts'

const season = '2024-25'
const sizes = { real: { players: 10_000, rounds: 25 }, small: { players: 100, rounds: 6 } }
/** Matches with a result, and closed matches without one. */
const [played, closed] = [90, 10]
const predictions = sizes.real.players * (played + closed)
const at = '2024-10-20T16:00:00.000Z'

/** Outcomes of picks, for the first reader after a result, compared with a plain pass over the picks. */
export const analytics: Bench = {
  name: 'analytics',
  what: `analytics of ${predictions.toLocaleString('en')} predictions, the first after a result, against one pass over them`,
  budget: { atMost: 3 },
  async run(size) {
    const { players, rounds } = sizes[size]
    const database = await testDatabase()
    const { db } = database
    try {
      await benchTables(database, [peopleGroup, playGroup, leaguesGroup])
      await runSql(
        database,
        insertPlayers(players),
        `insert into play_bench.seasons values ('${season}', '${season}', null, null)`,
        `insert into play_bench.teams select n, 'club-' || n, 'Club ' || n, 'C' || n, 'CLB', '#111111', '#222222', '#ffffff' from generate_series(1, 20) n`,
        `insert into play_bench.fixtures (id, season, gameweek, home_team_id, away_team_id, kickoff, cutoff, closed, status, result, by_hand, home_score, away_score)
         select n, '${season}', 1 + (n - 1) / 10, 1 + n % 10, 11 + n * 7 % 10, day, day - interval '5 minutes', false,
           case when n <= ${played} then 'finished' else 'scheduled' end,
           case when n <= ${played} then case n % 5 when 0 then 'draw' when 1 then 'away' else 'home' end end, false,
           case when n <= ${played} then case n % 5 when 0 then 1 when 1 then 0 else 2 end end, case when n <= ${played} then 1 end
         from generate_series(1, 380) n, lateral (select '2024-08-17 14:00Z'::timestamptz + (n - 1) / 10 * interval '7 days' as day) k`,
        `insert into play_bench.predictions (fixture_id, user_id, id, home_score, away_score, created_at, updated_at, revision, result)
         select f, n, f * ${players} + n, home, away, '2024-08-02', '2024-08-02', 1, case when home > away then 'home' when home < away then 'away' else 'draw' end
         from generate_series(1, ${played + closed}) f, generate_series(1, ${players}) n,
           lateral (select (n * 7919 + f * 31) % 5 as home, (n * 104729::bigint + f * 17) % 4 as away) s`,
        `insert into play_bench.pick_counts
         select fixture_id, result, home_score, away_score, count(*) from play_bench.predictions where fixture_id <= ${played} group by 1, 2, 3, 4`,
        `insert into play_bench.totals (season, user_id, points, booked, exact, correct, settled, predictions)
         select '${season}', n, 5 * (n % 60), 0, n % 9, n * 7919::bigint % 71, ${played}, ${played + closed} from generate_series(1, ${players}) n`,
        `insert into play_bench.gameweek_rows (season, gameweek, user_id, points, exact, correct, settled, predictions)
         select '${season}', g, n, 25, 1, 3, 10, 10 from generate_series(1, ${played / 10}) g, generate_series(1, ${players}) n`,
        `insert into play_bench.settled_gameweeks select '${season}', g, '2024-08-20', '{}', null, true, null from generate_series(1, ${played / 10}) g`,
        `insert into leagues_bench.leagues
         select n, 'League ' || n, null, 'public', 'active', 1, 1, 'CODE' || n, '2024-08-01', ${players} / n, 0, -1, false, 0, true from generate_series(1, 200) n`,
        `insert into leagues_bench.members select l, 1 + (n * 7919 + l * 104729) % ${players}, '2024-08-01', n, false from generate_series(1, 200) l, generate_series(1, ${players} / l) n`,
        'vacuum analyze',
      )
      const changed = createTopicVersions()
      const seasons = createSeasons({ db, changed: createTopicVersions() })
      const analyticsOf = createAnalytics({ db, seasons, changed, passed: () => null })
      const [ours, kept, base] = [[] as number[], [] as number[], [] as number[]]
      for (let round = 0; round < rounds; round++) {
        changed.note([{ topic: 'leaderboard' }])
        const first = await timed(() => analyticsOf(1, season, at))
        const again = await timed(() => analyticsOf(2 + round, season, at))
        const pass = await timed(() => sql`select count(*), sum(home_score) from play_bench.predictions`.execute(db))
        // The first rounds warm up.
        if (round >= 5) {
          ours.push(first)
          kept.push(again)
          base.push(pass)
        }
      }
      const note = `every reader after the first ${median(kept).toFixed(1)} ms`
      return { unit: 'ms', ours: median(ours), base: median(base), note }
    } finally {
      await database.drop()
    }
  },
}
