import * as z from 'zod/mini'
import { paged } from '../contracts/common.ts'
import { Shout, ShoutPost } from '../contracts/shouts.ts'
import { problemsOf } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type RouteDefinition, route } from '../slice/route.ts'
import { allowances } from './allowances.ts'
import type { ShoutOutcome, Shouts } from './commands.ts'
import { shoutsAround } from './queries.ts'

const problemOf = problemsOf<Extract<ShoutOutcome, { ok: false }>['rejected']>({
  'at-oneself': [409, 'You cannot shout at yourself'],
  'no-such-player': [404, 'Player not found'],
})

const tags = ['Shouts']

/** Shouting at somebody, and what was shouted. */
export function shoutRoutes({
  db,
  shouts,
}: {
  readonly db: ReadDb
  readonly shouts: Shouts
}): readonly RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/api/shouts',
      access: 'user',
      summary: 'The shouts of the player and at them, newest first',
      tags,
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
      summary: 'Shouts at a player; 4 an hour',
      tags,
      body: ShoutPost,
      responses: { 201: Shout },
      problems: [404, 409],
      takes: [allowances.shouts],
      async handle({ body, user, context }) {
        const outcome = await shouts.shout(user.id, body, context)
        if (!outcome.ok) throw problemOf(outcome.rejected)
        const { shoutId: id, playerId, words, shoutedAt } = outcome.shout
        const from = { id: user.id, username: user.username }
        return { status: 201, body: { id, from, playerId, words, shoutedAt }, wrote: outcome }
      },
    }),
  ]
}
