import { type RawBuilder, sql } from 'kysely'
import { createCache } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { RankedLeague } from './queries.ts'

/** How many members have these points. */
interface Height {
  readonly points: number
  readonly members: number
}

/** Leagues whose heights are kept: a few hundred numbers each, however many members. */
const MOST_KEPT = 1_000

/** Where a reader stands in each of several leagues, without the leagues' whole standings. */
export function createLeagueRanks({ db }: { readonly db: ReadDb }) {
  const cache = createCache<readonly Height[]>({ max: MOST_KEPT })
  return {
    /** In the order of the leagues; equal points share a rank. */
    async rankings(leagues: readonly Omit<RankedLeague, 'name'>[], season: string | null): Promise<number[]> {
      const { promise: heights, resolve } = Promise.withResolvers<ReadonlyMap<number, readonly Height[]>>()
      const together: number[] = []
      let isAsked = false
      const known = leagues.map(({ id, version }) =>
        cache.get(`${id} ${season}`, version, async () => {
          // Who had to wait for another computation to end comes too late to be asked for with the others.
          if (isAsked) return (await heightsOf(db, [id], season)).get(id) ?? []
          together.push(id)
          return (await heights).get(id) ?? []
        }),
      )
      isAsked = true
      resolve(together.length === 0 ? new Map() : heightsOf(db, together, season))
      const all = await Promise.all(known)
      return leagues.map(({ points }, index) =>
        all[index]!.reduce((rank, each) => (each.points > points ? rank + each.members : rank), 1),
      )
    },
  }
}

async function heightsOf(db: ReadDb, leagueIds: readonly number[], season: string | null) {
  const { rows } = await heightRows(leagueIds, season).execute(db)
  return Map.groupBy(rows, ({ league_id }) => league_id)
}

/** How many members of each league have how many points. */
export const heightRows = (
  leagueIds: readonly number[],
  season: string | null,
): RawBuilder<Height & { readonly league_id: number }> => sql`
    select m.league_id, t.match_points as points, count(*)::int as members
    from read.league_members m join read.totals t on t.season = ${season} and t.user_id = m.user_id
    where m.league_id = any(${[...leagueIds]}::int[]) group by m.league_id, t.match_points`
