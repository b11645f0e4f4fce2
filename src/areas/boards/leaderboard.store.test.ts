import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { pageOf, pageRows } from './leaderboard.ts'

const PLAYERS = 20_000
const board = { season: '2026-27', gameweek: null, withParts: false }

let database: Awaited<ReturnType<typeof testDatabase>>
let totals: string

beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
  const { rows } = await database.pool.query<{ schema: string }>(
    "select table_schema as schema from information_schema.tables where table_name = 'totals' and table_type = 'BASE TABLE'",
  )
  const [{ schema }] = rows as [{ schema: string }]
  totals = `${schema}.totals`
  await database.pool.query(`
    insert into ${totals} (season, user_id, points, exact, correct, settled, predictions)
      select '2026-27', n, 5 * (n % 400), 0, 0, 0, 1 from generate_series(1, ${PLAYERS}) n;
    insert into ${schema}.histograms (season, gameweek, points, players)
      select season, 0, points, count(*) from ${totals} group by season, points`)
  await database.pool.query('vacuum analyze')
})

afterAll(() => database.drop())

test('R282: a page reads only players whose points are on it, and nothing that a settling match has not committed yet', async () => {
  const settling = await database.pool.connect()
  try {
    await settling.query(`begin; update ${totals} set points = points + 2000`)
    for (const offset of [0, 5_020]) {
      const entries = await pageOf(database.db, board, { limit: 60, offset })
      // 50 players have 1,995 points, 50 have 1,990, and so on.
      const place = (nth: number) => ({ points: 1_995 - 5 * Math.floor(nth / 50), ranking: 1 + nth - (nth % 50) })
      expect(entries.map(({ totalPoints: points, ranking }) => ({ points, ranking }))).toEqual(
        Array.from({ length: 60 }, (_, nth) => place(offset + nth)),
      )
      const { sql, parameters } = pageRows(board, { limit: 60, offset }).compile(database.db)
      const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(200)
    }
  } finally {
    await settling.query('rollback')
    settling.release()
  }
})
