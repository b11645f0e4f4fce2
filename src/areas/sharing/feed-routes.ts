import * as z from 'zod/mini'
import { createCache, REBUILD_TTL_MS } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { activeUsers, communityCounts, playersRanked } from './community.ts'
import { CommunityStats, FeedQuery, SharedPrediction, TrendingQuery } from './contract.ts'
import { type FixturesOf, feed, trending } from './queries.ts'

/**
 * Cache lifetime of `activeUsers` in milliseconds. The query reads the latest pick of every player, so a pick repeats it only if
 * it is a player's first of a season.
 */
const ACTIVE_CACHED_MS = 30_000

interface FeedRouteDependencies {
  readonly db: ReadDb
  readonly fixturesOf: FixturesOf
  readonly changed: Pick<TopicVersions, 'of'>
}

/** Routes of the feed, the trending list and the community statistics. */
export function feedRoutes({ db, fixturesOf, changed }: FeedRouteDependencies): readonly RouteDefinition[] {
  const totals = createCache({ max: 1, ttlMs: REBUILD_TTL_MS })
  const active = createCache({ max: 1, ttlMs: ACTIVE_CACHED_MS })

  return tagged('Sharing', [
    route({
      method: 'get',
      path: '/api/social-feed',
      access: 'user',
      summary:
        'Public shares: newest, most liked or trending first; optionally of one type, or of followed players only',
      query: FeedQuery,
      responses: { 200: z.array(SharedPrediction) },
      hasCursor: true,
      async handle({ query, user, context }) {
        const { shares, next } = await feed(db, { readerId: user.id, at: context.at }, query, fixturesOf)
        return { body: shares, next }
      },
    }),
    route({
      method: 'get',
      path: '/api/trending-predictions',
      access: 'user',
      summary: 'Public shares with most activity in the last seven days; recent days have more weight',
      query: TrendingQuery,
      responses: { 200: z.array(SharedPrediction) },
      handle: async ({ query, user, context }) => ({
        body: await trending(db, { readerId: user.id, at: context.at }, query.limit, fixturesOf),
      }),
    }),
    route({
      method: 'get',
      path: '/api/community-stats',
      access: 'user',
      summary: 'Players active in the last 30 days, public shares, and the likes and comments on them',
      responses: { 200: CommunityStats },
      async handle({ context }) {
        const shares = changed.of('shares')
        const [counts, players] = await Promise.all([
          totals.get('counts', shares, () => communityCounts(db)),
          playersRanked(db).then((ranked) =>
            active.get('players', `${shares} ${ranked}`, () => activeUsers(db, context.at)),
          ),
        ])
        return { body: { activeUsers: players, ...counts } }
      },
    }),
  ])
}
