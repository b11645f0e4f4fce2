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
  /** How far a projection group has come, as this node knows. */
  passed(group: string): string | null
}

/** What picks came to, for a reader: of the season that is named, else the current one at a time (ISO 8601). An unknown one is a 404. */
export type AnalyticsOf = (reader: number, season: string | undefined, at: string) => Promise<Analytics>

/** A match closes with the clock, which no topic tells, at a whole minute. */
const FRESH_MS = 60_000
/** Seasons whose numbers are kept. */
const MOST_KEPT = 8

export function createAnalytics({ db, seasons, changed, passed }: AnalyticsDependencies): AnalyticsOf {
  const cache = createCache<CrowdRow>({ max: MOST_KEPT })
  /** When the latest match closed, by season, in milliseconds. */
  const closedAt = new Map<string, number>()

  /**
   * Counted afresh when a result comes, a league changes or somebody's picks go. A pick is of an open match and changes nothing here, but for
   * the moment after a cutoff, when the last ones may still be on their way into the tables.
   */
  function versionOf(season: string, at: number): string {
    const isSettling = at - (closedAt.get(season) ?? 0) < FRESH_MS
    const topics = changed.of('fixtures', 'table', 'leaderboard', 'leagues')
    return `${topics} ${Math.floor(at / FRESH_MS)} ${isSettling ? passed('play') : ''}`
  }

  return async (reader, asked, at) => {
    const season = await seasons.resolve(asked, at)
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
