import * as z from 'zod/mini'
import { Season } from '../../contracts/common.ts'
import { acceptedOr, problemsOf } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { type PredictFinalTable, quotas } from './commands.ts'
import { FinalTable, FinalTableBoard, FinalTableEntry, MateTable } from './contract.ts'
import type { FinalTableError } from './final-table-decider.ts'
import type { FinalTables } from './final-tables.ts'

const season = z.optional(Season)

const problemOf = problemsOf<FinalTableError>({
  'season-not-found': [404, 'There is no season yet'],
  'final-table-closed': [409, 'The final table closed with the first match of the season'],
  'not-the-clubs': [400, 'A final table has each club of the season once', 'clubIds'],
})
const accepted = acceptedOr(problemOf)

interface FinalTableRouteDependencies {
  readonly tables: FinalTables
  readonly predict: PredictFinalTable
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Routes for predictions of the final table. Before the first cutoff, readers see their own only (docs/rules.md R287). */
export function finalTableRoutes({
  tables,
  predict,
  seasons,
}: FinalTableRouteDependencies): readonly RouteDefinition[] {
  return tagged('Final table', [
    route({
      method: 'get',
      path: '/api/final-table',
      access: 'user',
      summary: 'The reader’s prediction of a season’s final table, and the present places of the clubs',
      query: z.object({ season }),
      responses: { 200: FinalTable },
      problems: [404],
      handle: async ({ query, user, context }) => ({ body: await tables.about(user.id, query.season, context.at) }),
    }),
    route({
      method: 'put',
      path: '/api/final-table',
      access: 'user',
      summary: 'Predicts the final table, until the first cutoff of the season',
      body: FinalTableEntry,
      responses: { 200: FinalTable },
      problems: [404, 409],
      consumes: [quotas.finalTables],
      async handle({ body: { clubIds, season: named }, user, context }) {
        const name = await seasons.resolve(named, context.at)
        if (name === null) throw problemOf('season-not-found')
        const wanted = { userId: user.id, season: name, clubIds, seasonClubIds: await tables.clubIds(name, context.at) }
        const wrote = accepted(await predict(wanted, context))
        const body = async () => {
          const about = await tables.about(user.id, name, context.at)
          // The stored prediction counts even if the read model lags.
          const own = { clubIds, updatedAt: about.own?.updatedAt ?? context.at, score: null, inPlace: [], path: null }
          return { ...about, own, total: Math.max(about.total, 1) }
        }
        return { body, wrote }
      },
    }),
    route({
      method: 'get',
      path: '/api/final-table/board',
      access: 'user',
      summary: 'The board of final tables as it stands, or final. `around=me`: the page with the reader in the middle',
      query: z.object({
        limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
        offset: z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), 0),
        around: z.optional(z.literal('me')),
        season,
      }),
      responses: { 200: FinalTableBoard },
      problems: [404],
      handle: async ({ query: { season, ...page }, user, context }) => ({
        body: await tables.board(user.id, page, season, context.at),
      }),
    }),
    route({
      method: 'get',
      path: '/api/final-table/mates',
      access: 'user',
      summary: 'Final tables of league mates, after the first cutoff of the season',
      query: z.object({ season }),
      responses: { 200: z.array(MateTable) },
      problems: [404],
      handle: async ({ query, user, context }) => ({ body: await tables.mates(user.id, query.season, context.at) }),
    }),
  ])
}
