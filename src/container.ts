import { Container } from 'inversify'
import type { ClearingPort } from '../projections/engine/clearing.ts'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import type { EngineMetrics } from '../projections/engine/metrics.ts'
import { lastClearing } from '../projections/engine/store.ts'
import type { Passwords } from './accounts/passwords.ts'
import { createPasswords } from './accounts/passwords.ts'
import { type AchievementEntry, catalogue } from './achievements/catalogue.ts'
import { areas, columns, groupsOf, held, takenBack } from './areas/index.ts'
import { clearingsOf } from './clearings.ts'
import { createAllowances } from './database/allowances.ts'
import type { Database } from './database/database.ts'
import { createWriteProbe } from './database/write-probe.ts'
import { withMetrics } from './event-log/measured.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import { readableLog, upcast } from './event-log/readable-log.ts'
import { withoutCleared } from './event-log/without-cleared.ts'
import { PARTS, TYPES } from './identifiers.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import type { EventLog } from './kernel/event-log.ts'
import { createCommandHandler } from './kernel/handler.ts'
import { createIds } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { SHOWN_WITHIN_MS, showingWhatStands } from './kernel/standing.ts'
import { systemContext } from './kernel/system-context.ts'
import { createTopicVersions } from './kernel/topic-versions.ts'
import type { NewsSource } from './news/sources/source.ts'
import type { MailSettings } from './recovery/transport.ts'
import type { LiveChange } from './slice/group.ts'
import type { Progress } from './slice/progress.ts'
import { simulationAggregate } from './testing/clearing-decider.ts'
import { SIMULATION_STREAM } from './testing/streams.ts'
import { createIdempotency } from './web/idempotency.ts'

/** Events that are read at once to be forgotten. */
const FORGOTTEN_AT_ONCE = 2_000

/** What exists before the container: stores, a clock, somebody to hear of live changes. */
interface Foundation {
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
  /** Left out: the game writes its own news. */
  readonly news?: NewsSource
  /** Left out: the game speaks for itself. */
  readonly testimonialsUrl?: string | null
  /** The game's own address. Left out: that of a development server. */
  readonly publicUrl?: string
  /** Left out: the testing tool has no paths. */
  readonly testingTool?: boolean
  /** Left out where nothing is sent: a command line, a simulation. */
  readonly mail?: MailSettings
  /** Hears on every node what changed in the read tables. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
}

/** The composition root: the stores and what works on them, and the areas. Everything is made once, when first asked for. */
export function createContainer(foundation: Foundation): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  bindStores(container, foundation)
  bindKernel(container, foundation)
  bindEngine(container, foundation.onChanges)
  container.bind(TYPES.Held).toConstantValue(held)
  container.bind(TYPES.Letters).toConstantValue(areas.flatMap((area) => area.letters ?? []))
  for (const { module } of areas) container.load(module)
  return container
}

function bindStores(container: Container, { database, rawLog, personal, clock, logger }: Foundation): void {
  container.bind(TYPES.Clock).toConstantValue(clock)
  container.bind(TYPES.Logger).toConstantValue(logger)
  container.bind(TYPES.Database).toConstantValue(database)
  container.bind(TYPES.PersonalData).toConstantValue(personal)
  container.bind(TYPES.RawLog).toResolvedValue((metrics) => withMetrics(rawLog, metrics), [TYPES.Metrics])
  container.bind(TYPES.WholeLog).toResolvedValue(readableLog, [TYPES.RawLog, TYPES.PersonalData])
  container.bind(TYPES.Clearings).toResolvedValue(clearingsOf, [TYPES.Database, TYPES.RawLog])
  container.bind(TYPES.Log).toResolvedValue(withoutCleared, [TYPES.WholeLog, TYPES.Clearings])
  container
    .bind(TYPES.WriteProbe)
    .toResolvedValue((database, clock) => createWriteProbe({ database, clock }), [TYPES.Database, TYPES.Clock])
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
  const { timesAllowed, passwords, catalogue: rules, news, testimonialsUrl, publicUrl, testingTool, mail } = foundation
  container.bind(TYPES.TestimonialsUrl).toConstantValue(testimonialsUrl ?? null)
  container.bind(TYPES.PublicUrl).toConstantValue(publicUrl ?? 'http://localhost:3000')
  container.bind(TYPES.HasTestingTool).toConstantValue(testingTool ?? false)
  container.bind(TYPES.Mail).toConstantValue(mail ?? noMail)
  container.bind(TYPES.Columns).toConstantValue(columns)
  container.bind(TYPES.Catalogue).toConstantValue(rules ?? catalogue)
  container.bind(TYPES.NewsSource).toConstantValue(news ?? { kind: 'club-news' })
  container.bind(TYPES.Passwords).toDynamicValue(() => passwords ?? createPasswords())
  container.bind(TYPES.Changed).toDynamicValue(() => createTopicVersions())
  container.bind(TYPES.Metrics).toDynamicValue(() => createMetrics())
  container.bind(TYPES.Ids).toResolvedValue(createIds, [TYPES.Database])
  container
    .bind(TYPES.Allowances)
    .toResolvedValue((database) => createAllowances(database, timesAllowed), [TYPES.Database])
  container
    .bind(TYPES.Handler)
    .toResolvedValue(
      (log, personal, clearings) =>
        showingWhatStands(createCommandHandler({ log, personal, upcast, clearings }), (position, types) =>
          container.get(TYPES.Engine).waitFor(position, types, SHOWN_WITHIN_MS),
        ),
      [TYPES.RawLog, TYPES.PersonalData, TYPES.Clearings],
    )
  container.bind(TYPES.Idempotency).toResolvedValue(createIdempotency, [TYPES.Database])
  container
    .bind(PARTS.Job)
    .toResolvedValue(
      (allowances) => ({ name: 'allowances', schedule: '57 * * * *', run: (at) => allowances.sweep(at) }),
      [TYPES.Allowances],
    )
  container
    .bind(PARTS.Job)
    .toResolvedValue(
      (idempotency) => ({ name: 'idempotency-keys', schedule: '17 * * * *', run: (at) => idempotency.sweep(at) }),
      [TYPES.Idempotency],
    )
}

function bindEngine(container: Container, onChanges: Foundation['onChanges']): void {
  container.bind(TYPES.BooksResults).toDynamicValue(() => container.getAll(PARTS.BooksResults))
  container.bind(TYPES.Engine).toResolvedValue(
    (database, log, catalogue, logger, metrics, clock, changed) => {
      const clearing = clearingOf(container)
      const hearers = container.getAll(PARTS.Hearer)
      return createProjectionEngine({
        ...{ database, log, logger, clock, clearing },
        groups: groupsOf({ catalogue }),
        reactors: container.getAll(PARTS.Reactor),
        onChanges(changes, version) {
          changed.note(changes)
          for (const hear of hearers) hear(changes)
          onChanges(changes, version)
        },
        metrics: engineMetrics(metrics),
      })
    },
    [TYPES.Database, TYPES.Log, TYPES.Catalogue, TYPES.Logger, TYPES.Metrics, TYPES.Clock, TYPES.Changed],
  )
  container
    .bind(TYPES.Progress)
    .toResolvedValue((log) => progressOf(() => container.get(TYPES.Engine), log), [TYPES.Log])
}

function clearingOf(container: Container): ClearingPort {
  const [{ db }, handler, clock] = [
    container.get(TYPES.Database),
    container.get(TYPES.Handler),
    container.get(TYPES.Clock),
  ]
  const [log, clearings] = [container.get(TYPES.WholeLog), container.get(TYPES.Clearings)]
  return {
    types: takenBack,
    async say(id) {
      const context = { ...systemContext(isoNow(clock)), idBase: `clearing/${id}` }
      const said = await handler.handle(
        simulationAggregate,
        SIMULATION_STREAM,
        { type: 'clear', clearing: id },
        context,
      )
      if (!said.ok || said.position === null) throw new Error('a clear could not be said')
      return said.position
    },
    moveTo: clearings.moveTo,
    async forget() {
      const forgetters = container.getAll(PARTS.Forgets)
      for (let after = await lastClearing(db, 'done'), isOver = false; !isOver; ) {
        const page = await log.readAll(after, { types: takenBack }, FORGOTTEN_AT_ONCE)
        const ids = page.events.filter(clearings.hides).map(({ id }) => id)
        for (const forget of forgetters) if (ids.length > 0) await forget(ids)
        after = page.next
        isOver = page.end
      }
    },
  }
}

/** The engine is made of its reactors: they ask it by way of this. */
function progressOf(engine: () => ReturnType<typeof createProjectionEngine>, { compare }: EventLog): Progress {
  return {
    passed: async (position, types, ms) => (await engine().ofTerm.waitFor(position, types, ms)).length === 0,
    reached: (name, position, ms) => engine().ofTerm.waitForReactor(name, position, ms),
    foldedTo: (group) => engine().passed(group),
    announce: (changes) => engine().announce(changes),
    compare,
  }
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

/** Whoever sends nothing has nobody to send to either. */
const noMail: MailSettings = {
  smtpUrl: null,
  from: 'PLP <no-reply@localhost>',
  folder: '',
  publicUrl: 'http://localhost',
}
