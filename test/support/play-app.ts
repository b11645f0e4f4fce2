import { randomUUID } from 'node:crypto'
import { analyticsRoutes } from '../../src/areas/analytics/routes.ts'
import { boardRoutes } from '../../src/areas/boards/routes.ts'
import { createFixtureCache } from '../../src/areas/fixtures/fixture-cache.ts'
import { createSeasons } from '../../src/areas/fixtures/seasons.ts'
import { fixtureStream, gameweekStream, seasonStream, teamStream } from '../../src/areas/fixtures/streams.ts'
import { groups } from '../../src/areas/index.ts'
import type { LeagueEvent } from '../../src/areas/leagues/events.ts'
import { createPredictions } from '../../src/areas/predictions/commands.ts'
import { predictionRoutes } from '../../src/areas/predictions/routes.ts'
import type { Event, NewEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { ground, startAreas } from './area.ts'
import type { PlayEvent } from './play.ts'
import { clientOf, sessionsByCookie } from './serve.ts'

/** Initial time of the clock; kickoffs of the tests are around it. */
const NOW = '2024-08-15T12:00:00.000Z'

/**
 * Predictions, boards and analytics with engine, in-memory log and HTTP, on their own database and clock. The `cookie`
 * header names the user by id. Tests append facts of other areas (clubs, fixtures, results, people) to the log.
 */
export async function startPlay() {
  const base = await ground(NOW)
  const { database, now } = base
  const { db } = database
  const log = base.store.open()
  const handler = createCommandHandler({ log })
  const seasons = createSeasons({ db, changed: base.changed })
  const predictions = createPredictions({ db, handler, log, ids: createIds(database) })
  const { engine, url, caughtUp, stop } = await startAreas(base, {
    log,
    groups,
    reactors: [],
    sessions: sessionsByCookie(),
    routes: ({ passed }) => [
      ...predictionRoutes({
        db,
        predictions,
        seasons,
        fixturesOf: createFixtureCache({ db, changed: base.changed }).byIds,
      }),
      ...boardRoutes({ db, seasons, passed }),
      ...analyticsRoutes({ db, seasons, changed: base.changed, passed }),
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
interface Fact {
  readonly stream: string
  readonly event: PlayEvent | LeagueEvent
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
