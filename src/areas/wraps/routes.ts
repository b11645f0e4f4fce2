import * as z from 'zod/mini'
import { Season } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { Wrap, WrapPart } from './contract.ts'
import type { WrapKey } from './page.ts'
import type { WrapOf } from './wrap.ts'

interface WrapRouteDependencies {
  readonly seasons: Pick<Seasons, 'resolve' | 'names'>
  readonly wrapOf: WrapOf
  readonly wrapKey: WrapKey
}

/** Route of the reader's own wrap. */
export const wrapRoutes = ({ seasons, wrapOf, wrapKey }: WrapRouteDependencies): readonly RouteDefinition[] =>
  tagged('Wraps', [
    route({
      method: 'get',
      path: '/api/wrap',
      access: 'user',
      summary:
        'The reader’s half-season or season in six cards. Without `part`, the latest that has ended. Without `season`, the current one once a gameweek of it has settled, until then the one before',
      query: z.object({ season: z.optional(Season), part: z.optional(WrapPart) }),
      responses: { 200: Wrap },
      problems: [404],
      async handle({ query, user, context }) {
        const season = await seasons.resolve(query.season, context.at)
        const of = (name: string | null | undefined) => (name ? wrapOf(user.id, name, query.part) : null)
        let found = await of(season)
        if (found?.wrap.settledGameweeks === 0 && query.season === undefined) {
          const names = await seasons.names()
          found = (await of(names[names.indexOf(found.wrap.season) + 1])) ?? found
        }
        if (!found) throw new HttpProblem(404, 'No season has begun')
        const { wrap } = found
        const path = `/wrap/${user.id}/${wrap.season}/${wrap.part}/${wrapKey(user.id, wrap.season, wrap.part)}`
        return { body: { ...wrap, path: wrap.cards === null ? null : path } }
      },
    }),
  ])
