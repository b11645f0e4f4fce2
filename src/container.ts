import { Container } from 'inversify'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import type { LiveChange } from '../projections/engine/group.ts'
import { groups } from '../projections/index.ts'
import { createAccounts } from './accounts/commands.ts'
import { createCredentials } from './accounts/credentials.ts'
import { createLockouts } from './accounts/lockouts.ts'
import { createLoginGuard } from './accounts/login-guard.ts'
import { createPasswords } from './accounts/passwords.ts'
import { createAccountReactor } from './accounts/reactor.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createSessionReader } from './accounts/session-reader.ts'
import { createSessions } from './accounts/sessions.ts'
import { boardRoutes } from './boards/routes.ts'
import { scoreOf } from './boards/score.ts'
import type { Database } from './database/database.ts'
import { type PersonalData, withPersonalData } from './event-log/personal-data.ts'
import type { EventLog } from './event-log/port.ts'
import { resolveSeason } from './fixtures/queries.ts'
import { TYPES } from './identifiers.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import { createCommandHandler } from './kernel/handler.ts'
import { createIds } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics } from './kernel/metrics.ts'
import { createPredictions } from './predictions/commands.ts'
import { predictionRoutes } from './predictions/routes.ts'
import { createIdempotency } from './web/idempotency.ts'

/** What exists before the container: stores, a clock, somebody to hear of live changes. */
export interface Foundation {
  readonly database: Database
  readonly rawLog: EventLog
  readonly personal: PersonalData
  readonly clock: Clock
  readonly logger: Logger
  /** Hears on every node what changed in the read tables. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
}

/** The composition root: who is made of whom. Everything is made once, when first asked for. */
export function createContainer(foundation: Foundation): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.bind(TYPES.Clock).toConstantValue(foundation.clock)
  container.bind(TYPES.Logger).toConstantValue(foundation.logger)
  container.bind(TYPES.Database).toConstantValue(foundation.database)
  container.bind(TYPES.RawLog).toConstantValue(foundation.rawLog)
  container.bind(TYPES.PersonalData).toConstantValue(foundation.personal)
  bindKernel(container)
  bindAccounts(container)
  bindGame(container)
  bindEngine(container, foundation.onChanges)
  bindWeb(container)
  return container
}

function bindKernel(container: Container): void {
  container.bind(TYPES.Metrics).toDynamicValue(() => createMetrics())
  container.bind(TYPES.Ids).toResolvedValue(createIds, [TYPES.Database])
  container.bind(TYPES.Log).toResolvedValue(withPersonalData, [TYPES.RawLog, TYPES.PersonalData])
  container
    .bind(TYPES.Handler)
    .toResolvedValue((log, personal) => createCommandHandler({ log, personal }), [TYPES.RawLog, TYPES.PersonalData])
}

function bindAccounts(container: Container): void {
  container.bind(TYPES.Passwords).toDynamicValue(() => createPasswords())
  container.bind(TYPES.Credentials).toResolvedValue(createCredentials, [TYPES.Database])
  container
    .bind(TYPES.Sessions)
    .toResolvedValue((database, clock) => createSessions({ database, clock }), [TYPES.Database, TYPES.Clock])
  container
    .bind(TYPES.LoginGuard)
    .toResolvedValue((database, clock) => createLoginGuard({ database, clock }), [TYPES.Database, TYPES.Clock])
  container
    .bind(TYPES.Lockouts)
    .toResolvedValue(
      (database, guard, handler, log, personal, logger) =>
        createLockouts({ database, guard, handler, log, personal, onLost: lost(logger) }),
      [TYPES.Database, TYPES.LoginGuard, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Logger],
    )
  container.bind(TYPES.Accounts).toResolvedValue(
    (database, handler, personal, ids, credentials, passwords, sessions, lockouts, logger) =>
      createAccounts({
        database,
        handler,
        personal,
        ids,
        credentials,
        passwords,
        sessions,
        lockouts,
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
    .bind(TYPES.Predictions)
    .toResolvedValue(
      ({ db }, handler, log, ids) => createPredictions({ db, handler, log, ids }),
      [TYPES.Database, TYPES.Handler, TYPES.RawLog, TYPES.Ids],
    )
}

function bindEngine(container: Container, onChanges: Foundation['onChanges']): void {
  container.bind(TYPES.Engine).toResolvedValue(
    (database, log, accounts, handler, logger, metrics, clock) =>
      createProjectionEngine({
        database,
        log,
        groups,
        reactors: [createAccountReactor(accounts)],
        onChanges,
        logger,
        metrics,
        clock,
      }),
    [TYPES.Database, TYPES.Log, TYPES.Accounts, TYPES.Handler, TYPES.Logger, TYPES.Metrics, TYPES.Clock],
  )
}

function bindWeb(container: Container): void {
  container.bind(TYPES.Idempotency).toResolvedValue(createIdempotency, [TYPES.Database])
  container.bind(TYPES.Routes).toResolvedValue(
    (database, accounts, lockouts, sessions, predictions, engine, clock) => {
      const { db } = database
      const score = async (userId: number) => scoreOf(db, userId, await resolveSeason(db, undefined, isoNow(clock)))
      return [
        ...accountRoutes({ database, accounts, lockouts, sessions, scoreOf: score, waitFor: engine.waitFor }),
        ...predictionRoutes({ db, predictions }),
        ...boardRoutes({ db }),
      ]
    },
    [TYPES.Database, TYPES.Accounts, TYPES.Lockouts, TYPES.Sessions, TYPES.Predictions, TYPES.Engine, TYPES.Clock],
  )
}
