import { setTimeout as sleep } from 'node:timers/promises'
import type { Container } from 'inversify'
import { sql } from 'kysely'
import { holdTables } from '../projections/engine/store.ts'
import { areas } from './areas/index.ts'
import { type BuildProgress, createBuildProgress, percentOf } from './build-progress.ts'
import { createContainer } from './container.ts'
import type { Database } from './database/database.ts'
import { PARTS, TYPES } from './identifiers.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import { EventLogUnavailable } from './kernel/event-log.ts'
import type { IdKind, Ids } from './kernel/ids.ts'
import { createJobs } from './kernel/jobs.ts'
import type { Logger } from './kernel/logger.ts'
import { isDiskFull, isStoreUnavailable, reasonOf } from './kernel/store-unavailable.ts'
import type { Settings } from './settings.ts'
import type { ProjectionGroup } from './slice/group.ts'
import type { Preparation } from './slice/preparation.ts'
import type { EndedSessions } from './slice/sessions.ts'
import type { Stores } from './stores.ts'
import { createWebApp } from './web/app.ts'
import { type RequestLimits, requestLimits } from './web/limits.ts'
import { createLive, type Live } from './web/live.ts'
import { createHttpServer, listen, stopServing } from './web/server.ts'

/** Milliseconds that a start waits for an unreachable event store before it serves reads without it. */
const PREPARE_MS = 10_000
/** Intervals in milliseconds at which a starting node checks and reports its readiness. */
const READY_MS = 250
const REPORT_MS = 3_000
/** Milliseconds for active requests to finish after a stop request. */
const GRACE_MS = 10_000
/** Milliseconds for the current batch after that; the next leader projects an interrupted batch again. */
const BATCH_MS = 3_000

/** State of a node that is not ready. */
export interface Waiting {
  /** The reasons of `/readyz`. */
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
  /** Multiplies all quotas; in tests. */
  readonly timesAllowed?: number
  /** Replaces bindings; in tests. */
  readonly replace?: (container: Container) => void
  /** Validates answers against their schemas; in tests. */
  readonly checkResponses?: boolean
  /** Called every few seconds until the node is ready. */
  readonly onWaiting?: (waiting: Waiting) => void
  /** Prints a line to the terminal. */
  readonly print?: (line: string) => void
  /** Aborts the start, which reverts its steps and throws the signal's reason. */
  readonly stopRequested?: AbortSignal
}

export type GameNode = Awaited<ReturnType<typeof startNode>>

/** Starts projecting, prepares accounts and the season, and serves. A failed start leaves nothing running. */
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
    onBroadcast(message) {
      const ended = message as EndedSessions
      sessions.forget(ended)
      live?.end(ended)
    },
    onBroadcastsMissed() {
      sessions.forget(null)
      void live?.check()
    },
  })
  const sessions = container.get(TYPES.Sessions)
  const engine = container.get(TYPES.Engine)
  sessions.keepWhile(engine.knowsMessages)
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
    // Without the event store, pages and reads are served if there are read models; readiness reports the reason.
    await Promise.race([
      preparing.done,
      preparing.failedOnce,
      sleep(PREPARE_MS, undefined, { ref: false, signal: stopRequested }),
    ])
    stopRequested?.throwIfAborted()
  } catch (error) {
    await stopWorking()
    throw error
  }
  const { isReadable } = preparing
  const { ready } = becoming

  live = createLive({
    sessions,
    rooms: container.getAll(PARTS.SocketRoom),
    logger,
    publicUrl: settings.onlyOrigin,
    onCount: (sockets) => metrics.sockets.set(sockets),
    onFailure: (reason) => metrics.socketFailures.inc({ reason }),
  })
  const sockets = live
  sessions.onEnded(sockets.end)
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
    onFailure: (job) => metrics.jobFailures.inc({ job }),
  })
  jobs.start()
  const stop = async (): Promise<void> => {
    stopping = true
    preparing?.stop()
    // In parallel, because the server also waits for its sockets.
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
      /** Resolves at the first 200 of `/readyz`, or when the node stops. Rejects if it can never become ready. */
      ready,
      /** Refuses new requests, finishes active ones, notifies sockets, and closes. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for work, at most `ms` milliseconds. */
async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })])
}

type Preparing = ReturnType<typeof prepareGame>

const PHASES: readonly Preparation['phase'][] = ['accounts', 'rules', 'season']

/** Waits for the read models, raises ids above those in the log, and runs the preparations of areas. Retries while stores are unavailable. */
function prepareGame(container: Container, { stores, clock, logger, print = () => undefined }: NodeOptions) {
  const stopped = new AbortController()
  const failedOnce = Promise.withResolvers<void>()
  let isDone = false
  let isReadable = false
  const { signal } = stopped
  const steps = container.getAll(PARTS.Preparation).sort((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase))
  const caughtUp = async (): Promise<void> => {
    await container.get(TYPES.Engine).catchUp(stopped.signal)
    stopped.signal.throwIfAborted()
  }
  const readable = async (): Promise<void> => {
    for (let ms = 50; !container.get(TYPES.Engine).isBuilt(); ms = Math.min(2 * ms, 1_000)) {
      // Groups cannot be built without the log.
      await container.get(TYPES.RawLog).ready()
      await sleep(ms, undefined, { signal: stopped.signal })
    }
    isReadable = true
  }
  const attempt = async (): Promise<void> => {
    await readable()
    await caughtUp()
    await raiseIds(stores.database, container.get(TYPES.Groups), container.get(TYPES.Ids))
    for (const step of steps) await step.run({ at: isoNow(clock), signal, print })
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
        if (!isStoreUnavailable(error)) throw error
        // Logs each reason once, because attempts are one second apart.
        if (reasonOf(error) !== reason) logger.warn({ err: error }, 'a store is unavailable, retrying')
        reason = reasonOf(error)
        failedOnce.resolve()
        await sleep(1_000, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  })()
  return {
    done,
    isDone: () => isDone,
    /** Resolves after the first failure because of an unavailable store. */
    failedOnce: failedOnce.promise,
    /** True if queries have their tables. */
    isReadable: () => isReadable,
    stop: () => stopped.abort(),
  }
}

/** Checks until the node is ready, and reports its state meanwhile. */
function becomeReady(container: Container, preparing: Preparing, { logger, stores, onWaiting }: NodeOptions) {
  const stopped = new AbortController()
  const { signal } = stopped
  let before = ''
  /** The reasons why the node is not ready, one line each; logs every change. */
  const check = async (): Promise<string[]> => {
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
      const [lines, building] = await Promise.all([check(), progress().catch(() => null)])
      if (!signal.aborted && lines.length > 0) onWaiting?.({ missing: lines, building })
    }
  }
  const become = async (): Promise<void> => {
    await preparing.done
    while (!signal.aborted && (await check()).length > 0) await sleep(READY_MS, undefined, { signal, ref: false })
  }
  if (onWaiting) report().catch(() => undefined)
  const ready = become()
    .catch((error) => {
      if (!signal.aborted) throw error
    })
    .finally(() => stopped.abort())
  // Prevents an unhandled rejection before the caller awaits it.
  ready.catch(() => undefined)
  /** The same reasons, with the progress of a build. */
  const answer = async (): Promise<string[]> => {
    const lines = await check()
    if (!lines.includes(UNBUILT)) return lines
    const building = await progress().catch(() => null)
    const percent = building && percentOf(building)
    return percent === null ? lines : lines.map((line) => (line === UNBUILT ? `${line}: ${percent} %` : line))
  }
  return { ready, missing: answer, stop: () => stopped.abort() }
}

/** Raises sequences above the ids in the log, because a lost or restored database may be behind it. */
async function raiseIds({ db }: Database, groups: readonly ProjectionGroup[], ids: Ids): Promise<void> {
  const kinds = areas.flatMap((area) => area.ids ?? [])
  const highest = await db.transaction().execute(async (tx) => {
    const schemas = await holdTables(
      tx,
      groups.filter(({ name }) => kinds.some(({ hidden }) => hidden?.group === name)),
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

/** Milliseconds; longer than the timeout of the event log, so that its reason is part of the answer. */
const READINESS_MS = 2_750

/** The reasons why this node is not ready, one line each. */
async function missing(container: Container, preparing: Preparing): Promise<string[]> {
  const engine = container.get(TYPES.Engine)
  const inTime = <T>(check: Promise<T>): Promise<T> =>
    Promise.race([
      check,
      sleep(READINESS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
    ])
  const failureOf = async (name: string, check: () => Promise<unknown>): Promise<string | null> => {
    try {
      await inTime(check())
      return null
    } catch (error) {
      return (error instanceof EventLogUnavailable && error.advice) || name
    }
  }
  // Distinguishes a missing server from refused writes, as on a full disk, where reads continue.
  const postgres = async (): Promise<string | null> =>
    (await failureOf('Postgres does not answer', () => container.get(TYPES.Database).pool.query('select 1'))) ??
    inTime(container.get(TYPES.WriteProbe)()).then(
      () => null,
      (error) => (isDiskFull(error) ? 'the disk of Postgres is full' : 'Postgres takes no writes'),
    )
  // Without an answer nothing is known about paused projections; the other checks report the unavailable store.
  const findPaused = async (): Promise<string | null> => {
    const paused = await inTime(engine.paused()).catch(() => [])
    return paused.length > 0 ? 'a projection is paused by an event' : null
  }
  const answers = await Promise.all([
    postgres(),
    failureOf('the event log does not answer', () => container.get(TYPES.RawLog).ready()),
    failureOf('projections are behind', async () => {
      if (!(await engine.caughtUp(5_000))) throw new Error('behind')
    }),
    findPaused(),
  ])
  return [...answers, unprepared(preparing)].filter((line) => line !== null)
}

const UNBUILT = 'read models are not built yet'

/** The preparation that is not done. */
function unprepared({ isDone, isReadable }: Preparing): string | null {
  if (isDone()) return null
  return isReadable() ? 'the season is being prepared' : UNBUILT
}
