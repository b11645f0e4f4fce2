import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { Player, PlayerGameweek, PlayerPredictions } from './contract.ts'
import { gameweeksOf, type PlayerDependencies, type Seen, seenPlayer } from './queries.ts'
import { type FixturesOf, revealedPicks } from './revealed.ts'

export interface PlayerRouteDependencies extends PlayerDependencies {
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly fixturesOf: FixturesOf
}

const tags = ['Players']
const params = z.object({ id: Id })
const ofSeason = { season: z.optional(Season) }

/** An answer about somebody who is there. */
function found<T>(answer: T | null): T {
  if (answer === null) throw new HttpProblem(404, 'Player not found')
  return answer
}

/** What players see of each other. */
export function playerRoutes(dependencies: PlayerRouteDependencies): readonly RouteDefinition[] {
  const { db, seasons, fixturesOf } = dependencies
  const seen = async (playerId: number, readerId: number, season: string | undefined, at: string): Promise<Seen> => ({
    ...{ playerId, readerId },
    season: await seasons.resolve(season, at),
  })

  return [
    route({
      method: 'get',
      path: '/api/players/:id',
      access: 'user',
      summary: 'A player as others see them, beside the reader’s own figures and with the leagues of both',
      tags,
      params,
      query: z.object(ofSeason),
      responses: { 200: Player },
      problems: [404],
      handle: async ({ params: { id }, query: { season }, user, context }) => ({
        body: found(await seenPlayer(dependencies, await seen(id, user.id, season, context.at))),
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
        body: found(await gameweeksOf(db, await seen(id, user.id, season, context.at))),
      }),
    }),
    route({
      method: 'get',
      path: '/api/players/:id/predictions',
      access: 'user',
      summary:
        'What a player has predicted in a gameweek, of matches whose cutoff has passed: all of it for who shares a league with them, else what they have shared with everybody',
      tags,
      params,
      query: z.object({ gameweek: z.optional(Gameweek), ...ofSeason }),
      responses: { 200: PlayerPredictions },
      problems: [404],
      async handle({ params: { id }, query: { gameweek, season }, user, context: { at } }) {
        const asked = { ...(await seen(id, user.id, season, at)), gameweek, at }
        return { body: found(await revealedPicks(db, asked, fixturesOf)) }
      },
    }),
  ]
}
