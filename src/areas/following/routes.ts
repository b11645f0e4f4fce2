import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { DiscoverQuery, FollowedPlayer } from '../sharing/contract.ts'
import { type Following, quotas } from './commands.ts'
import { discoveredPlayers, seenPlayer } from './queries.ts'

const byId = z.object({ id: Id })

interface FollowingRouteDependencies {
  readonly db: ReadDb
  readonly following: Following
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Routes to discover, follow and unfollow players. Only the two players see a follow (docs/rules.md R89). */
export function followingRoutes({ db, following, seasons }: FollowingRouteDependencies): readonly RouteDefinition[] {
  const seen = async (userId: number, readerId: number, at: string): Promise<FollowedPlayer> => {
    const player = await seenPlayer(db, userId, readerId, await seasons.resolve(undefined, at))
    if (!player) throw new HttpProblem(404, 'Player not found')
    return player
  }

  return tagged('Following', [
    route({
      method: 'get',
      path: '/api/users/discover',
      access: 'user',
      summary: 'Lists players to follow: of the reader’s leagues first, then by followers',
      query: DiscoverQuery,
      responses: { 200: z.array(FollowedPlayer) },
      async handle({ query, user, context }) {
        const season = await seasons.resolve(undefined, context.at)
        return { body: await discoveredPlayers(db, user.id, season, query) }
      },
    }),
    route({
      method: 'put',
      path: '/api/users/:id/follow',
      access: 'user',
      summary: 'Follows a player; idempotent',
      params: byId,
      responses: { 200: FollowedPlayer },
      consumes: [quotas.follows],
      async handle({ params: { id }, user, context }) {
        if (id === user.id) throw new HttpProblem(403, 'You cannot follow yourself')
        const player = await seen(id, user.id, context.at)
        const wrote = await following({ type: 'follow', followerId: user.id, followedId: id }, context)
        // The stored follow counts even if the read model lags.
        const body = async () => ({ ...player, ...(await seen(id, user.id, context.at)), isFollowing: true })
        return { body, wrote }
      },
    }),
    route({
      method: 'delete',
      path: '/api/users/:id/follow',
      access: 'user',
      summary: 'Unfollows a player',
      params: byId,
      responses: { 204: null },
      problems: [],
      consumes: [quotas.follows],
      async handle({ params: { id }, user, context }) {
        return {
          status: 204,
          wrote: await following({ type: 'unfollow', followerId: user.id, followedId: id }, context),
        }
      },
    }),
  ])
}
