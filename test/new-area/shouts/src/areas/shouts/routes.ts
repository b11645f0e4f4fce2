import * as z from 'zod/mini'
import { paged } from '../../contracts/common.ts'
import { personNamed } from '../../slice/person.ts'
import { problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { quotas, type Shouts } from './commands.ts'
import { Shout, ShoutPost } from './contract.ts'
import { shoutsAround } from './queries.ts'

const problemOf = problemsOf<'at-oneself' | 'no-such-player'>({
  'at-oneself': [409, 'You cannot shout at yourself'],
  'no-such-player': [404, 'Player not found'],
})

export const shoutRoutes = (db: ReadDb, shouts: Shouts): readonly RouteDefinition[] =>
  tagged('Shouts', [
    route({
      method: 'get',
      path: '/api/shouts',
      access: 'user',
      summary: 'Shouts by the player and at the player, newest first',
      query: z.object(paged(50)),
      responses: { 200: z.array(Shout) },
      isPaged: true,
      async handle({ user, query }) {
        const { shouts, total } = await shoutsAround(db, user.id, query)
        return { body: shouts, total }
      },
    }),
    route({
      method: 'post',
      path: '/api/shouts',
      access: 'user',
      summary: 'Shouts at a player; at most 10 a day',
      body: ShoutPost,
      responses: { 201: Shout },
      problems: [404, 409],
      consumes: [quotas.shouts],
      async handle({ body, user, context }) {
        const outcome = await shouts.post(user.id, body, context)
        if (!outcome.ok) throw problemOf(outcome.rejected)
        const { shoutId: id, userId: _, ...shout } = outcome.shout
        const from = { id: user.id, ...personNamed(user.username) }
        return { status: 201, body: { id, from, ...shout }, wrote: outcome }
      },
    }),
  ])
