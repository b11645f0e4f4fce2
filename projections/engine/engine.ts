import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'
import { type Clock, isoNow } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineStatus, LongRun } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { createArrival } from './arrival.ts'
import { type ClearingPort, createClearing } from './clearing.ts'
import { errorLine } from './faults.ts'
import { createFeed } from './feed.ts'
import { EMPTY } from './generations.ts'
import { createLanes } from './lanes.ts'
import type { EngineLogger } from './logger.ts'
import { decodeMessage, encodeMessages, everythingChanged, mergeChanges } from './messages.ts'
import type { EngineMetrics } from './metrics.ts'
import { pause } from './pause.ts'
import { createProgress } from './progress.ts'
import { createRebuildQueue } from './rebuild-queue.ts'
import { createRebuildRequests } from './requests.ts'
import { createNodeSession } from './session.ts'
import { createStatusReader } from './status.ts'
import {
  askForRebuild,
  isHalted,
  lookAtStore,
  publish,
  readGenerations,
  readLanes,
  resumeLane,
  type StoreLook,
  settleDeadLetters,
} from './store.ts'
import { createTerm } from './term.ts'
import { createTicker } from './ticker.ts'
import { type Verification, verifyGroup } from './verify.ts'
import { createWaits, type Waits } from './waits.ts'

export interface EngineOptions {
  readonly database: Database
  readonly log: EventLog
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  /** What changed in the read tables, on every node, after the commit; the version only grows. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
  readonly logger: EngineLogger
  readonly metrics?: EngineMetrics
  readonly clock: Clock
  /** Left out where nothing is ever simulated. */
  readonly clearing?: ClearingPort
}

export interface ProjectionEngine extends Waits {
  /** Takes part: leads when no other node does, follows otherwise, and takes over within seconds. */
  start(): Promise<void>
  /** Finishes the running batches and gives up leadership. */
  stop(): Promise<void>
  /** Leads from now on, or says that another node does. Before `start`, nothing is projected yet. */
  tryLead(): Promise<boolean>
  isLeader(): boolean
  /** Something was appended on this node: read on at once, unless it has been read as far as `to`. */
  nudge(to?: Position): void
  /** For reactors, which wait for what only this node brings about: as the others, but throws `TermEnded` once it does not lead. */
  readonly ofTerm: Waits
  /** How far a group or reactor has come, as this node knows: at once where it leads, else as soon as the leader tells. */
  passed(name: string): Position | null
  /** False while empty tables stand in for those of a group that is still being built for the first time (`beginsEmpty`). */
  serves(name: string): Promise<boolean>
  /** Every group has its tables and has passed what was the head of the log `toleranceMs` ago (0: now); paused ones are not waited for. */
  caughtUp(toleranceMs?: number): Promise<boolean>
  /** Resolves once every group has passed what is the head of the log now, however much is appended meanwhile; or when aborted. */
  catchUp(signal: AbortSignal): Promise<void>
  status(): Promise<EngineStatus>
  /** How far a group is being built, here or by the leading node; null: it is not. */
  rebuilding(name: string): Promise<LongRun | null>
  /** Names of the groups and reactors that stand at an event; asks nothing of the log. */
  paused(): Promise<readonly string[]>
  /** Rebuilds here when this node leads, else by the leading node. Throws with the reason when it fails. */
  rebuild(name: string, onProgress?: (run: LongRun) => void): Promise<void>
  /** Takes back what was simulated, here when this node leads, else by the leading node. Throws with the reason when it fails. */
  clear(onProgress?: (done: number, total: number | null) => void): Promise<void>
  /** Compares tables with the log. Throws where they differ because a clear is under way. */
  verify(names?: readonly string[], onProgress?: (run: LongRun) => void): Promise<readonly Verification[]>
  /** Goes on with the event that paused it. False when it was not paused. */
  retry(name: string): Promise<boolean>
  /** Goes on behind the event that paused it. False when it was not paused. */
  skip(name: string): Promise<boolean>
  /** Live changes that no event brings about (a kickoff passes), to all nodes. */
  announce(changes: readonly LiveChange[]): Promise<void>
}

/** Retired generations that long reads have kept are dropped every so many ticks. */
const sweepEvery = 30

/** Makes the engine of a node: its parts, what they tell each other, and what a node does every second. */
export function createProjectionEngine(options: EngineOptions): ProjectionEngine {
  const { database, log, groups, reactors, logger, metrics } = options
  const { db } = database
  const node = randomUUID()
  const now = () => isoNow(options.clock)
  const names = [...groups, ...reactors].map((each) => each.name)
  refuseMisnamed(names, groups, reactors)

  const worksFrom = new Map(
    reactors.flatMap((reactor) => (reactor.worksFrom ? [[reactor.name, reactor.worksFrom.group]] : [])),
  )
  const progress = createProgress((a, b) => log.compare(a, b), worksFrom)
  const feed = createFeed(log, [...new Set([...groups, ...reactors].flatMap((each) => each.events))])
  const stopping = new AbortController()
  /** Groups whose history stands in their tables: once it does, it does for ever. */
  const serving = new Set<string>()
  let started = false
  let ticks = 0
  let everConnected = false

  const onChanges = (changes: readonly LiveChange[], version: string) => {
    try {
      options.onChanges(changes, version)
    } catch (error) {
      logger.error({ error: errorLine(error) }, 'projections: live changes were not delivered')
    }
  }
  const session = createNodeSession({
    url: database.url,
    logger,
    onMessage(payload) {
      const message = decodeMessage(payload)
      if (!message || message.node === node) return
      for (const { name, position } of message.moved ?? []) progress.set(name, position)
      if (message.changes.length > 0) onChanges(message.changes, message.version)
      if (message.reload) ticker.ring()
    },
    onConnected() {
      // Messages may have been lost while there was no connection; the version is the store's present one.
      if (everConnected) void announceGap()
      everConnected = true
    },
    onLost: () => term.end(),
  })
  const leads = () => session.locked && !stopping.signal.aborted

  const takenBack = options.clearing?.types ?? []
  const part = { db, log, node, logger, groups, reactors, progress, feed, metrics, leads, now, onChanges, takenBack }
  const lanes = createLanes(part)
  const arrival = createArrival({ ...part, names })
  const rebuilds = createRebuildQueue({
    ...part,
    laneOf: (name) => (term.signal ? lanes.ofGroup(name) : undefined),
  })
  const term = createTerm({
    ...part,
    lanes: lanes.all,
    bringUpToDate: rebuilds.bringUpToDate,
    onBegun: () => metrics?.leading(true),
    onEnded() {
      arrival.forget()
      metrics?.leading(false)
    },
  })
  const ticker = createTicker({ logger, tick, stopping: stopping.signal })
  const requests = createRebuildRequests({
    ...part,
    term,
    rebuilds,
    stopping: stopping.signal,
    standIn: async () => !started && session.lock(),
    tellAll,
    onClosed: ticker.ring,
  })
  const clearing = createClearing({
    ...part,
    term,
    rebuilds,
    port: options.clearing,
    stopping: stopping.signal,
    async tellAll(isDone) {
      if (isDone) progress.forget()
      await tellAll(isDone ? everythingChanged : [])
    },
    ring: ticker.ring,
  })
  const { status, rebuilding } = createStatusReader({ ...part, rebuilds, isInTerm: () => term.signal !== undefined })

  const groupNamed = (name: string): ProjectionGroup => {
    const group = groups.find((each) => each.name === name)
    if (!group)
      throw new Error(`no projection is called ${name}; there are ${groups.map((each) => each.name).join(', ')}`)
    return group
  }

  async function announceGap(): Promise<void> {
    try {
      const row = await database.pool.query<{ version: string }>(
        'select version::text as version from engine.live_version',
      )
      onChanges(everythingChanged, row.rows[0]?.version ?? '0')
    } catch (error) {
      logger.warn({ error: errorLine(error) }, 'projections: live changes may have been missed')
    }
  }

  /** Takes over what the store says; the fallback for messages that were missed. */
  function takeOver(look: StoreLook): void {
    for (const stored of look.lanes) {
      const lane = lanes.all.find((each) => each.target.name === stored.name)
      if (!lane) continue
      if (term.signal) {
        if ((lane.pause === null) !== (stored.pause === null)) lane.wake()
        continue
      }
      if (stored.checkpoint) progress.set(stored.name, stored.checkpoint)
      progress.setHalted(stored.name, isHalted(stored, groups))
    }
  }

  async function tick(): Promise<void> {
    if (!(await session.beat())) return
    if (started && !session.locked) await session.lock()
    const look = await lookAtStore(db)
    if (started) clearing.answer(look)
    if (started && session.locked && !term.signal && !clearing.isBusy) await term.begin()
    takeOver(look)
    if (term.signal) {
      await requests.answer(look)
      if (++ticks % sweepEvery === 0) await term.sweep()
    }
    const head = await (term.signal ? feed.end() : log.head())
    arrival.sample(head, term.signal !== undefined)
    for (const name of names) metrics?.deadLetters?.(name, look.waiting[name] ?? 0)
  }

  /** The first look has been taken when this resolves. */
  function beginTicking(): Promise<void> {
    if (!ticker.hasBegun) log.subscribe(() => feed.ring(), stopping.signal)
    return ticker.begin()
  }

  /** Tells all nodes that the engine's rows were changed by hand. */
  async function tellAll(changes: readonly LiveChange[] = [], reload = true): Promise<void> {
    const version = await publish(db, encodeMessages({ node, changes, reload }))
    if (changes.length > 0) onChanges(changes, version)
    if (reload) {
      for (const lane of lanes.all) if (lane.pause) lane.wake()
      ticker.ring()
    }
  }

  async function resume(name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
    if (await resumeLane(db, name, outcome)) {
      progress.setHalted(name, false)
      await tellAll()
      return true
    }
    // Not paused, but a rebuild stopped at an event: decide about the event, then build again.
    if (!(await settleDeadLetters(db, name, outcome))) return false
    await askForRebuild(db, name)
    await tellAll()
    return true
  }

  /** Whether a clear goes on, or has gone on since a look: until it is over, tables are of before it and the log is of behind it. */
  async function isTakingBack(since: StoreLook): Promise<boolean> {
    const now = await lookAtStore(db)
    return since.clearing !== null || now.clearing !== null || now.cleared !== since.cleared
  }

  return {
    async start() {
      if (stopping.signal.aborted) throw new Error('the projection engine has been stopped')
      started = true
      await beginTicking()
      if (session.locked && !term.signal) {
        ticker.ring()
        for (let waited = 0; !term.signal && session.locked && waited < 100; waited++) await pause(20, stopping.signal)
      }
    },
    async stop() {
      stopping.abort()
      term.end()
      lanes.stop()
      await ticker.ended()
      await term.ended()
      await clearing.idle()
      await rebuilds.idle()
      await session.close()
    },
    async tryLead() {
      if (stopping.signal.aborted) return false
      await beginTicking()
      return session.locked || session.lock()
    },
    isLeader: leads,
    nudge: (to) => feed.ring(to),
    ...createWaits(groups, progress, () => undefined),
    ofTerm: createWaits(groups, progress, () => term.signal ?? AbortSignal.abort()),
    passed: (name) => progress.get(name),
    async serves(name) {
      if (!serving.has(name)) {
        const live = (await readGenerations(db, name)).find((row) => row.state === 'live')
        if (live && live.version !== EMPTY) serving.add(name)
      }
      return serving.has(name)
    },
    caughtUp: (toleranceMs = 0) => arrival.caughtUp(toleranceMs),
    catchUp: arrival.catchUp,
    status,
    rebuilding,
    async paused() {
      return (await readLanes(db)).filter((lane) => lane.pause !== null).map(({ name }) => name)
    },
    rebuild: async (name, onProgress) => requests.rebuild(groupNamed(name), onProgress),
    clear: clearing.clear,
    async verify(wanted, onProgress) {
      const results: Verification[] = []
      for (const group of wanted ? wanted.map(groupNamed) : groups) {
        const before = await lookAtStore(db)
        const result = await verifyGroup(group, database, log, onProgress ?? (() => undefined), stopping.signal)
        if (!result.same && (await isTakingBack(before)))
          throw new Error('Simulated data is being taken back meanwhile; please verify again when that is over')
        results.push(result)
      }
      return results
    },
    retry: (name) => resume(name, 'retried'),
    skip: (name) => resume(name, 'skipped'),
    announce: (changes) => tellAll(mergeChanges(changes), false),
  }
}

/** Throws where two share a name, or a reactor works from a group that is not there. */
function refuseMisnamed(
  names: readonly string[],
  groups: readonly ProjectionGroup[],
  reactors: readonly Reactor[],
): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two projections or reactors are called ${twice}`)
  const lacking = reactors.find(({ worksFrom }) => worksFrom && !groups.some(({ name }) => name === worksFrom.group))
  if (lacking) throw new Error(`reactor ${lacking.name} works from a projection that is not there`)
}
