import * as z from 'zod/mini'
import { Gameweek, paged, pageOf, Season } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { type BoardDependencies, createBoards } from './boards.ts'
import {
  BoardSeasons,
  GameweekWinner,
  LeaderboardEntry,
  LeaderboardPage,
  LedgerEntry,
  onePeriod,
  PastBoard,
  pastQuery,
  RankHistory,
  SettledBoard,
} from './contract.ts'
import { ranksOf, winnersOf, wonSeasons } from './history.ts'
import { ledgerOf } from './ledger.ts'
import { createPastBoards } from './queries.ts'

const limit = z.int().check(z.minimum(1), z.maximum(100))
const offset = z.int().check(z.minimum(0), z.maximum(100_000_000))
const season = z.optional(Season)
/** Up to four comma-separated ids. */
const rivals = z.optional(
  z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,3}$/, 'Up to four ids with commas between them')),
)

/** Routes for leaderboards and the points ledger. */
export function boardRoutes(dependencies: BoardDependencies): readonly RouteDefinition[] {
  const boards = createBoards(dependencies)
  const past = createPastBoards(dependencies)
  const { db, seasons } = dependencies
  return tagged('Leaderboards', [
    route({
      method: 'get',
      path: '/api/leaderboard',
      access: 'user',
      summary:
        'A page of the leaderboard, of the season or one gameweek, with the reader’s own row. `around=me`: the page with the reader in the middle; ' +
        '`search`: players with this beginning of the name, by name; `parts=true`: includes the parts of the points; ' +
        '`asOf`: the board of the season after a settled gameweek, as published then or with later corrections (`view`), and what has changed',
      query: z
        .object({
          limit: z._default(limit, 50),
          offset: z._default(offset, 0),
          season,
          gameweek: z.optional(Gameweek),
          around: z.optional(z.literal('me')),
          search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))),
          parts: z.optional(z.enum(['true', 'false'])),
          ...pastQuery,
        })
        .check(onePeriod),
      responses: { 200: z.union([LeaderboardPage, PastBoard]) },
      problems: [404],
      async handle({ query: { parts, season, asOf, view, ...query }, user, context }) {
        if (asOf === undefined)
          return { body: await boards.page(user.id, { ...query, withParts: parts === 'true' }, season, context.at) }
        const name = await seasons.resolve(season, context.at)
        return { body: await past.page(user.id, { ...query, asOf, view }, name) }
      },
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/gameweeks',
      access: 'user',
      summary: 'Settled gameweeks, with the number of results that have changed since',
      query: z.object({ season }),
      responses: { 200: z.array(SettledBoard) },
      problems: [404],
      async handle({ query, context }) {
        const name = await seasons.resolve(query.season, context.at)
        return { body: name === null ? [] : await past.gameweeks(name) }
      },
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/seasons',
      access: 'user',
      summary: 'The current season, and all seasons with boards of settled gameweeks, latest first',
      responses: { 200: BoardSeasons },
      async handle({ context }) {
        const [current, won] = [await seasons.resolve(undefined, context.at), await wonSeasons(db)]
        const names = await seasons.names()
        return { body: { season: current, seasons: names.filter((name) => name === current || won.has(name)) } }
      },
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/top100',
      access: 'user',
      summary: 'The top hundred of the leaderboard',
      query: z.object({ season }),
      responses: { 200: z.array(LeaderboardEntry) },
      problems: [404],
      handle: async ({ query, context }) => ({
        body: await boards.entries({ limit: 100, offset: 0 }, query.season, context.at),
      }),
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/gameweek/:gameweek',
      access: 'user',
      summary: 'The leaderboard of one gameweek: match points only',
      params: z.object({ gameweek: Gameweek }),
      query: z.object({ limit: z._default(limit, 100), offset: z._default(offset, 0), season }),
      responses: { 200: z.array(LeaderboardEntry) },
      handle: async ({ params, query: { season, ...page }, context }) => ({
        body: await boards.entries({ ...params, ...page }, season, context.at),
      }),
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/winners',
      access: 'user',
      summary: 'Winners of each settled gameweek, latest first, with the reader’s own points',
      query: z.object({ season }),
      responses: { 200: z.array(GameweekWinner) },
      problems: [404],
      async handle({ query, user, context }) {
        const name = await seasons.resolve(query.season, context.at)
        return { body: name === null ? [] : await winnersOf(db, name, user.id) }
      },
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/ranks',
      access: 'user',
      summary: 'Ranks of the reader, and of up to four others, when each gameweek settled',
      query: z.object({ season, rivals }),
      responses: { 200: RankHistory },
      problems: [404],
      async handle({ query, user, context }) {
        const name = await seasons.resolve(query.season, context.at)
        const players = [user.id, ...(query.rivals?.split(',').map(Number) ?? [])]
        return { body: name === null ? { gameweeks: [], players: [] } : await ranksOf(db, name, players) }
      },
    }),
    route({
      method: 'get',
      path: '/api/user/points',
      access: 'user',
      summary: 'The reader’s points ledger: every credit and debit with its reason, newest first',
      query: z.object({ season, ...paged(PAGE.ledger) }),
      responses: { 200: z.array(LedgerEntry) },
      problems: [404],
      isPaged: true,
      async handle({ query, user, context }) {
        if (query.season !== undefined) await seasons.resolve(query.season, context.at)
        const all = await ledgerOf(db, user.id, query.season)
        return { body: pageOf(all, query), total: all.length }
      },
    }),
  ])
}
