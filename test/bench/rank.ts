import { sql } from 'kysely'
import { scoreQuery } from '../../src/areas/boards/score.ts'
import { playTables } from '../support/play.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, median, runSql, timed } from './bench.ts'

const sizes = { real: { players: 1_000_000, reads: 3_000 }, small: { players: 1_000, reads: 30 } }

/** Points, counts and rank of one player among a million, compared with a lookup by primary key. */
export const rank: Bench = {
  name: 'rank',
  what: `rank of one player among ${sizes.real.players.toLocaleString('en')}, against a primary-key select`,
  budget: { atMost: 2.5 },
  async run(size) {
    const { players, reads } = sizes[size]
    const database = await testDatabase()
    const { db } = database
    try {
      await playTables(db, 'play_bench')
      // Two thirds of a season: a bell curve from 0 to about 1,300 points in steps of five.
      await runSql(
        database,
        `insert into play_bench.totals (season, user_id, points, exact, correct, settled, predictions)
         select '2024-25', n, 5 * ((n * 7919::bigint % 97) + (n * 104729::bigint % 89) + (n * 1299709::bigint % 83)), n % 30, n % 200, 250, 260
         from generate_series(1, ${players}) n`,
        `insert into play_bench.histograms select season, 0, points, count(*) from play_bench.totals group by season, points`,
        'create schema if not exists read',
        'create view read.totals as select * from play_bench.totals',
        'create view read.histograms as select * from play_bench.histograms',
        'create table read.ledger (user_id int, season text, type text, points int)',
        'create table read.achievement_counts (user_id int primary key, unlocked int)',
        'vacuum analyze play_bench.totals',
        'vacuum analyze play_bench.histograms',
      )
      const ours: number[] = []
      const base: number[] = []
      for (let nth = 0; nth < reads; nth++) {
        const userId = 1 + ((nth * 7_654_321) % players)
        const [ranked, found] = [
          await timed(() => scoreQuery(userId, '2024-25').execute(db)),
          await timed(() =>
            sql`select * from read.totals where season = ${'2024-25'} and user_id = ${userId + 1}`.execute(db),
          ),
        ]
        // The first reads warm up.
        if (nth >= reads / 10) {
          ours.push(ranked)
          base.push(found)
        }
      }
      const { rows } = await sql<{ n: number }>`select count(*) as n from read.histograms`.execute(db)
      return { unit: 'ms', ours: median(ours), base: median(base), note: `${rows[0]!.n} different totals` }
    } finally {
      await database.drop()
    }
  },
}
