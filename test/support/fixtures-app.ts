import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { boardRoutes } from '../../src/areas/boards/routes.ts'
import { createFixtureCache } from '../../src/areas/fixtures/fixture-cache.ts'
import { createFixtureLoader } from '../../src/areas/fixtures/fixture-loader.ts'
import { loadCalendar } from '../../src/areas/fixtures/load-calendar.ts'
import { fixtureRoutes } from '../../src/areas/fixtures/routes.ts'
import { createSeasons } from '../../src/areas/fixtures/seasons.ts'
import { createSettlementReactor } from '../../src/areas/fixtures/settlement-reactor.ts'
import type { SeasonCalendar, SourceMatch } from '../../src/areas/fixtures/sources/calendar.ts'
import type { RealSource } from '../../src/areas/fixtures/sources/read-season.ts'
import { groups } from '../../src/areas/index.ts'
import { createPredictions } from '../../src/areas/predictions/commands.ts'
import { predictionRoutes } from '../../src/areas/predictions/routes.ts'
import { createVoidPicks } from '../../src/areas/predictions/void-picks.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { ground, startAreas } from './area.ts'
import { testKeys } from './seals.ts'
import { clientOf, sessionsByCookie } from './serve.ts'

/** A real season next to the repository; null, with a printed reason, if it is missing. */
export function realSeason(name: string): string | null {
  const file = fileURLToPath(new URL(`../../../shared/data/openfootball/${name}.en.1.json`, import.meta.url))
  if (existsSync(file)) return file
  console.warn(`skipped: the season ${name} is not beside the repository (shared/data/openfootball)`)
  return null
}

/** The first gameweeks of a season, in a file of their own. */
export function firstGameweeks(season: string, count: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-season-'))
  const file = path.join(folder, 'season.json')
  const { matches, ...more } = JSON.parse(readFileSync(season, 'utf8')) as { matches: { round: string }[] }
  const first = matches.filter(({ round }) => Number(round.replace('Matchday ', '')) <= count)
  writeFileSync(file, JSON.stringify({ ...more, matches: first }))
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}

/** A match of a test season; any field may be overridden. */
export const match = (home: string, away: string, over: Partial<SourceMatch> = {}): SourceMatch => ({
  gameweek: 1,
  home,
  away,
  kickoff: '2025-03-01T15:00:00.000Z',
  status: over.score ? 'finished' : 'scheduled',
  score: null,
  awarded: null,
  ...over,
})

export const calendar = (matches: readonly SourceMatch[], season = '2024-25'): SeasonCalendar => ({
  season,
  name: `Premier League ${season}`,
  anchor: null,
  matches,
})

interface FixturesOptions {
  /** Wraps the log that the game uses. */
  readonly wrap?: (log: EventLog) => EventLog
}

/**
 * Fixtures, predictions and boards with engine, settlement, in-memory log and HTTP, on their own database and clock.
 * The `cookie` header names the user: a user id, or `admin`.
 */
export async function startFixtures(now: string, { wrap = (log) => log }: FixturesOptions = {}) {
  const base = await ground(now)
  const { database, clock, changed } = base
  const log = wrap(base.store.open())
  const handler = createCommandHandler({ log })
  const ids = createIds(database)
  const { db } = database
  const seasons = createSeasons({ db, changed })
  const cache = createFixtureCache({ db, changed })
  const predictions = createPredictions({ db, handler, log, ids, keysOf: testKeys })
  const loader = createFixtureLoader({ log, handler, ids, clock })
  const { engine, url, caughtUp, stop } = await startAreas(base, {
    log,
    groups,
    reactors: [createSettlementReactor({ handler })],
    sessions: sessionsByCookie(),
    routes: ({ passed }) => [
      ...fixtureRoutes({ db, handler, seasons, cache }),
      ...predictionRoutes({ db, predictions, seasons, fixturesOf: cache.byIds }),
      ...boardRoutes({ db, seasons, passed }),
    ],
  })

  async function settle(): Promise<void> {
    engine.nudge()
    await engine.waitForReactor('settled-gameweeks', await log.head(), 60_000)
    await caughtUp()
  }

  return {
    db,
    log,
    handler,
    engine,
    predictions,
    voidPicks: createVoidPicks(db, log),
    url,
    loader,
    settle,
    travel: base.travel,
    /** Imports a season from a source, as a start or a refresh does, and waits until everything is settled. */
    async importFrom(source: { kind: 'demo' } | RealSource) {
      const summary = await loader.load(source)
      await settle()
      return summary
    },
    /** Imports a calendar as if a source had provided it. */
    async take(season: SeasonCalendar) {
      const context = base.contextOf(null, 'import')
      const summary = await loadCalendar({ log, handler, ids }, season, { context })
      await settle()
      return summary
    },
    /** Types of all events in the log, in order. */
    async events() {
      return (await log.readAll(null, {}, 100_000)).events
    },
    /** An HTTP client for a user id, for `admin`, or signed out (`null`). */
    as: (cookie: string | null) => clientOf(url, cookie),
    stop,
  }
}

export type TestFixtures = Awaited<ReturnType<typeof startFixtures>>
