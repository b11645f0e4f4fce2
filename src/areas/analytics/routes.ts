import * as z from 'zod/mini'
import { Season } from '../../contracts/common.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { type AnalyticsDependencies, createAnalytics } from './analytics.ts'
import { Analytics } from './contract.ts'

/** Route for analytics of predictions. */
export function analyticsRoutes(dependencies: AnalyticsDependencies): readonly RouteDefinition[] {
  const analyticsOf = createAnalytics(dependencies)
  return tagged('Analytics', [
    route({
      method: 'get',
      path: '/api/analytics/predictions',
      access: 'user',
      summary:
        'Analytics of the predictions of a season, by players, clubs and leagues, with the reader’s own. Only predictions after their cutoff are counted, ' +
        'and only public leagues and the reader’s own',
      query: z.object({ season: z.optional(Season) }),
      responses: { 200: Analytics },
      problems: [404],
      handle: async ({ query, user, context }) => ({ body: await analyticsOf(user.id, query.season, context.at) }),
    }),
  ])
}
