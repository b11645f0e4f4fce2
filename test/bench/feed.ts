import { followingGroup } from '../../projections/following/projector.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { playGroup } from '../../projections/play/projector.ts'
import { sharingGroup } from '../../projections/sharing/projector.ts'
import { createFixtureCache } from '../../src/areas/fixtures/fixture-cache.ts'
import type { FeedSort } from '../../src/areas/sharing/contract.ts'
import { feed as readFeed } from '../../src/areas/sharing/queries.ts'
import type { Database } from '../../src/database/database.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, insertPlayers, median, runSql, timed } from './bench.ts'

const sizes = {
  real: { shares: 10_000, players: 2_000, pages: 100, rounds: 300 },
  small: { shares: 200, players: 50, pages: 3, rounds: 10 },
}
const season = '2024-25'
const asked = { readerId: 1, at: '2024-12-10T12:00:00.000Z' }
const limit = 20

/** The hundredth page of the feed compared with its first, in the slower order. */
export const feed: Bench = {
  name: 'feed',
  what: `page ${sizes.real.pages} of a feed of ${sizes.real.shares.toLocaleString('en')} shares against its first, in the worst of its orders`,
  budget: { atMost: 2 },
  async run(size) {
    const { pages, rounds } = sizes[size]
    const database = await testDatabase()
    try {
      await fill(database, sizes[size])
      const { db } = database
      const { byIds } = createFixtureCache({ db, changed: { of: () => '' } })
      const pageOf = (sort: FeedSort, cursor: string | undefined) =>
        readFeed(db, asked, { sort, type: 'all', limit, cursor }, byIds)
      const measured = []
      for (const sort of ['recent', 'popular', 'trending'] as const) {
        let after: string | undefined
        for (let page = 1; page < pages; page++) after = (await pageOf(sort, after)).next ?? undefined
        if (after === undefined) throw new Error(`there are no ${pages} pages by ${sort}`)
        const [ours, base] = [[] as number[], [] as number[]]
        for (let round = 0; round < rounds; round++) {
          const [last, first] = [await timed(() => pageOf(sort, after)), await timed(() => pageOf(sort, undefined))]
          // The first rounds warm up.
          if (round >= rounds / 10) {
            ours.push(last)
            base.push(first)
          }
        }
        measured.push({ sort, ours: median(ours), base: median(base) })
      }
      const ratioOf = ({ ours, base }: { readonly ours: number; readonly base: number }) => ours / base
      const worst = measured.toSorted((a, b) => ratioOf(b) - ratioOf(a))[0]!
      const note = measured.map(({ sort, ours, base }) => `${sort} ${ours.toFixed(1)} to ${base.toFixed(1)}`).join(', ')
      return { unit: 'ms', ours: worst.ours, base: worst.base, note }
    } finally {
      await database.drop()
    }
  },
}

/** A season with picks of all players, and shares of ten picks each with activity in the last three weeks. */
async function fill(database: Database, { shares, players }: (typeof sizes)['real']): Promise<void> {
  for (const { name, ddl, indexes, views } of [peopleGroup, playGroup, followingGroup, sharingGroup])
    await runSql(
      database,
      `create schema ${name}_bench`,
      `set search_path to ${name}_bench`,
      ddl,
      indexes ?? '',
      ...views.map((view) => `create view read.${view.name} as ${view.sql ?? `select * from ${view.name}`}`),
      'reset search_path',
    )
  await runSql(
    database,
    insertPlayers(players),
    `insert into play_bench.seasons values ('${season}', '${season}', null, 1)`,
    `insert into play_bench.teams select n, 'club-' || n, 'Club ' || n, 'C' || n, 'CL' || n, '#111111', '#222222', '#ffffff' from generate_series(1, 2) n`,
    `insert into play_bench.fixtures (id, season, gameweek, home_team_id, away_team_id, kickoff, closed, status, result, by_hand, home_score, away_score)
     select n, '${season}', 1 + (n - 1) / 10, 1, 2, '2024-08-16'::timestamptz + (n - 1) / 10 * interval '7 days', n <= 150,
       case when n <= 150 then 'finished' else 'scheduled' end, case when n <= 150 then 'home' end, false,
       case when n <= 150 then 1 end, case when n <= 150 then 0 end
     from generate_series(1, 200) n`,
    `insert into play_bench.predictions (fixture_id, user_id, id, home_score, away_score, created_at, updated_at, revision, result)
     select f, n, f * ${players} + n, 1, n % 2, '2024-08-02', '2024-08-02', 1, 'home' from generate_series(1, 200) f, generate_series(1, ${players}) n`,
    `insert into sharing_bench.shares (id, token, user_id, title, share_type, is_public, created_at, likes)
     select n, lpad(n::text, 22, 'x'), 1 + n % ${players}, 'Share ' || n, 'custom', true,
       '2024-09-01'::timestamptz + n * interval '14 minutes', n * 7919::bigint % 60 from generate_series(1, ${shares}) n`,
    `insert into sharing_bench.share_picks
     select n, f * ${players} + 1 + n % ${players}, f from generate_series(1, ${shares}) n, generate_series(1 + n % 19 * 10, 10 + n % 19 * 10) f`,
    `insert into sharing_bench.share_days
     select n, (date '2024-12-10' - d)::text, n % 13, n * 31 % 7, 0, n % 3 from generate_series(1, ${shares}) n, generate_series(0, 20) d where (n + d) % 5 = 0`,
    'vacuum analyze',
  )
}
