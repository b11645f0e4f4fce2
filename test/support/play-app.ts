import { randomUUID } from 'node:crypto'
import { analyticsRoutes } from '../../src/areas/analytics/routes.ts'
import { boardRoutes } from '../../src/areas/boards/routes.ts'
import { lastMessageAt } from '../../src/areas/chat/queries.ts'
import { createPredictFinalTable } from '../../src/areas/final-table/commands.ts'
import { createFinalTables } from '../../src/areas/final-table/final-tables.ts'
import { finalTableRoutes } from '../../src/areas/final-table/routes.ts'
import { createFixtureCache } from '../../src/areas/fixtures/fixture-cache.ts'
import { createSeasons } from '../../src/areas/fixtures/seasons.ts'
import { fixtureStream, gameweekStream, seasonStream, teamStream } from '../../src/areas/fixtures/streams.ts'
import { groups } from '../../src/areas/index.ts'
import { createJokers } from '../../src/areas/league-rules/commands.ts'
import type { JokerEvent } from '../../src/areas/league-rules/events.ts'
import { jokerRoutes } from '../../src/areas/league-rules/routes.ts'
import { createLeagues } from '../../src/areas/leagues/commands.ts'
import type { LeagueEvent } from '../../src/areas/leagues/events.ts'
import { createJoinGuard } from '../../src/areas/leagues/join-guard.ts'
import { leagueRoutes } from '../../src/areas/leagues/routes.ts'
import { createLeagueRules } from '../../src/areas/leagues/rules-page.ts'
import { leagueRulesRoutes } from '../../src/areas/leagues/rules-routes.ts'
import { createLive } from '../../src/areas/matches/live.ts'
import { createMatches } from '../../src/areas/matches/matches.ts'
import { matchRoutes } from '../../src/areas/matches/routes.ts'
import { createPredictions } from '../../src/areas/predictions/commands.ts'
import { predictionRoutes } from '../../src/areas/predictions/routes.ts'
import type { Event, NewEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { ground, startAreas } from './area.ts'
import type { PlayEvent } from './play.ts'
import { testKeys } from './seals.ts'
import { clientOf, sessionsByCookie } from './serve.ts'

/** Initial time of the clock; kickoffs of the tests are around it. */
const NOW = '2024-08-15T12:00:00.000Z'

/**
 * Predictions, boards, analytics and final tables with engine, in-memory log and HTTP, on their own database and clock. The `cookie`
 * header names the user by id. Tests append facts of other areas (clubs, fixtures, results, people) to the log.
 */
export async function startPlay() {
  const base = await ground(NOW)
  const { database, now } = base
  const { db } = database
  const log = base.store.open()
  const handler = createCommandHandler({ log })
  const seasons = createSeasons({ db, changed: base.changed })
  const predictions = createPredictions({ db, handler, log, ids: createIds(database), keysOf: testKeys })
  const { changed } = base
  const fixtures = createFixtureCache({ db, changed })
  const leagues = createLeagues({
    db,
    handler,
    ids: createIds(database),
    guard: createJoinGuard(database),
    hmac: (_, value) => value,
  })
  const matches = createMatches({ db, handler, changed, fixturesOf: fixtures.byIds })
  const live = createLive({ db, changed, fixtures, crowdOf: matches.crowdOf })
  const { engine, url, caughtUp, stop } = await startAreas(base, {
    log,
    groups,
    reactors: [],
    sessions: sessionsByCookie(),
    routes: ({ passed }) => [
      ...predictionRoutes({ db, predictions, seasons, fixturesOf: fixtures.byIds }),
      ...boardRoutes({ db, seasons, passed }),
      ...analyticsRoutes({ db, seasons, changed, passed }),
      ...finalTableRoutes({
        tables: createFinalTables({ db, seasons, changed, tableKey: (userId, season) => `${userId}${season}` }),
        predict: createPredictFinalTable({ db, handler }),
        seasons,
      }),
      ...leagueRoutes({ db, leagues, seasons, passed, lastMessageAt }),
      ...leagueRulesRoutes({ db, leagues, pages: createLeagueRules({ db, seasons, fixtures }) }),
      ...jokerRoutes({ db, jokers: createJokers({ db, handler, leagues }), seasons }),
      ...matchRoutes({ db, matches, live, seasons }),
    ],
  })

  return {
    database,
    log,
    engine,
    predictions,
    seasons,
    url,
    now,
    travel: base.travel,
    context: (actor: number) => base.contextOf(actor),
    /** Appends facts as their areas would and waits until they are projected. */
    async say(...facts: readonly Fact[]) {
      await append(log, facts, now())
      await caughtUp()
    },
    /** An HTTP client for a user; `null`: signed out. */
    as: (user: number | null) => clientOf(url, user),
    stop,
  }
}

export type TestPlay = Awaited<ReturnType<typeof startPlay>>

/** An event of the areas under test, with its stream. */
export interface Fact {
  readonly stream: string
  readonly event: PlayEvent | LeagueEvent | JokerEvent
}

async function append(log: EventLog, facts: readonly Fact[], at: string) {
  for (const { stream, event } of facts) {
    const there = await log.readStream(stream)
    await log.append(stream, [newEvent(event as Event, at)], there.length === 0 ? 'no_stream' : there.length - 1)
  }
}

const newEvent = ({ type, data }: Event, at: string): NewEvent => {
  const id = randomUUID()
  return {
    id,
    type,
    data,
    metadata: { $correlationId: id, $causationId: id, actor: null, version: 1, source: 'command', at },
  }
}

const colours = { field: '#111111', band: '#222222', letters: '#ffffff' }

/** A club named after its number. */
export const club = (teamId: number) => ({
  stream: teamStream(`club-${teamId}`),
  event: {
    type: 'TeamRegistered',
    data: {
      teamId,
      slug: `club-${teamId}`,
      name: `Club ${teamId}`,
      shortName: `C${teamId}`,
      code: `CL${teamId}`,
      colours,
    },
  } satisfies PlayEvent,
})

export const season = (name: string) => ({
  stream: seasonStream(name),
  event: { type: 'SeasonOpened', data: { season: name, name, anchor: null } } satisfies PlayEvent,
})

export interface TestFixture {
  readonly fixtureId: number
  readonly season: string
  readonly gameweek: number
  readonly homeTeamId: number
  readonly awayTeamId: number
  readonly kickoff: string | null
}

const streamOf = (fixture: TestFixture) =>
  fixtureStream(fixture.season, `club-${fixture.homeTeamId}`, `club-${fixture.awayTeamId}`)

export const scheduled = (fixture: TestFixture) => ({
  stream: streamOf(fixture),
  event: { type: 'FixtureScheduled', data: { ...fixture } } satisfies PlayEvent,
})

/** Any later fact of a fixture. */
export const fact = <T extends PlayEvent>(fixture: TestFixture, event: T) => ({ stream: streamOf(fixture), event })

export const finished = (fixture: TestFixture, homeScore: number, awayScore: number) =>
  fact(fixture, {
    type: 'MatchFinished',
    data: { fixtureId: fixture.fixtureId, homeScore, awayScore, byHand: false, reason: null },
  })

export const corrected = (fixture: TestFixture, homeScore: number, awayScore: number) =>
  fact(fixture, {
    type: 'MatchResultCorrected',
    data: { fixtureId: fixture.fixtureId, homeScore, awayScore, byHand: true, reason: 'VAR' },
  })

export const lifted = (fixture: TestFixture) =>
  fact(fixture, {
    type: 'ResultLifted',
    data: { fixtureId: fixture.fixtureId, homeScore: null, awayScore: null, reason: null },
  })

export const settled = (seasonName: string, gameweek: number, fixtureIds: number[]) => ({
  stream: gameweekStream(seasonName, gameweek),
  event: { type: 'GameweekSettled', data: { season: seasonName, gameweek, fixtureIds } } satisfies PlayEvent,
})

/** Points booked for a competition of the player's own. */
export const prize = (userId: number, seasonName: string, points: number) => ({
  stream: `prize-${userId}-${seasonName}`,
  event: {
    type: 'PrizeBooked',
    data: { competitionId: 1, asOf: 1, userId, season: seasonName, points, place: 1, reason: 'A prize' },
  } satisfies PlayEvent,
})

export const registered = (userId: number) => ({
  stream: `account-player${userId}`,
  event: { type: 'UserRegistered', data: { userId, username: `player${userId}`, role: 'user' } } satisfies PlayEvent,
})

export const deleted = (userId: number) => ({
  stream: `account-player${userId}`,
  event: { type: 'UserDeleted', data: { userId } } satisfies PlayEvent,
})
