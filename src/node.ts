import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Container } from 'inversify'
import { sql } from 'kysely'
import { holdLive } from '../projections/engine/store.ts'
import { createFirstAdministrator, type FirstAdministrator } from './accounts/first-administrator.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { AchievementEntry } from './achievements/catalogue.ts'
import { ACCOUNTS } from './areas/accounts.ts'
import { ACHIEVEMENTS } from './areas/achievements.ts'
import { FIXTURES } from './areas/fixtures.ts'
import { areas, groupsOf } from './areas/index.ts'
import { createChatPush } from './chat/push.ts'
import { createContainer } from './container.ts'
import type { Database } from './database/database.ts'
import { SETTLEMENT_REACTOR } from './fixtures/settlement-reactor.ts'
import { PARTS, TYPES } from './identifiers.ts'
import { type Clock, isoNow } from './kernel/clock.ts'
import type { IdKind, Ids } from './kernel/ids.ts'
import { createJobs, type Job } from './kernel/jobs.ts'
import type { Logger } from './kernel/logger.ts'
import { isStoreAway } from './kernel/store-away.ts'
import { systemContext } from './kernel/system-context.ts'
import type { Settings } from './settings.ts'
import { createShareRooms } from './sharing/rooms.ts'
import type { LiveChange } from './slice/group.ts'
import type { Stores } from './stores.ts'
import { createWebApp } from './web/app.ts'
import { type RequestLimits, requestLimits } from './web/limits.ts'
import { createLive, type Live } from './web/live.ts'
import { createHttpServer, listen, stopServing } from './web/server.ts'

/** How long a start waits for the gameweeks of a season it has loaded to settle. */
const SETTLE_MS = 30_000
/** How long a start waits for an event store that is away before it serves reads without it. */
const PREPARE_MS = 10_000
/** How long running requests may take to finish once a stop was asked for. */
const GRACE_MS = 10_000
/** How long the batch at hand may take after that; one that is broken off is projected again by whoever leads next. */
const BATCH_MS = 3_000

/** One running node of the game. */
export interface GameNode {
  readonly url: string
  readonly container: Container
  /** Refuses what is new, finishes what runs, tells the sockets, closes. */
  stop(): Promise<void>
}

export interface NodeOptions {
  readonly settings: Settings
  readonly stores: Stores
  readonly clock: Clock
  readonly logger: Logger
  readonly uiDirectory: string
  readonly limits?: RequestLimits
  /** So many times as much may be written as by the game's allowances; in tests. */
  readonly timesAllowed?: number
  /** Another hashing than the game's; in tests. */
  readonly passwords?: Passwords
  /** Achievements of another game than this one; in tests. */
  readonly catalogue?: readonly AchievementEntry[]
  /** Check answers against their schemas; in tests. */
  readonly checkResponses?: boolean
  /** Heard while the season is loaded at the start. */
  readonly onSeasonProgress?: (done: number, total: number) => void
  /** Hears of the first administrator as soon as there is one, at every start until somebody has signed in as them. */
  readonly onFirstAdministrator?: (administrator: FirstAdministrator) => void
  /** Breaks the start off: it throws the signal's reason once what it began is undone. */
  readonly stopAsked?: AbortSignal
}

/** Starts projecting, makes the first administrator, prepares the season, serves. A start that fails leaves nothing running. */
export async function startNode(options: NodeOptions): Promise<GameNode> {
  const { settings, stores, clock, logger, stopAsked } = options
  let live: Live | undefined
  let stopping = false
  const container = createContainer({
    ...stores,
    clock,
    logger,
    news: settings.news,
    testimonialsUrl: settings.testimonialsUrl,
    publicUrl: settings.publicUrl,
    testingTool: settings.testingTool,
    mail: {
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      folder: path.join(settings.dataDir, 'outbox'),
      publicUrl: settings.publicUrl,
    },
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    ...(options.passwords ? { passwords: options.passwords } : {}),
    ...(options.timesAllowed === undefined ? {} : { timesAllowed: options.timesAllowed }),
    onChanges: (changes: readonly LiveChange[], version: string) => live?.publish(changes, version),
  })
  const engine = container.get(TYPES.Engine)
  const metrics = container.get(TYPES.Metrics)
  let preparing: Preparing | undefined
  const stopWorking = async (): Promise<void> => {
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
    // Where the event store is away the pages and reads go on, if there is anything to read; readiness says what is missing.
    await Promise.race([
      preparing.done,
      preparing.faltered,
      sleep(PREPARE_MS, undefined, { ref: false, signal: stopAsked }),
    ])
    stopAsked?.throwIfAborted()
  } catch (error) {
    await stopWorking()
    throw error
  }
  const { isDone, isReadable } = preparing
  const noted = noting(logger)

  live = createLive({
    sessions: container.get(ACCOUNTS.SessionReader),
    chat: createChatPush({ db: stores.database.db }),
    shares: createShareRooms({ db: stores.database.db }),
    logger,
    publicUrl: settings.publicUrl,
    shared: stores.database,
    onCount: (sockets) => metrics.sockets.set(sockets),
    onFailure: (reason) => metrics.socketFailures.inc({ reason }),
  })
  const sockets = live
  container.get(ACCOUNTS.Sessions).onEnded(sockets.end)
  const app = createWebApp({
    routes: container.getAll(PARTS.Routes).flat(),
    heads: container.getAll(PARTS.HeadedPage),
    sessions: container.get(ACCOUNTS.SessionReader),
    idempotency: container.get(TYPES.Idempotency),
    allowances: container.get(TYPES.Allowances),
    clock,
    waitFor: (position, types, timeoutMs) => {
      engine.nudge(position ?? undefined)
      return engine.waitFor(position, types, timeoutMs)
    },
    checkResponses: options.checkResponses ?? false,
    readiness: { missing: async () => noted(await missing(container, isDone())) },
    metrics,
    metricsToken: settings.metricsToken,
    logger,
    limits: options.limits ?? requestLimits,
    sockets: sockets.handshake,
    trustProxy: settings.trustProxy === false ? undefined : settings.trustProxy,
    publicUrl: settings.publicUrl,
    uiDirectory: options.uiDirectory,
    isReadable,
    isStopping: () => stopping,
  })
  const server = createHttpServer(app, { onStall: () => metrics.socketFailures.inc({ reason: 'stalled' }) })
  const jobs = createJobs({
    jobs: [...container.getAll(PARTS.Job), ...refreshing(container, settings)],
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
    stopAsked?.throwIfAborted()
    logger.info({ url }, 'listening')
    return { url, container, stop }
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
async function hasViews(database: Database, catalogue: readonly AchievementEntry[]): Promise<boolean> {
  const views = groupsOf({ catalogue }).flatMap((group) => group.views.map((view) => view.name))
  const { rows } = await database.pool.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'read'",
  )
  const there = new Set(rows.map((row) => row.name))
  return views.every((view) => there.has(view))
}

/** Real sources are read again every five minutes; the demo never changes by itself. */
function refreshing(container: Container, { fixtures }: Settings): readonly Job[] {
  if (fixtures.kind === 'demo') return []
  const run = async (): Promise<void> => {
    await container.get(FIXTURES.FeedRefresh).refresh(fixtures)
  }
  return [{ name: 'fixtures', schedule: '*/5 * * * *', run }]
}

interface Preparing {
  readonly done: Promise<void>
  isDone(): boolean
  /** Resolves once a store that is away has kept it from going on. */
  readonly faltered: Promise<void>
  /** Whether queries have their views. */
  isReadable(): boolean
  stop(): void
}

/** The views, ids past the log's highest, the first administrator, the season: tried until the stores let it through. */
function prepareGame(
  container: Container,
  { stores, settings, clock, logger, onSeasonProgress, onFirstAdministrator }: NodeOptions,
): Preparing {
  const stopped = new AbortController()
  const faltered = Promise.withResolvers<void>()
  let isDone = false
  let isReadable = false
  let isAdministered = false
  const caughtUp = async (): Promise<void> => {
    await container.get(TYPES.Engine).catchUp(stopped.signal)
    stopped.signal.throwIfAborted()
  }
  const readable = async (): Promise<void> => {
    const catalogue = container.get(TYPES.Catalogue)
    for (let ms = 50; !(await hasViews(stores.database, catalogue)); ms = Math.min(2 * ms, 1_000)) {
      // Without the log nothing is built.
      await container.get(TYPES.RawLog).ready()
      await sleep(ms, undefined, { signal: stopped.signal })
    }
    isReadable = true
  }
  const administer = async (): Promise<void> => {
    const first = await createFirstAdministrator(
      {
        database: stores.database,
        clock,
        personal: stores.personal,
        accounts: container.get(ACCOUNTS.Accounts),
        credentials: container.get(ACCOUNTS.Credentials),
        passwords: container.get(TYPES.Passwords),
      },
      settings.admin,
    )
    isAdministered = true
    if (first) onFirstAdministrator?.(first)
  }
  const attempt = async (): Promise<void> => {
    await readable()
    await caughtUp()
    await raiseIds(stores.database, container.get(TYPES.Ids))
    if (!isAdministered) await administer()
    // Before the season: what is earned in it is then unlocked as it is earned.
    await container.get(ACHIEVEMENTS.Achievements).introduce(systemContext(isoNow(clock)))
    const loaded = await container.get(FIXTURES.FeedRefresh).refresh(settings.fixtures, (done, total) => {
      // Between two batches a load can be broken off: the next start completes it.
      stopped.signal.throwIfAborted()
      onSeasonProgress?.(done, total)
    })
    // Until its gameweeks have settled, gameweek 1 would be the current one.
    if (loaded?.position)
      await container.get(TYPES.Engine).waitForReactor(SETTLEMENT_REACTOR, loaded.position, SETTLE_MS)
    await caughtUp()
  }
  const done = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await attempt()
        isDone = true
        return
      } catch (error) {
        if (stopped.signal.aborted) return
        if (!isStoreAway(error)) throw error
        logger.warn({ err: error }, 'a store is away, trying again')
        faltered.resolve()
        await sleep(1_000, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  })()
  return {
    done,
    isDone: () => isDone,
    faltered: faltered.promise,
    isReadable: () => isReadable,
    stop: () => stopped.abort(),
  }
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

/** Logs each change of readiness, as it is asked for. */
function noting(logger: Logger): (missing: string[]) => string[] {
  let before = ''
  return (missing) => {
    const now = missing.join('; ')
    if (now !== before) logger.info({ missing }, now === '' ? 'ready' : 'not ready')
    before = now
    return missing
  }
}

/** What keeps this node from being ready, a line each. */
async function missing(container: Container, isPrepared: boolean): Promise<string[]> {
  const engine = container.get(TYPES.Engine)
  const inTime = <T>(check: Promise<T>): Promise<T> =>
    Promise.race([check, sleep(2_000, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')))])
  const ask = async (name: string, check: () => Promise<unknown>): Promise<string | null> => {
    try {
      await inTime(check())
      return null
    } catch {
      return name
    }
  }
  // Reads go on where writes are refused, as on a full disk: which of the two it is tells where to look.
  const postgres = async (): Promise<string | null> =>
    (await ask('Postgres does not answer', () => container.get(TYPES.Database).pool.query('select 1'))) ??
    ask('Postgres takes no writes', container.get(TYPES.WriteProbe))
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
  return [...answers.filter((answer) => answer !== null), ...(isPrepared ? [] : ['the season is being prepared'])]
}
