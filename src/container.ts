import { Container } from 'inversify'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { areas, columns, events, groups, hidden, personalDataMap, upcast } from './areas/index.ts'
import type { Database } from './database/database.ts'
import { createQuotas } from './database/quotas.ts'
import { createWriteProbe } from './database/write-probe.ts'
import { withMetrics } from './event-log/measured.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import { readableLog } from './event-log/readable-log.ts'
import { PARTS, TYPES } from './identifiers.ts'
import type { Clock } from './kernel/clock.ts'
import type { EventLog } from './kernel/event-log.ts'
import { createCommandHandler } from './kernel/handler.ts'
import { createIds } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics } from './kernel/metrics.ts'
import type { AreaSettings } from './kernel/setting.ts'
import { createTopicVersions } from './kernel/topic-versions.ts'
import { purgesOf } from './purges.ts'
import { readSettings } from './settings.ts'
import type { LiveChange } from './slice/group.ts'
import type { Progress } from './slice/progress.ts'
import { viewSchemasOf } from './slice/view-schemas.ts'
import { createIdempotency } from './web/idempotency.ts'

/** Dependencies from outside the container: stores, a clock, and listeners for live changes. */
interface Foundation {
  readonly database: Database
  readonly rawLog: EventLog
  readonly personal: PersonalData
  readonly clock: Clock
  readonly logger: Logger
  /** Multiplies all quotas; in tests. */
  readonly timesAllowed?: number
  /** Replaces bindings; in tests. */
  readonly replace?: (container: Container) => void
  /** Defaults when left out, for processes that serve no requests. */
  readonly settings?: {
    readonly areas: AreaSettings
    readonly publicUrl: string
    readonly onlyOrigin: string | undefined
  }
  /** Called on every node with changes of the read tables. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
  /** Called with messages for all nodes, and when some may have been missed. */
  readonly onBroadcast?: (message: unknown) => void
  readonly onBroadcastsMissed?: () => void
}

/** The composition root: stores, kernel, engine and areas. All services are lazy singletons. */
export function createContainer(foundation: Foundation): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  bindStores(container, foundation)
  bindKernel(container, foundation)
  bindEngine(container, foundation)
  container.bind(TYPES.PersonalDataMap).toConstantValue(personalDataMap)
  container.bind(TYPES.NotificationTemplates).toConstantValue(areas.flatMap((area) => area.notifications ?? []))
  for (const { module } of areas) container.load(module)
  foundation.replace?.(container)
  foundation.database.views.use(viewSchemasOf(container.get(TYPES.Groups)))
  return container
}

function bindStores(container: Container, { database, rawLog, personal, clock, logger }: Foundation): void {
  container.bind(TYPES.Clock).toConstantValue(clock)
  container.bind(TYPES.Logger).toConstantValue(logger)
  container.bind(TYPES.Database).toConstantValue(database)
  container.bind(TYPES.PersonalData).toConstantValue(personal)
  container
    .bind(TYPES.Purges)
    .toResolvedValue((metrics) => purgesOf(database, withMetrics(rawLog, metrics)), [TYPES.Metrics])
  container.bind(TYPES.RawLog).toResolvedValue(({ log }) => log, [TYPES.Purges])
  container
    .bind(TYPES.Log)
    .toResolvedValue((log, personal) => readableLog(log, personal, upcast), [TYPES.RawLog, TYPES.PersonalData])
  container.bind(TYPES.WriteProbe).toResolvedValue((database) => createWriteProbe(database), [TYPES.Database])
  container.bind(PARTS.Job).toResolvedValue(
    (personal) => ({
      name: 'day-keys',
      schedule: '27 3 * * *',
      async run(at) {
        await personal.destroyOldDayKeys(at)
      },
    }),
    [TYPES.PersonalData],
  )
}

function bindKernel(container: Container, foundation: Foundation): void {
  const { timesAllowed, settings = defaultSettings() } = foundation
  container.bind(TYPES.Settings).toConstantValue(settings.areas)
  container.bind(TYPES.PublicUrl).toConstantValue(settings.publicUrl)
  container.bind(TYPES.OnlyOrigin).toConstantValue(settings.onlyOrigin ?? null)
  container.bind(TYPES.Columns).toConstantValue(columns)
  container.bind(TYPES.Hidden).toConstantValue(hidden)
  container.bind(TYPES.Groups).toConstantValue(groups)
  container.bind(TYPES.TopicVersions).toDynamicValue(() => createTopicVersions())
  container.bind(TYPES.Metrics).toDynamicValue(() => createMetrics())
  container.bind(TYPES.Ids).toResolvedValue(createIds, [TYPES.Database])
  container.bind(TYPES.Quotas).toResolvedValue((database) => createQuotas(database, timesAllowed), [TYPES.Database])
  container
    .bind(TYPES.Handler)
    .toResolvedValue(
      (log, personal, { onPurged }) => createCommandHandler({ log, personal, upcast, events, onPurged }),
      [TYPES.RawLog, TYPES.PersonalData, TYPES.Purges],
    )
  container.bind(TYPES.Idempotency).toResolvedValue(createIdempotency, [TYPES.Database])
  container
    .bind(PARTS.Job)
    .toResolvedValue(
      (quotas) => ({ name: 'allowances', schedule: '57 * * * *', run: (at) => quotas.sweep(at) }),
      [TYPES.Quotas],
    )
  container
    .bind(PARTS.Job)
    .toResolvedValue(
      (idempotency) => ({ name: 'idempotency-keys', schedule: '17 * * * *', run: (at) => idempotency.sweep(at) }),
      [TYPES.Idempotency],
    )
}

function bindEngine(container: Container, { onChanges, onBroadcast, onBroadcastsMissed }: Foundation): void {
  container.bind(TYPES.BookingReactors).toDynamicValue(() => container.getAll(PARTS.BookingReactors))
  container.bind(TYPES.Engine).toResolvedValue(
    (database, log, groups, logger, metrics, clock, changed, purges) => {
      const listeners = container.getAll(PARTS.ChangeListener)
      return createProjectionEngine({
        ...{ database, log, groups, logger, metrics, clock, purges, onBroadcast, onBroadcastsMissed },
        reactors: container.getAll(PARTS.Reactor),
        onChanges(changes, version) {
          changed.note(changes)
          for (const listener of listeners) listener(changes)
          onChanges(changes, version)
        },
      })
    },
    [
      ...([TYPES.Database, TYPES.Log, TYPES.Groups, TYPES.Logger, TYPES.Metrics, TYPES.Clock] as const),
      ...([TYPES.TopicVersions, TYPES.Purges] as const),
    ],
  )
  container
    .bind(TYPES.Progress)
    .toResolvedValue((log) => progressOf(() => container.get(TYPES.Engine), log), [TYPES.Log])
}

/** Gives reactors lazy access to the engine, which depends on them. */
function progressOf(engine: () => ReturnType<typeof createProjectionEngine>, { compare }: EventLog): Progress {
  return {
    passed: async (position, types, ms) => (await engine().ofTerm.waitFor(position, types, ms)).length === 0,
    reached: (name, position, ms) => engine().ofTerm.waitForReactor(name, position, ms),
    foldedTo: (group) => engine().passed(group),
    announce: (changes) => engine().announce(changes),
    compare,
  }
}

function defaultSettings() {
  const read = readSettings({})
  if (!read.ok) throw new Error(read.problem)
  return read.settings
}
