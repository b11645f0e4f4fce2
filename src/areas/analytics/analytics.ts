import { createCache } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { Analytics } from './contract.ts'
import { analyticsOf, emptyAnalytics } from './model.ts'
import { type CrowdRow, crowdRow, ownRow } from './queries.ts'

export interface AnalyticsDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  readonly changed: Pick<TopicVersions, 'of'>
  /** Log position that a projection group has reached, as known to this node. */
  passed(group: string): string | null
}

/**
 * Returns analytics for a reader, of the named season or of the current one at `at` (ISO 8601). Throws 404 for an
 * unknown season.
 */
type AnalyticsOf = (reader: number, season: string | undefined, at: string) => Promise<Analytics>

/** Matches close by the clock, at a whole minute, without a change of a topic. */
const FRESH_MS = 60_000
/** Maximum number of cached seasons. */
const MAX_CACHED = 8

export function createAnalytics({ db, seasons, changed, passed }: AnalyticsDependencies): AnalyticsOf {
  const cache = createCache<CrowdRow>({ max: MAX_CACHED })
  /** Time in milliseconds when the latest match closed, by season. */
  const closedAt = new Map<string, number>()

  /**
   * The version changes with results, leagues and removed picks. Picks for open matches do not change analytics. Only
   * in the minute after a cutoff may the last picks still be on their way to the tables.
   */
  function versionOf(season: string, at: number): string {
    const isSettling = at - (closedAt.get(season) ?? 0) < FRESH_MS
    const topics = changed.of('fixtures', 'table', 'leaderboard', 'leagues')
    return `${topics} ${Math.floor(at / FRESH_MS)} ${isSettling ? passed('play') : ''}`
  }

  return async (reader, seasonName, at) => {
    const season = await seasons.resolve(seasonName, at)
    if (season === null) return emptyAnalytics()
    const crowd = await cache.get(season, versionOf(season, Date.parse(at)), async () => {
      const { rows } = await crowdRow(season, at).execute(db)
      closedAt.set(season, rows[0]!.closed_at ?? 0)
      return rows[0]!
    })
    const known = crowd.leagues.map(({ id }) => id)
    const { rows } = await ownRow(season, reader, known).execute(db)
    return analyticsOf({ season, seasons: await seasons.names() }, crowd, rows[0]!)
  }
}
