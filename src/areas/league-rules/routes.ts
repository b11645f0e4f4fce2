import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { type HttpProblem, problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, type SessionUser, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { type Jokers, quotas } from './commands.ts'
import { Joker, JokerChoice, LeagueJoker } from './contract.ts'
import { jokersOf } from './queries.ts'

const byJoker = z.object({ id: Id, gameweek: Gameweek })
const season = z.optional(Season)

type Rejection = Extract<Awaited<ReturnType<Jokers['place']>>, { ok: false }>['rejected']

const problemOf = (code: Rejection, gameweek: number): HttpProblem =>
  problemsOf<Rejection>({
    'league-not-found': [404, 'League not found'],
    'not-a-member': [404, 'You are not a member of this league'],
    'no-joker': [409, `This league has no joker in gameweek ${gameweek}`],
    'fixture-not-found': [404, 'There is no such fixture'],
    'wrong-gameweek': [409, `This match is not in gameweek ${gameweek}`],
    'prediction-period-ended': [409, 'Prediction period has ended'],
    'joker-played': [409, `Your joker of gameweek ${gameweek} is played`],
    'joker-changed': [409, 'Your joker has just been changed'],
  })(code)

interface JokerRouteDependencies {
  readonly db: ReadDb
  readonly jokers: Jokers
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Routes for jokers. Only their player sees them before their match closes (docs/rules.md R325). */
export function jokerRoutes({ db, jokers, seasons }: JokerRouteDependencies): readonly RouteDefinition[] {
  return tagged('Leagues', [
    route({
      method: 'put',
      path: '/api/leagues/:id/jokers/:gameweek',
      access: 'user',
      summary: 'Sets or moves the joker of a gameweek, until the cutoffs of both matches',
      params: byJoker,
      query: z.object({ season }),
      body: JokerChoice,
      responses: { 200: Joker },
      problems: [404, 409],
      consumes: [quotas.jokers],
      async handle({ params, query, body: { fixtureId }, user, context }) {
        const key = await keyOf(params, query.season, user, context.at)
        const outcome = await jokers.place(key, fixtureId, context)
        if (!outcome.ok) throw problemOf(outcome.rejected, params.gameweek)
        const { leagueId, season, gameweek } = key
        return { body: { leagueId, season, gameweek, fixtureId, isMovable: true }, wrote: outcome }
      },
    }),
    route({
      method: 'delete',
      path: '/api/leagues/:id/jokers/:gameweek',
      access: 'user',
      summary: 'Takes the joker of a gameweek off, until the cutoff of its match',
      params: byJoker,
      query: z.object({ season }),
      responses: { 204: null },
      problems: [404, 409],
      consumes: [quotas.jokers],
      async handle({ params, query, user, context }) {
        const outcome = await jokers.remove(await keyOf(params, query.season, user, context.at), context)
        if (!outcome.ok) throw problemOf(outcome.rejected, params.gameweek)
        return { status: 204, wrote: outcome }
      },
    }),
    route({
      method: 'get',
      path: '/api/user/jokers',
      access: 'user',
      summary: 'Lists the reader’s jokers of a gameweek, one for each of their leagues that has one',
      query: z.object({ gameweek: Gameweek, season }),
      responses: { 200: z.array(LeagueJoker) },
      problems: [404],
      handle: async ({ query, user, context: { at } }) => ({
        body: await listOf(user.id, await seasons.resolve(query.season, at), query.gameweek, at),
      }),
    }),
  ])

  async function listOf(userId: number, season: string | null, gameweek: number, at: string): Promise<LeagueJoker[]> {
    return season === null ? [] : jokersOf(db, userId, { leagueId: null, season, gameweeks: [gameweek] }, at)
  }

  async function keyOf(
    { id: leagueId, gameweek }: { readonly id: number; readonly gameweek: number },
    named: string | undefined,
    user: SessionUser,
    at: string,
  ) {
    const found = await seasons.resolve(named, at)
    if (found === null) throw problemOf('no-joker', gameweek)
    return { leagueId, userId: user.id, season: found, gameweek }
  }
}
