import { type RawBuilder, sql } from 'kysely'
import { createCache } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { RankedLeague } from './queries.ts'

/** Number of members with the same points. */
interface PointsCount {
  readonly points: number
  readonly members: number
}

/** Most leagues in the cache; each entry has a few hundred numbers, independent of the number of members. */
const MOST_KEPT = 1_000

/** Ranks of a reader in several leagues, without computing whole standings. */
export function createLeagueRanks({ db }: { readonly db: ReadDb }) {
  const cache = createCache<readonly PointsCount[]>({ max: MOST_KEPT })
  return {
    /** Ranks in the order of the leagues; equal points share a rank. */
    async rankings(leagues: readonly Omit<RankedLeague, 'name'>[], season: string | null): Promise<number[]> {
      const { promise: batched, resolve } = Promise.withResolvers<ReadonlyMap<number, readonly PointsCount[]>>()
      const leagueIds: number[] = []
      let isSent = false
      const known = leagues.map(({ id, version }) =>
        cache.get(`${id} ${season}`, version, async () => {
          // A call that waited for another computation misses the batch and queries alone.
          if (isSent) return (await countsOf(db, [id], season)).get(id) ?? []
          leagueIds.push(id)
          return (await batched).get(id) ?? []
        }),
      )
      isSent = true
      resolve(leagueIds.length === 0 ? new Map() : countsOf(db, leagueIds, season))
      const all = await Promise.all(known)
      return leagues.map(({ points }, index) =>
        all[index]!.reduce((rank, each) => (each.points > points ? rank + each.members : rank), 1),
      )
    },
  }
}

async function countsOf(db: ReadDb, leagueIds: readonly number[], season: string | null) {
  const { rows } = await pointsCountRows(leagueIds, season).execute(db)
  return Map.groupBy(rows, ({ league_id }) => league_id)
}

/** Numbers of members by league and points, as a query. */
export const pointsCountRows = (
  leagueIds: readonly number[],
  season: string | null,
): RawBuilder<PointsCount & { readonly league_id: number }> => sql`
    select m.league_id, t.match_points as points, count(*)::int as members
    from read.league_members m join read.totals t on t.season = ${season} and t.user_id = m.user_id
    where m.league_id = any(${[...leagueIds]}::int[]) group by m.league_id, t.match_points`
