import * as z from 'zod/mini'
import { Id, paged } from '../../contracts/common.ts'
import { problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { seenLeague } from '../leagues/queries.ts'
import { LiveDay, Match, MatchChange, MatchPicks, ProvisionalPage } from './contract.ts'
import type { Live } from './live.ts'
import type { Matches } from './matches.ts'

const params = z.object({ id: Id })

const problemOf = problemsOf<'no-match' | 'no-league' | 'sealed'>({
  'no-match': [404, 'There is no such fixture'],
  'no-league': [404, 'League not found'],
  sealed: [409, 'Picks are revealed once the match has closed'],
})

/** Rows of a page of a provisional board. */
const MOST_ROWS = 100

interface Dependencies {
  readonly db: ReadDb
  readonly matches: Matches
  readonly live: Live
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Routes of the match page, and of matches under way. */
export function matchRoutes({ db, matches, live, seasons }: Dependencies): readonly RouteDefinition[] {
  const current = (at: string) => seasons.resolve(undefined, at)
  return tagged('Fixtures', [
    route({
      method: 'get',
      path: '/api/fixtures/:id',
      access: 'user',
      summary: 'A match with its number of predictions',
      params,
      responses: { 200: Match },
      async handle({ params: { id }, user, context }) {
        const match = await matches.match(id, user.id, context.at)
        if (match === null) throw problemOf('no-match')
        return { body: match }
      },
    }),
    route({
      method: 'get',
      path: '/api/fixtures/:id/history',
      access: 'user',
      summary: 'Changes of the date and result of a match, with reasons (empty while the event log is unreachable)',
      params,
      responses: { 200: z.array(MatchChange) },
      async handle({ params: { id } }) {
        const history = await matches.history(id)
        if (history === null) throw problemOf('no-match')
        return { body: history }
      },
    }),
    route({
      method: 'get',
      path: '/api/fixtures/:id/picks',
      access: 'user',
      summary:
        'The picks of a match whose cutoff has passed: all of them as counts, those of the reader’s league mates by name. `league`: only members of this league of the reader',
      params,
      query: z.object({ league: z.optional(Id) }),
      responses: { 200: MatchPicks },
      problems: [404, 409],
      async handle({ params: { id }, query: { league }, user, context }) {
        const picks = await matches.picks(id, user.id, league, context.at)
        if (typeof picks === 'string') throw problemOf(picks)
        return { body: picks }
      },
    }),
    route({
      method: 'get',
      path: '/api/live',
      access: 'user',
      summary: 'Matches under way, their goals, and the reader’s points and rank as they stand',
      responses: { 200: LiveDay },
      handle: async ({ user, context: { at } }) => ({ body: await live.day(await current(at), user.id, at) }),
    }),
    route({
      method: 'get',
      path: '/api/leaderboard/provisional',
      access: 'user',
      summary: 'A page of the leaderboard as it would be if the matches under way ended now',
      tag: 'Leaderboards',
      query: z.object(paged(MOST_ROWS)),
      responses: { 200: ProvisionalPage },
      handle: async ({ query, user, context: { at } }) => ({
        body: await live.page(await current(at), user.id, query, at),
      }),
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id/provisional',
      access: 'user',
      summary: 'The first rows of a league as they would be if the matches under way ended now',
      tag: 'Leagues',
      params,
      query: z.object({ limit: paged(MOST_ROWS).limit }),
      responses: { 200: ProvisionalPage },
      async handle({ params: { id }, query: { limit }, user, context: { at } }) {
        const league = await seenLeague(db, id, user.id)
        if (league === null) throw problemOf('no-league')
        return { body: await live.league(await current(at), league, user.id, limit, at) }
      },
    }),
  ])
}
