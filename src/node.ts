import { setTimeout as sleep } from 'node:timers/promises'
import type { Container } from 'inversify'
import { sql } from 'kysely'
import { holdLive } from '../projections/engine/store.ts'
import { areas } from './areas/index.ts'
import { type BuildProgress, createBuildProgress } from './build-progress.ts'
import { createContainer } from './container.ts'
import type { Database } from './database/database.ts'
import { PARTS, TYPES } from './identifiers.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import { EventLogUnavailable } from './kernel/event-log.ts'
import type { IdKind, Ids } from './kernel/ids.ts'
import { createJobs } from './kernel/jobs.ts'
import type { Logger } from './kernel/logger.ts'
import { isDiskFull, isStoreAway, reasonOf } from './kernel/store-away.ts'
import type { Settings } from './settings.ts'
import type { ProjectionGroup } from './slice/group.ts'
import type { Preparation } from './slice/preparation.ts'
import type { EndedSessions } from './slice/sessions.ts'
import type { Stores } from './stores.ts'
import { createWebApp } from './web/app.ts'
import { type RequestLimits, requestLimits } from './web/limits.ts'
import { createLive, type Live } from './web/live.ts'
import { createHttpServer, listen, stopServing } from './web/server.ts'

/** How long a start waits for an event store that is away before it serves reads without it. */
const PREPARE_MS = 10_000
/** How often a node that has yet to become ready looks whether it is, and reports what it waits for. */
const READY_MS = 250
const REPORT_MS = 3_000
/** How long running requests may take to finish once a stop was asked for. */
const GRACE_MS = 10_000
/** How long the batch at hand may take after that; one that is broken off is projected again by whoever leads next. */
const BATCH_MS = 3_000

/** What a node that has yet to become ready waits for. */
export interface Waiting {
  /** As in `/readyz`. */
  readonly missing: readonly string[]
  /** Null while no read models are being built. */
  readonly building: BuildProgress | null
}

export interface NodeOptions {
  readonly settings: Settings
  readonly stores: Stores
  readonly clock: Clock
  readonly logger: Logger
  readonly uiDirectory: string
  readonly limits?: RequestLimits
  /** So many times as much may be written as by the game's quotas; in tests. */
  readonly timesAllowed?: number
  /** Replaces bindings; in tests. */
  readonly replace?: (container: Container) => void
  /** Check answers against their schemas; in tests. */
  readonly checkResponses?: boolean
  /** Called every few seconds until the node is ready. */
  readonly onWaiting?: (waiting: Waiting) => void
  /** Prints a line for the person at the terminal. */
  readonly say?: (line: string) => void
  /** Breaks the start off: it throws the signal's reason once what it began is undone. */
  readonly stopRequested?: AbortSignal
}

export type GameNode = Awaited<ReturnType<typeof startNode>>

/** Starts projecting, makes the first administrator, prepares the season, serves. A start that fails leaves nothing running. */
export async function startNode(options: NodeOptions) {
  const { settings, stores, clock, logger, stopRequested } = options
  let live: Live | undefined
  let stopping = false
  const container = createContainer({
    ...stores,
    clock,
    logger,
    settings,
    replace: options.replace,
    timesAllowed: options.timesAllowed,
    onChanges: (changes, version) => live?.publish(changes, version),
    onBroadcast: (ended) => live?.end(ended as EndedSessions),
    onBroadcastsMissed: () => void live?.check(),
  })
  const engine = container.get(TYPES.Engine)
  const metrics = container.get(TYPES.Metrics)
  let preparing: Preparing | undefined
  let becoming: ReturnType<typeof becomeReady> | undefined
  const stopWorking = async (): Promise<void> => {
    becoming?.stop()
    preparing?.stop()
    await atMost(
      BATCH_MS,
      preparing?.done.catch(() => undefined),
    )
    await atMost(BATCH_MS, engine.stop())
  }
  try {
    await engine.start()
    preparing = prepareGame(container, options)
    becoming = becomeReady(container, preparing, options)
    // Where the event store is away the pages and reads go on, if there is anything to read; readiness says what is missing.
    await Promise.race([
      preparing.done,
      preparing.faltered,
      sleep(PREPARE_MS, undefined, { ref: false, signal: stopRequested }),
    ])
    stopRequested?.throwIfAborted()
  } catch (error) {
    await stopWorking()
    throw error
  }
  const { isReadable } = preparing
  const { ready } = becoming

  const sessions = container.get(TYPES.Sessions)
  live = createLive({
    sessions,
    rooms: container.getAll(PARTS.SocketRoom),
    logger,
    publicUrl: settings.onlyOrigin,
    onCount: (sockets) => metrics.sockets.set(sockets),
    onFailure: (reason) => metrics.socketFailures.inc({ reason }),
  })
  const sockets = live
  sessions.onEnded((ended) => {
    sockets.end(ended)
    // Without it the other nodes find out within a minute.
    engine.broadcast(ended).catch((err) => logger.warn({ err }, 'other nodes were not told of an ended session'))
  })
  const app = createWebApp({
    routes: container.getAll(PARTS.Routes).flat(),
    heads: container.getAll(PARTS.HeadedPage),
    sessions,
    idempotency: container.get(TYPES.Idempotency),
    quotas: container.get(TYPES.Quotas),
    clock,
    waitFor: (position, types, timeoutMs) => {
      engine.nudge(position ?? undefined)
      return engine.waitFor(position, types, timeoutMs)
    },
    checkResponses: options.checkResponses ?? false,
    readiness: { missing: becoming.missing },
    metrics,
    metricsToken: settings.metricsToken,
    logger,
    limits: options.limits ?? requestLimits,
    sockets: sockets.handshake,
    trustProxy: settings.trustProxy === false ? undefined : settings.trustProxy,
    publicUrl: settings.onlyOrigin,
    uiDirectory: options.uiDirectory,
    isReadable,
    isStopping: () => stopping,
  })
  const server = createHttpServer(app, { onSlowConsumer: () => metrics.socketFailures.inc({ reason: 'stalled' }) })
  const jobs = createJobs({
    jobs: container.getAll(PARTS.Job),
    isLeader: () => isReadable() && engine.isLeader(),
    clock,
    logger,
  })
  jobs.start()
  const stop = async (): Promise<void> => {
    stopping = true
    preparing?.stop()
    // At once: the server waits for its sockets, too.
    await Promise.all([stopServing(server, GRACE_MS), sockets.close(), atMost(GRACE_MS, jobs.stop())])
    await stopWorking()
  }
  try {
    const url = await listen(server, settings.port, settings.host)
    stopRequested?.throwIfAborted()
    logger.info({ url }, 'listening')
    return {
      url,
      container,
      /** Resolves when `/readyz` answers 200 for the first time, or the node stops. Rejects where it never will. */
      ready,
      /** Refuses what is new, finishes what runs, tells the sockets, closes. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for something, but not for ever. */
async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })])
}

/** Whether every read model has been built for the first time: queries need their views. */
async function hasViews(database: Database, groups: readonly ProjectionGroup[]): Promise<boolean> {
  const views = groups.flatMap((group) => group.views.map((view) => view.name))
  const { rows } = await database.pool.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'read'",
  )
  const there = new Set(rows.map((row) => row.name))
  return views.every((view) => there.has(view))
}

type Preparing = ReturnType<typeof prepareGame>

const PHASES: readonly Preparation['phase'][] = ['accounts', 'rules', 'season']

/** The views, ids past the log's highest, then the preparations of areas: tried until the stores let it through. */
function prepareGame(container: Container, { stores, clock, logger, say = () => undefined }: NodeOptions) {
  const stopped = new AbortController()
  const faltered = Promise.withResolvers<void>()
  let isDone = false
  let isReadable = false
  const { signal } = stopped
  const steps = container.getAll(PARTS.Preparation).sort((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase))
  const caughtUp = async (): Promise<void> => {
    await container.get(TYPES.Engine).catchUp(stopped.signal)
    stopped.signal.throwIfAborted()
  }
  const readable = async (): Promise<void> => {
    const groups = container.get(TYPES.Groups)
    for (let ms = 50; !(await hasViews(stores.database, groups)); ms = Math.min(2 * ms, 1_000)) {
      // Without the log nothing is built.
      await container.get(TYPES.RawLog).ready()
      await sleep(ms, undefined, { signal: stopped.signal })
    }
    isReadable = true
  }
  const attempt = async (): Promise<void> => {
    await readable()
    await caughtUp()
    await raiseIds(stores.database, container.get(TYPES.Ids))
    for (const step of steps) await step.run({ at: isoNow(clock), signal, say })
    await caughtUp()
  }
  const done = (async () => {
    let reason = ''
    while (!stopped.signal.aborted) {
      try {
        await attempt()
        isDone = true
        return
      } catch (error) {
        if (stopped.signal.aborted) return
        if (!isStoreAway(error)) throw error
        // A line a second would bury everything else.
        if (reasonOf(error) !== reason) logger.warn({ err: error }, 'a store is away, trying again')
        reason = reasonOf(error)
        faltered.resolve()
        await sleep(1_000, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  })()
  return {
    done,
    isDone: () => isDone,
    /** Resolves once a store that is away has kept it from going on. */
    faltered: faltered.promise,
    /** Whether queries have their views. */
    isReadable: () => isReadable,
    stop: () => stopped.abort(),
  }
}

/** Looks until the node is ready, and reports what it waits for meanwhile. */
function becomeReady(container: Container, preparing: Preparing, { logger, stores, onWaiting }: NodeOptions) {
  const stopped = new AbortController()
  const { signal } = stopped
  let before = ''
  /** What keeps the node from being ready, a line each; each change is logged. */
  const look = async (): Promise<string[]> => {
    const lines = await missing(container, preparing)
    const now = lines.join('; ')
    if (now !== before) logger.info({ missing: lines }, now === '' ? 'ready' : 'not ready')
    before = now
    return lines
  }
  const progress = createBuildProgress({
    engine: container.get(TYPES.Engine),
    groups: container.get(TYPES.Groups),
    log: stores.rawLog,
  })
  const report = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(REPORT_MS, undefined, { signal, ref: false })
      const [lines, building] = await Promise.all([look(), progress().catch(() => null)])
      if (!signal.aborted && lines.length > 0) onWaiting?.({ missing: lines, building })
    }
  }
  const become = async (): Promise<void> => {
    await preparing.done
    while (!signal.aborted && (await look()).length > 0) await sleep(READY_MS, undefined, { signal, ref: false })
  }
  if (onWaiting) report().catch(() => undefined)
  const ready = become()
    .catch((error) => {
      if (!signal.aborted) throw error
    })
    .finally(() => stopped.abort())
  // The caller may not have asked for it yet.
  ready.catch(() => undefined)
  return { ready, missing: look, stop: () => stopped.abort() }
}

/** A database that was lost or restored may be behind the log: no id is given twice. */
async function raiseIds({ db }: Database, ids: Ids): Promise<void> {
  const kinds = areas.flatMap((area) => area.ids ?? [])
  const highest = await db.transaction().execute(async (tx) => {
    const schemas = await holdLive(
      tx,
      kinds.flatMap(({ hidden }) => hidden?.group ?? []),
    )
    const tablesOf = ({ views, hidden }: IdKind): readonly string[] => [
      ...views.map((view) => `read.${view}`),
      ...(hidden?.tables ?? []).map((table) => `${schemas.get(hidden!.group)}.${table}`),
    ]
    const columns = kinds.map((kind) => `greatest(0, ${tablesOf(kind).map(highestOf).join(', ')}) as ${kind.name}`)
    const { rows } = await sql.raw<Record<string, number>>(`select ${columns.join(', ')}`).execute(tx)
    return rows[0]!
  })
  for (const kind of kinds) if (highest[kind.name]! > 0) await ids.raiseAbove(kind, highest[kind.name]!)
}

const highestOf = (table: string): string => `(select max(id) from ${table})`

/** Longer than the event log takes to give a call up: its reason is part of the answer. */
const READINESS_MS = 2_750

/** What keeps this node from being ready, a line each. */
async function missing(container: Container, preparing: Preparing): Promise<string[]> {
  const engine = container.get(TYPES.Engine)
  const inTime = <T>(check: Promise<T>): Promise<T> =>
    Promise.race([
      check,
      sleep(READINESS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
    ])
  const ask = async (name: string, check: () => Promise<unknown>): Promise<string | null> => {
    try {
      await inTime(check())
      return null
    } catch (error) {
      return (error instanceof EventLogUnavailable && error.advice) || name
    }
  }
  // Reads go on where writes are refused, as on a full disk: which of the two it is tells where to look.
  const postgres = async (): Promise<string | null> =>
    (await ask('Postgres does not answer', () => container.get(TYPES.Database).pool.query('select 1'))) ??
    inTime(container.get(TYPES.WriteProbe)()).then(
      () => null,
      (error) => (isDiskFull(error) ? 'the disk of Postgres is full' : 'Postgres takes no writes'),
    )
  // An answer that does not come tells nothing of events; what is away is named by the others.
  const findPaused = async (): Promise<string | null> => {
    const paused = await inTime(engine.paused()).catch(() => [])
    return paused.length > 0 ? 'a projection is paused by an event' : null
  }
  const answers = await Promise.all([
    postgres(),
    ask('the event log does not answer', () => container.get(TYPES.RawLog).ready()),
    ask('projections are behind', async () => {
      if (!(await engine.caughtUp(5_000))) throw new Error('behind')
    }),
    findPaused(),
  ])
  return [...answers, unprepared(preparing, engine.isLeader())].filter((line) => line !== null)
}

/** Only the node that leads builds read models: beside one of an older version this one waits for ever. */
function unprepared({ isDone, isReadable }: Preparing, isLeader: boolean): string | null {
  if (isDone()) return null
  if (isReadable()) return 'the season is being prepared'
  return isLeader ? 'read models are not built yet' : 'the leading node has not built the read models of this version'
}
