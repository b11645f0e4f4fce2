import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { Player, PlayerGameweek, PlayerPredictions } from './contract.ts'
import { gameweeksOf, type PlayerDependencies, type PlayerQuery, seenPlayer } from './queries.ts'
import { type FixturesOf, revealedPicks } from './revealed.ts'

export interface PlayerRouteDependencies extends PlayerDependencies {
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly fixturesOf: FixturesOf
}

const tags = ['Players']
const params = z.object({ id: Id })
const ofSeason = { season: z.optional(Season) }

/** Throws 404 for a player who is unknown or deleted. */
function found<T>(answer: T | null): T {
  if (answer === null) throw new HttpProblem(404, 'Player not found')
  return answer
}

/** Routes of the player page: profile, gameweeks and revealed predictions. */
export function playerRoutes(dependencies: PlayerRouteDependencies): readonly RouteDefinition[] {
  const { db, seasons, fixturesOf } = dependencies
  const queryOf = async (
    playerId: number,
    readerId: number,
    season: string | undefined,
    at: string,
  ): Promise<PlayerQuery> => ({
    ...{ playerId, readerId },
    season: await seasons.resolve(season, at),
  })

  return [
    route({
      method: 'get',
      path: '/api/players/:id',
      access: 'user',
      summary: 'A player’s public profile, with the reader’s own figures and the leagues of both',
      tags,
      params,
      query: z.object(ofSeason),
      responses: { 200: Player },
      problems: [404],
      handle: async ({ params: { id }, query: { season }, user, context }) => ({
        body: found(await seenPlayer(dependencies, await queryOf(id, user.id, season, context.at))),
      }),
    }),
    route({
      method: 'get',
      path: '/api/players/:id/gameweeks',
      access: 'user',
      summary: 'Match points of a player by gameweek, with the reader’s own',
      tags,
      params,
      query: z.object(ofSeason),
      responses: { 200: z.array(PlayerGameweek) },
      problems: [404],
      handle: async ({ params: { id }, query: { season }, user, context }) => ({
        body: found(await gameweeksOf(db, await queryOf(id, user.id, season, context.at))),
      }),
    }),
    route({
      method: 'get',
      path: '/api/players/:id/predictions',
      access: 'user',
      summary:
        'A player’s predictions of one gameweek, for matches whose cutoff has passed. Readers who share a league with the player see all of them, others the public shares',
      tags,
      params,
      query: z.object({ gameweek: z.optional(Gameweek), ...ofSeason }),
      responses: { 200: PlayerPredictions },
      problems: [404],
      async handle({ params: { id }, query: { gameweek, season }, user, context: { at } }) {
        const picksQuery = { ...(await queryOf(id, user.id, season, at)), gameweek, at }
        return { body: found(await revealedPicks(db, picksQuery, fixturesOf)) }
      },
    }),
  ]
}
