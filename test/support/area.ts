import { randomUUID } from 'node:crypto'
import { createProjectionEngine } from '../../projections/engine/engine.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { createTopicVersions } from '../../src/kernel/topic-versions.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { RouteDefinition } from '../../src/slice/route.ts'
import type { SessionReader } from '../../src/slice/sessions.ts'
import { emptyReadTables, keepOtherTables, testDatabase } from './postgres.ts'
import { listLogger, until } from './projections.ts'
import { serveRoutes } from './serve.ts'

/** Infrastructure for areas under test: a database of their own, events in memory, a fixed clock that tests move. */
export async function ground(start: string) {
  const database = await testDatabase(emptyReadTables)
  const time = { now: Date.parse(start) }
  const clock = { now: () => time.now }
  const now = () => new Date(time.now).toISOString()
  return {
    database,
    clock,
    store: createMemoryStore({ clock }),
    /** Versions of topics, raised when read tables change. */
    changed: createTopicVersions(),
    now,
    travel: (to: string) => {
      time.now = Date.parse(to)
    },
    advance: (ms: number) => {
      time.now += ms
    },
    contextOf: (actor: number | null, source: CommandContext['source'] = 'command'): CommandContext => ({
      actor,
      at: now(),
      correlationId: randomUUID(),
      causationId: randomUUID(),
      source,
    }),
  }
}

export type Ground = Awaited<ReturnType<typeof ground>>

interface AreasOptions {
  /** The log as projections and reactors read it. */
  readonly log: EventLog
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  readonly onChanges?: (changes: readonly LiveChange[]) => void
  readonly sessions: SessionReader
  routes(engine: ReturnType<typeof createProjectionEngine>): readonly RouteDefinition[]
}

/** Projects and serves the routes of the given areas; `stop` also drops the database. */
export async function startAreas({ database, clock, changed }: Ground, options: AreasOptions) {
  const { log, groups, reactors, sessions } = options
  const onChanges = (changes: readonly LiveChange[]) => {
    changed.note(changes)
    options.onChanges?.(changes)
  }
  const logger = listLogger()
  await keepOtherTables(database, groups)
  const engine = createProjectionEngine({ database, log, groups, reactors, onChanges, logger, clock })
  await engine.start()
  const caughtUp = async () => {
    engine.nudge()
    await until('the read tables show everything in the log', () => engine.caughtUp(), 60_000)
  }
  await caughtUp()
  const served = await serveRoutes({ database, engine, clock, routes: options.routes(engine), sessions })
  return {
    engine,
    url: served.url,
    caughtUp,
    async stop() {
      await served.stop()
      await engine.stop()
      await database.drop()
    },
  }
}
