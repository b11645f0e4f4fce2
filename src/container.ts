import { Container } from 'inversify'
import { achievementEvents } from '../projections/achievements/projector.ts'
import { createProjectionEngine, type EngineMetrics, type ProjectionEngine } from '../projections/engine/engine.ts'
import { groupsFor } from '../projections/index.ts'
import { createAccounts } from './accounts/commands.ts'
import { createCredentials } from './accounts/credentials.ts'
import { createDeviceCookie } from './accounts/device-cookie.ts'
import { createKnownPlaces } from './accounts/known-places.ts'
import { createLockouts } from './accounts/lockouts.ts'
import { createLoginGuard } from './accounts/login-guard.ts'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import { isDeletedAccount, type ScoreOf } from './accounts/queries.ts'
import { createAccountReactor } from './accounts/reactor.ts'
import { createRegistrationGuard } from './accounts/registration-guard.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createSessionReader } from './accounts/session-reader.ts'
import { createSessions } from './accounts/sessions.ts'
import { type AchievementEntry, catalogue } from './achievements/catalogue.ts'
import { createAchievements } from './achievements/commands.ts'
import { ACHIEVEMENT_REACTOR, createAchievementReactor } from './achievements/reactor.ts'
import { createRetroactive } from './achievements/retroactive.ts'
import { achievementRoutes } from './achievements/routes.ts'
import { administrationRoutes } from './administration/routes.ts'
import { boardRoutes } from './boards/routes.ts'
import { type ScoreRow, scoreIn, scoreQuery } from './boards/score.ts'
import { createChat } from './chat/commands.ts'
import { lastMessageAt } from './chat/queries.ts'
import { chatRoutes } from './chat/routes.ts'
import { createCompetitions } from './competitions/commands.ts'
import { createPoints } from './competitions/points.ts'
import { COMPETITION_REACTOR, createCompetitionReactor } from './competitions/reactor.ts'
import { competitionRoutes } from './competitions/routes.ts'
import { createAllowances } from './database/allowances.ts'
import type { Database } from './database/database.ts'
import { createWriteProbe } from './database/write-probe.ts'
import { withMetrics } from './event-log/measured.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import { readableLog, upcast } from './event-log/readable-log.ts'
import { createFeedRefresh } from './fixtures/feed-refresh.ts'
import { createFixtureLoader } from './fixtures/fixture-loader.ts'
import { createKeptFixtures } from './fixtures/kept-fixtures.ts'
import { fixtureRoutes } from './fixtures/routes.ts'
import { createSeasons } from './fixtures/seasons.ts'
import { createSettlementReactor } from './fixtures/settlement-reactor.ts'
import { TYPES } from './identifiers.ts'
import { createClockBell } from './jobs/clock-bell.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import type { Position } from './kernel/event.ts'
import { type EventLog, EventLogUnavailable } from './kernel/event-log.ts'
import { createCommandHandler } from './kernel/handler.ts'
import { createIds } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { systemContext } from './kernel/system-context.ts'
import { createTopicVersions } from './kernel/topic-versions.ts'
import { createLeagues } from './leagues/commands.ts'
import { createJoinGuard } from './leagues/join-guard.ts'
import { createLeagueReactor } from './leagues/reactor.ts'
import { leagueRoutes } from './leagues/routes.ts'
import { createNotificationSettings } from './notifications/commands.ts'
import { createInbox } from './notifications/inbox.ts'
import { createNotificationReactor } from './notifications/reactor.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { createPredictions } from './predictions/commands.ts'
import { predictionRoutes } from './predictions/routes.ts'
import type { LiveChange } from './slice/group.ts'
import { createLeagueTeams } from './teams/commands.ts'
import { createLeagueTeamReactor } from './teams/reactor.ts'
import { leagueTeamRoutes } from './teams/routes.ts'
import { createIdempotency } from './web/idempotency.ts'

/** How long a gameweek waits to settle for achievements and prizes of its results to be booked. */
const BOOKED_MS = 5_000
/** How long the read model of people may be behind before an event is tried again. */
const CAUGHT_UP_MS = 5_000

/** What exists before the container: stores, a clock, somebody to hear of live changes. */
export interface Foundation {
  readonly database: Database
  readonly rawLog: EventLog
  readonly personal: PersonalData
  readonly clock: Clock
  readonly logger: Logger
  /** Achievements of another game than this one; in tests. */
  readonly catalogue?: readonly AchievementEntry[]
  /** So many times as much may be written as by the game's allowances; in tests. */
  readonly timesAllowed?: number
  /** Another hashing than the game's; in tests. */
  readonly passwords?: Passwords
  /** Hears on every node what changed in the read tables. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
}

/** The composition root: who is made of whom. Everything is made once, when first asked for. */
export function createContainer(foundation: Foundation): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.bind(TYPES.Clock).toConstantValue(foundation.clock)
  container.bind(TYPES.Logger).toConstantValue(foundation.logger)
  container.bind(TYPES.Database).toConstantValue(foundation.database)
  container.bind(TYPES.PersonalData).toConstantValue(foundation.personal)
  container.bind(TYPES.Catalogue).toConstantValue(foundation.catalogue ?? catalogue)
  bindKernel(container, foundation)
  bindAccounts(container, foundation)
  bindGame(container)
  bindLeagues(container)
  bindCompetitions(container)
  bindChat(container)
  bindAchievements(container)
  bindNotifications(container)
  bindEngine(container, foundation.onChanges)
  bindWeb(container)
  bindJobs(container)
  return container
}

function bindKernel(container: Container, { rawLog, timesAllowed }: Foundation): void {
  container
    .bind(TYPES.WriteProbe)
    .toResolvedValue((database, clock) => createWriteProbe({ database, clock }), [TYPES.Database, TYPES.Clock])
  container.bind(TYPES.Changed).toDynamicValue(() => createTopicVersions())
  container.bind(TYPES.Metrics).toDynamicValue(() => createMetrics())
  container.bind(TYPES.Ids).toResolvedValue(createIds, [TYPES.Database])
  container
    .bind(TYPES.Allowances)
    .toResolvedValue((database) => createAllowances(database, timesAllowed), [TYPES.Database])
  container.bind(TYPES.RawLog).toResolvedValue((metrics) => withMetrics(rawLog, metrics), [TYPES.Metrics])
  container.bind(TYPES.Log).toResolvedValue(readableLog, [TYPES.RawLog, TYPES.PersonalData])
  container
    .bind(TYPES.Handler)
    .toResolvedValue(
      (log, personal) => createCommandHandler({ log, personal, upcast }),
      [TYPES.RawLog, TYPES.PersonalData],
    )
}

function bindAccounts(container: Container, { passwords }: Foundation): void {
  container.bind(TYPES.Passwords).toDynamicValue(() => passwords ?? createPasswords())
  container.bind(TYPES.Credentials).toResolvedValue(createCredentials, [TYPES.Database])
  container
    .bind(TYPES.Sessions)
    .toResolvedValue((database, clock) => createSessions({ database, clock }), [TYPES.Database, TYPES.Clock])
  container
    .bind(TYPES.LoginGuard)
    .toResolvedValue((database, clock) => createLoginGuard({ database, clock }), [TYPES.Database, TYPES.Clock])
  container.bind(TYPES.Lockouts).toResolvedValue(
    (database, guard, handler, log, personal, logger) =>
      createLockouts({
        database,
        guard,
        places: createKnownPlaces(database),
        handler,
        log,
        personal,
        onLost: lost(logger),
        onLocked: (address) => logger.info({ address }, 'an address is locked after too many failed sign-ins'),
      }),
    [TYPES.Database, TYPES.LoginGuard, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Logger],
  )
  container.bind(TYPES.Accounts).toResolvedValue(
    (database, handler, personal, ids, credentials, passwords, sessions, lockouts, counts, clock, logger) =>
      createAccounts({
        database,
        handler,
        personal,
        ids,
        credentials,
        passwords,
        sessions,
        lockouts,
        counts,
        registrations: createRegistrationGuard({ database, clock }),
        onLost: lost(logger),
      }),
    [
      TYPES.Database,
      TYPES.Handler,
      TYPES.PersonalData,
      TYPES.Ids,
      TYPES.Credentials,
      TYPES.Passwords,
      TYPES.Sessions,
      TYPES.Lockouts,
      TYPES.Allowances,
      TYPES.Clock,
      TYPES.Logger,
    ],
  )
  container
    .bind(TYPES.SessionReader)
    .toResolvedValue(
      (sessions, accounts) => createSessionReader({ sessions, accounts }),
      [TYPES.Sessions, TYPES.Accounts],
    )
}

const lost =
  (logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ err: error }, 'a record of signing in could not be written')

function bindGame(container: Container): void {
  container
    .bind(TYPES.Seasons)
    .toResolvedValue(({ db }, changed) => createSeasons({ db, changed }), [TYPES.Database, TYPES.Changed])
  container
    .bind(TYPES.FixtureLoader)
    .toResolvedValue(
      (log, handler, ids, clock) => createFixtureLoader({ log, handler, ids, clock }),
      [TYPES.Log, TYPES.Handler, TYPES.Ids, TYPES.Clock],
    )
  container
    .bind(TYPES.FeedRefresh)
    .toResolvedValue(
      (loader, { db }, { announce }, clock, logger) => createFeedRefresh({ loader, db, announce, clock, logger }),
      [TYPES.FixtureLoader, TYPES.Database, TYPES.Engine, TYPES.Clock, TYPES.Logger],
    )
  container
    .bind(TYPES.Predictions)
    .toResolvedValue(
      ({ db }, handler, log, ids) => createPredictions({ db, handler, log, ids }),
      [TYPES.Database, TYPES.Handler, TYPES.Log, TYPES.Ids],
    )
}

function bindLeagues(container: Container): void {
  container.bind(TYPES.JoinGuard).toResolvedValue(createJoinGuard, [TYPES.Database])
  container.bind(TYPES.Leagues).toResolvedValue(
    ({ db }, handler, ids, guard, personal) =>
      createLeagues({
        db,
        handler,
        ids,
        guard,
        addressKey: (ip) => personal.hmac('join-code-address', ip),
      }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, TYPES.JoinGuard, TYPES.PersonalData],
  )
  container
    .bind(TYPES.LeagueTeams)
    .toResolvedValue(
      (handler, ids, leagues) => createLeagueTeams({ handler, ids, leagues }),
      [TYPES.Handler, TYPES.Ids, TYPES.Leagues],
    )
}

function bindCompetitions(container: Container): void {
  container
    .bind(TYPES.Competitions)
    .toResolvedValue(
      ({ db }, handler, ids) => createCompetitions({ db, handler, ids }),
      [TYPES.Database, TYPES.Handler, TYPES.Ids],
    )
}

function bindChat(container: Container): void {
  container
    .bind(TYPES.Chat)
    .toResolvedValue(
      (handler, ids, leagues, competitions) => createChat({ handler, ids, leagues, competitions }),
      [TYPES.Handler, TYPES.Ids, TYPES.Leagues, TYPES.Competitions],
    )
}

function bindNotifications(container: Container): void {
  container.bind(TYPES.Inbox).toResolvedValue(createInbox, [TYPES.Database])
  container
    .bind(TYPES.NotificationSettings)
    .toResolvedValue((handler) => createNotificationSettings({ handler }), [TYPES.Handler])
}

function bindAchievements(container: Container): void {
  container
    .bind(TYPES.Achievements)
    .toResolvedValue(
      (handler, catalogue) => createAchievements({ handler, catalogue }),
      [TYPES.Handler, TYPES.Catalogue],
    )
  container
    .bind(TYPES.Retroactive)
    .toResolvedValue(
      ({ db }, catalogue, achievements, engine) => createRetroactive({ db, catalogue, achievements, engine }),
      [TYPES.Database, TYPES.Catalogue, TYPES.Achievements, TYPES.Engine],
    )
}

function bindEngine(container: Container, onChanges: Foundation['onChanges']): void {
  container.bind(TYPES.Engine).toResolvedValue(
    (
      database,
      log,
      accounts,
      handler,
      ids,
      leagues,
      teams,
      achievements,
      inbox,
      logger,
      metrics,
      clock,
      changed,
      seasons,
    ) => {
      const passed = async (position: Position, types: readonly string[], ms: number) =>
        (await engine.ofTerm.waitFor(position, types, ms)).length === 0
      const reached = (group: string, position: Position, ms: number) =>
        engine.ofTerm.waitForReactor(group, position, ms)
      const engine: ProjectionEngine = createProjectionEngine({
        database,
        log,
        groups: groupsFor(achievements),
        reactors: [
          createAccountReactor(accounts),
          createSettlementReactor({
            handler,
            booked: (position) =>
              Promise.all([ACHIEVEMENT_REACTOR, COMPETITION_REACTOR].map((name) => reached(name, position, BOOKED_MS))),
          }),
          createLeagueReactor({ leagues, passed }),
          createLeagueTeamReactor(teams),
          createCompetitionReactor({
            handler,
            ids,
            points: createPoints({ db: database.db, passed }),
            async isDeleted(userId, at) {
              if (await reached('people', at, CAUGHT_UP_MS)) return isDeletedAccount(database.db, userId)
              throw new EventLogUnavailable('the read model of people is behind')
            },
          }),
          createAchievementReactor({
            db: database.db,
            handler,
            catalogue: achievements,
            compare: (a, b) => log.compare(a, b),
            events: achievementEvents,
            reached,
            passed,
            folded: () => engine.passed('achievements'),
          }),
          createNotificationReactor({ inbox, log, reached, announce: (changes) => engine.announce(changes), clock }),
        ],
        onChanges(changes, version) {
          changed.note(changes)
          seasons.heard(changes)
          onChanges(changes, version)
        },
        logger,
        metrics: engineMetrics(metrics),
        clock,
      })
      return engine
    },
    [
      TYPES.Database,
      TYPES.Log,
      TYPES.Accounts,
      TYPES.Handler,
      TYPES.Ids,
      TYPES.Leagues,
      TYPES.LeagueTeams,
      TYPES.Catalogue,
      TYPES.Inbox,
      TYPES.Logger,
      TYPES.Metrics,
      TYPES.Clock,
      TYPES.Changed,
      TYPES.Seasons,
    ],
  )
}

function engineMetrics(metrics: Metrics): EngineMetrics {
  return {
    projected: (projection, events) => metrics.projectedEvents.inc({ projection }, events),
    lag: (projection, seconds) => metrics.projectionLagSeconds.set({ projection }, seconds),
    paused: (projection, isPaused) => metrics.projectionPaused.set({ projection }, isPaused ? 1 : 0),
    leading: () => undefined,
    deadLetters: (projection, waiting) => metrics.deadLetters.set({ projection }, waiting),
  }
}

function bindWeb(container: Container): void {
  container.bind(TYPES.Idempotency).toResolvedValue(createIdempotency, [TYPES.Database])
  container.bind(TYPES.Routes).toResolvedValue(
    (
      database,
      accounts,
      lockouts,
      sessions,
      personal,
      handler,
      predictions,
      leagues,
      teams,
      competitions,
      chat,
      catalogue,
      retroactive,
      log,
      inbox,
      settings,
      engine,
      clock,
      logger,
      seasons,
      changed,
    ) => {
      const { db } = database
      const kept = createKeptFixtures({ db, changed })
      const score: ScoreOf<ScoreRow> = {
        query: async (userId) => scoreQuery(userId, await seasons.resolve(undefined, isoNow(clock))),
        read: scoreIn,
      }
      return [
        ...accountRoutes({
          database,
          accounts,
          lockouts,
          sessions,
          deviceCookie: createDeviceCookie(personal),
          scoreOf: score,
          waitFor: engine.waitFor,
        }),
        ...administrationRoutes({ engine, logger }),
        ...fixtureRoutes({ db, handler, seasons, kept }),
        ...predictionRoutes({ db, predictions, seasons, fixturesOf: kept.byIds }),
        ...boardRoutes({ db, seasons, passed: engine.passed }),
        ...leagueRoutes({ db, leagues, seasons, lastMessageAt }),
        ...leagueTeamRoutes({ db, teams, seasons }),
        ...competitionRoutes({ db, competitions, seasons, passed: engine.passed }),
        ...chatRoutes({ db, chat }),
        ...achievementRoutes({
          db,
          catalogue,
          retroactive,
          head: () => log.head(),
          isCounted: () => engine.serves('achievements'),
          waitForReactor: engine.waitForReactor,
        }),
        ...notificationRoutes({ inbox, settings, announce: engine.announce }),
      ]
    },
    [
      TYPES.Database,
      TYPES.Accounts,
      TYPES.Lockouts,
      TYPES.Sessions,
      TYPES.PersonalData,
      TYPES.Handler,
      TYPES.Predictions,
      TYPES.Leagues,
      TYPES.LeagueTeams,
      TYPES.Competitions,
      TYPES.Chat,
      TYPES.Catalogue,
      TYPES.Retroactive,
      TYPES.RawLog,
      TYPES.Inbox,
      TYPES.NotificationSettings,
      TYPES.Engine,
      TYPES.Clock,
      TYPES.Logger,
      TYPES.Seasons,
      TYPES.Changed,
    ],
  )
}

/** What the clock sets off, on the node that projects. Refreshing fixtures hangs on the settings and is added at the start. */
function bindJobs(container: Container): void {
  container.bind(TYPES.Jobs).toResolvedValue(
    (
      { db },
      engine,
      predictions,
      sessions,
      lockouts,
      accounts,
      idempotency,
      personal,
      joinGuard,
      inbox,
      allowances,
    ) => [
      createClockBell({ db, announce: (changes) => engine.announce(changes) }),
      { name: 'void-picks', schedule: '* * * * *', run: () => predictions.sayVoid() },
      { name: 'lockouts', schedule: '* * * * *', run: (at) => lockouts.sweep(systemContext(at)) },
      { name: 'registrations', schedule: '*/10 * * * *', run: (at) => accounts.sweep(at) },
      { name: 'sessions', schedule: '7 * * * *', run: (at) => sessions.sweep(at) },
      { name: 'join-codes', schedule: '37 * * * *', run: (at) => joinGuard.sweep(at) },
      { name: 'notifications', schedule: '47 3 * * *', run: (at) => inbox.sweep(at) },
      { name: 'allowances', schedule: '57 * * * *', run: (at) => allowances.sweep(at) },
      { name: 'idempotency-keys', schedule: '17 * * * *', run: (at) => idempotency.sweep(at) },
      {
        name: 'day-keys',
        schedule: '27 3 * * *',
        run: async (at) => {
          await personal.destroyOldDayKeys(at)
        },
      },
    ],
    [
      TYPES.Database,
      TYPES.Engine,
      TYPES.Predictions,
      TYPES.Sessions,
      TYPES.Lockouts,
      TYPES.Accounts,
      TYPES.Idempotency,
      TYPES.PersonalData,
      TYPES.JoinGuard,
      TYPES.Inbox,
      TYPES.Allowances,
    ],
  )
}
