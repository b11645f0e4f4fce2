import { ContainerModule } from 'inversify'
import { createClockBell } from '../fixtures/clock-bell.ts'
import { fixtureColumns } from '../fixtures/columns.ts'
import {
  type FixtureEvent,
  fixtureEvents,
  type GameweekEvent,
  type SeasonEvent,
  type TeamEvent,
} from '../fixtures/events.ts'
import { createFeedRefresh, type FeedRefresh } from '../fixtures/feed-refresh.ts'
import { createFixtureLoader, type FixtureLoader } from '../fixtures/fixture-loader.ts'
import { clubIds, fixtureIds } from '../fixtures/ids.ts'
import { createKeptFixtures, type KeptFixtures } from '../fixtures/kept-fixtures.ts'
import { feedState } from '../fixtures/migrations/043-feed-state.ts'
import { fixtureNaming } from '../fixtures/naming.ts'
import { fixtureRows } from '../fixtures/read-model.ts'
import { fixtureRoutes } from '../fixtures/routes.ts'
import { createSeasons, type Seasons } from '../fixtures/seasons.ts'
import { createSettlementReactor } from '../fixtures/settlement-reactor.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { type Hearing, heardIn } from '../kernel/event.ts'
import type { Area } from './area.ts'

export const FIXTURES = {
  Seasons: identifier<Seasons>('Seasons'),
  KeptFixtures: identifier<KeptFixtures>('KeptFixtures'),
  FixtureLoader: identifier<FixtureLoader>('FixtureLoader'),
  FeedRefresh: identifier<FeedRefresh>('FeedRefresh'),
} as const

/** How long a gameweek waits to settle for what its results bring to be booked. */
const BOOKED_MS = 5_000

const module = new ContainerModule(({ bind }) => {
  bind(FIXTURES.Seasons).toResolvedValue(
    ({ db }, changed) => createSeasons({ db, changed }),
    [TYPES.Database, TYPES.Changed],
  )
  bind(PARTS.Hearer).toResolvedValue((seasons) => seasons.heard, [FIXTURES.Seasons])
  bind(FIXTURES.KeptFixtures).toResolvedValue(
    ({ db }, changed) => createKeptFixtures({ db, changed }),
    [TYPES.Database, TYPES.Changed],
  )
  bind(FIXTURES.FixtureLoader).toResolvedValue(
    (log, handler, ids, clock) => createFixtureLoader({ log, handler, ids, clock }),
    [TYPES.Log, TYPES.Handler, TYPES.Ids, TYPES.Clock],
  )
  bind(FIXTURES.FeedRefresh).toResolvedValue(
    (loader, { db }, { announce }, clock, logger) => createFeedRefresh({ loader, db, announce, clock, logger }),
    [FIXTURES.FixtureLoader, TYPES.Database, TYPES.Progress, TYPES.Clock, TYPES.Logger],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, handler, seasons, kept) => fixtureRoutes({ db, handler, seasons, kept }),
    [TYPES.Database, TYPES.Handler, FIXTURES.Seasons, FIXTURES.KeptFixtures],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (handler, { reached }, before) =>
      createSettlementReactor({
        handler,
        booked: (position) => Promise.all(before.map((name) => reached(name, position, BOOKED_MS))),
      }),
    [TYPES.Handler, TYPES.Progress, TYPES.BooksResults],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ db }, { announce }) => createClockBell({ db, announce }),
    [TYPES.Database, TYPES.Progress],
  )
})

/** Clubs, seasons and matches stay: what players did with them would hang in the air. */
const taken = {
  ...fixtureEvents,
  FixtureScheduled: false,
  TeamRegistered: false,
  SeasonOpened: false,
  PointsDeducted: true,
  GameweekSettled: true,
} as const satisfies Hearing<FixtureEvent | TeamEvent | SeasonEvent | GameweekEvent>

/** Clubs, seasons, matches and their results. */
export const fixtures: Area = {
  name: 'fixtures',
  naming: fixtureNaming,
  module,
  rows: fixtureRows,
  columns: fixtureColumns,
  ids: [clubIds, fixtureIds],
  migrations: [feedState],
  takenBack: heardIn(taken),
}
