import * as z from 'zod/mini'
import { Season } from '../../contracts/common.ts'
import { type RouteDefinition, route } from '../../slice/route.ts'
import { type AnalyticsDependencies, createAnalytics } from './analytics.ts'
import { Analytics } from './contract.ts'

/** What predictions came to. */
export function analyticsRoutes(dependencies: AnalyticsDependencies): readonly RouteDefinition[] {
  const analyticsOf = createAnalytics(dependencies)
  return [
    route({
      method: 'get',
      path: '/api/analytics/predictions',
      access: 'user',
      summary:
        'What the predictions of a season came to, by players, clubs and leagues, beside the reader’s own. Only those that can change no more are counted, ' +
        'and of leagues only public ones and the reader’s',
      tags: ['Analytics'],
      query: z.object({ season: z.optional(Season) }),
      responses: { 200: Analytics },
      problems: [404],
      handle: async ({ query, user, context }) => ({ body: await analyticsOf(user.id, query.season, context.at) }),
    }),
  ]
}
