import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { Duel, DuelPicks, Player, PlayerGameweek, PlayerPredictions } from './contract.ts'
import { type DuelQuery, duelOf, duelPicks } from './duel.ts'
import type { DuelKey } from './duel-page.ts'
import { gameweeksOf, type PlayerDependencies, type PlayerQuery, seenPlayer } from './queries.ts'
import { type FixturesOf, revealedPicks } from './revealed.ts'

interface PlayerRouteDependencies extends PlayerDependencies {
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly fixturesOf: FixturesOf
  readonly duelKey: DuelKey
}

const params = z.object({ id: Id })
const duelParams = z
  .object({ id: Id, other: Id })
  .check(z.refine(({ id, other }) => id !== other, { message: 'Choose two different players' }))
const ofSeason = { season: z.optional(Season) }

/** Throws 404 for a player who is unknown or deleted. */
function found<T>(answer: T | null): T {
  if (answer === null) throw new HttpProblem(404, 'Player not found')
  return answer
}

/** Routes of the player page: profile, gameweeks and revealed predictions. */
export function playerRoutes(dependencies: PlayerRouteDependencies): readonly RouteDefinition[] {
  const { db, seasons, fixturesOf, scoreIn, duelKey } = dependencies
  const queryOf = async (
    playerId: number,
    readerId: number,
    season: string | undefined,
    at: string,
  ): Promise<PlayerQuery> => ({
    ...{ playerId, readerId },
    season: await seasons.resolve(season, at),
  })

  const duelQueryOf = async (
    { id, other }: { id: number; other: number },
    readerId: number,
    season: string | undefined,
    at: string,
  ): Promise<DuelQuery> => ({
    ...{ playerId: id, opponentId: other, readerId },
    season: await seasons.resolve(season, at),
  })

  return tagged('Players', [
    route({
      method: 'get',
      path: '/api/players/:id',
      access: 'user',
      summary: 'A player’s public profile, with the reader’s own figures and the leagues of both',
      params,
      query: z.object(ofSeason),
      responses: { 200: Player },
      handle: async ({ params: { id }, query: { season }, user, context }) => ({
        body: found(await seenPlayer(dependencies, await queryOf(id, user.id, season, context.at))),
      }),
    }),
    route({
      method: 'get',
      path: '/api/players/:id/gameweeks',
      access: 'user',
      summary: 'Match points of a player by gameweek, with the reader’s own',
      params,
      query: z.object(ofSeason),
      responses: { 200: z.array(PlayerGameweek) },
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
      params,
      query: z.object({ gameweek: z.optional(Gameweek), ...ofSeason }),
      responses: { 200: PlayerPredictions },
      async handle({ params: { id }, query: { gameweek, season }, user, context: { at } }) {
        const picksQuery = { ...(await queryOf(id, user.id, season, at)), gameweek, at }
        return { body: found(await revealedPicks(db, picksQuery, fixturesOf)) }
      },
    }),
    route({
      method: 'get',
      path: '/api/players/:id/duel/:other',
      access: 'user',
      summary:
        'Two players’ figures and match points by gameweek, side by side. Readers who share a league with both also get numbers of single matches',
      params: duelParams,
      query: z.object(ofSeason),
      responses: { 200: Duel },
      async handle({ params: { id, other }, query: { season }, user, context }) {
        const duel = found(await duelOf(db, await duelQueryOf({ id, other }, user.id, season, context.at), scoreIn))
        return { body: { ...duel, key: user.id === id || user.id === other ? duelKey(id, other) : null } }
      },
    }),
    route({
      method: 'get',
      path: '/api/players/:id/duel/:other/picks',
      access: 'user',
      summary:
        'Two players’ predictions of one gameweek, for matches whose cutoff has passed. For readers who share a league with both',
      params: duelParams,
      query: z.object({ gameweek: z.optional(Gameweek), ...ofSeason }),
      responses: { 200: DuelPicks },
      problems: [403, 404],
      async handle({ params: { id, other }, query: { gameweek, season }, user, context: { at } }) {
        const query = { ...(await duelQueryOf({ id, other }, user.id, season, at)), gameweek, at }
        const picks = found(await duelPicks(db, query, fixturesOf))
        if (picks === 'far') throw new HttpProblem(403, 'Picks are shown to league mates only')
        return { body: picks }
      },
    }),
  ])
}
