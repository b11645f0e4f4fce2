import { type RawBuilder, sql } from 'kysely'
import { createCache } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { memberPointsRows } from '../league-rules/queries.ts'
import type { RankedLeague } from './queries.ts'

/** Number of members with the same points. */
interface PointsCount {
  readonly points: number
  readonly members: number
}

/** A league, and the player whose rank is wanted. `points`: match points of the season. */
type Wanted = Omit<RankedLeague, 'name'> & { readonly userId: number }

interface Standing {
  readonly ranking: number
  readonly totalPoints: number
}

/** Most leagues in the cache; each entry has a few hundred numbers, independent of the number of members. */
const MOST_KEPT = 1_000
/** Most leagues with rules of their own in the cache; each entry has the points of all members. */
const MOST_RULED = 100

/** Ranks of players in several leagues, without computing whole standings. */
export function createLeagueRanks({ db }: { readonly db: ReadDb }) {
  const cache = createCache<readonly PointsCount[]>({ max: MOST_KEPT })
  const ruled = createCache<ReadonlyMap<number, number>>({ max: MOST_RULED })

  /** Points and rank by the league's own rules. */
  async function ruledStanding(league: Wanted, season: string | null): Promise<Standing> {
    const points = await ruled.get(`${league.id} ${season}`, league.version, async () => {
      const { rows } = await memberPointsRows(league.id, season).execute(db)
      return new Map(rows.map(({ user_id, points }) => [user_id, points]))
    })
    const totalPoints = points.get(league.userId) ?? 0
    return { ranking: 1 + [...points.values()].filter((each) => each > totalPoints).length, totalPoints }
  }

  return {
    /** Points and ranks in the order of the leagues; equal points share a rank. */
    async rankings(leagues: readonly Wanted[], season: string | null): Promise<Standing[]> {
      const { promise: batched, resolve } = Promise.withResolvers<ReadonlyMap<number, readonly PointsCount[]>>()
      const leagueIds: number[] = []
      let isSent = false
      const known = leagues.map(({ id, version, own_rules }) =>
        own_rules
          ? []
          : cache.get(`${id} ${season}`, version, async () => {
              // A call that waited for another computation misses the batch and queries alone.
              if (isSent) return (await countsOf(db, [id], season)).get(id) ?? []
              leagueIds.push(id)
              return (await batched).get(id) ?? []
            }),
      )
      isSent = true
      resolve(leagueIds.length === 0 ? new Map() : countsOf(db, leagueIds, season))
      const all = await Promise.all(known)
      return Promise.all(
        leagues.map((league, index) => {
          const { points: totalPoints, own_rules } = league
          if (own_rules) return ruledStanding(league, season)
          const above = all[index]!.filter(({ points }) => points > totalPoints)
          return { ranking: above.reduce((rank, { members }) => rank + members, 1), totalPoints }
        }),
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
