import * as z from 'zod/mini'
import { CommunityStats, FeedQuery, SharedPrediction, TrendingQuery } from '../contracts/sharing.ts'
import { createMemo } from '../kernel/memo.ts'
import type { TopicVersions } from '../kernel/topic-versions.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type RouteDefinition, route } from '../slice/route.ts'
import { activeUsers, communityCounts } from './community.ts'
import { cursorText, givenCursor } from './cursor.ts'
import { type FixturesOf, feed, trending } from './queries.ts'

const tags = ['Sharing']

/** How long the number of active players is kept, in ms: it is counted over every pick of a month. */
const ACTIVE_KEPT_MS = 30_000

export interface FeedRouteDependencies {
  readonly db: ReadDb
  readonly fixturesOf: FixturesOf
  readonly changed: Pick<TopicVersions, 'of'>
}

/** The lists that public shares stand in, and what there is of them together. */
export function feedRoutes({ db, fixturesOf, changed }: FeedRouteDependencies): readonly RouteDefinition[] {
  const now = () => performance.now()
  const totals = createMemo({ version: () => changed.of('shares'), now })
  const active = createMemo({ version: () => '', now, keptForMs: ACTIVE_KEPT_MS })

  return [
    route({
      method: 'get',
      path: '/api/social-feed',
      access: 'user',
      summary:
        'The public shares: newest, most liked or trending first; of all types or one, of everybody or those followed',
      tags,
      query: FeedQuery,
      responses: { 200: z.array(SharedPrediction) },
      goesOn: true,
      async handle({ query: { sort, type, limit, cursor, following }, user, context }) {
        const page = { sort, type, limit, following: following === 'true', after: givenCursor(sort, cursor) }
        const { shares, next } = await feed(db, { readerId: user.id, at: context.at }, page, fixturesOf)
        return { body: shares, next: next && cursorText(next) }
      },
    }),
    route({
      method: 'get',
      path: '/api/trending-predictions',
      access: 'user',
      summary: 'The public shares that most happened to in the last seven days, what is newer weighing more',
      tags,
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
      tags,
      responses: { 200: CommunityStats },
      async handle({ context }) {
        const [counts, players] = await Promise.all([
          totals.now().get('counts', () => communityCounts(db)),
          active.now().get('players', () => activeUsers(db, context.at)),
        ])
        return { body: { activeUsers: players, ...counts } }
      },
    }),
  ]
}
