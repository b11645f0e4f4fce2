import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'
import type { Purges } from '../../src/event-log/purges.ts'
import { type Clock, isoNow } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import type { Metrics } from '../../src/kernel/metrics.ts'
import { createSignal, pause } from '../../src/kernel/pause.ts'
import { createWakeUp } from '../../src/kernel/wake-up.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { createArrival } from './arrival.ts'
import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import { EMPTY } from './generations.ts'
import { createLogReader } from './log-reader.ts'
import { everythingChanged, type Message, mergeChanges } from './messages.ts'
import { createProgress } from './progress.ts'
import { createPurging } from './purge.ts'
import { createRebuildQueue } from './rebuild-queue.ts'
import { createRebuildRequests } from './requests.ts'
import { createNodeSession } from './session.ts'
import { createStatusReader } from './status.ts'
import {
  isHalted,
  pruneMessages,
  publish,
  readGenerations,
  readProjections,
  readStoreSnapshot,
  requestRebuild,
  resumeProjection,
  type StoreSnapshot,
  settleDeadLetters,
} from './store.ts'
import { createTerm } from './term.ts'
import { type Verification, verifyGroup } from './verify.ts'
import { createWorkers } from './workers.ts'

export interface EngineOptions {
  readonly database: Database
  readonly log: EventLog
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  /** What changed in the read tables, on every node, after the commit; the version only grows. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
  /** What another node has given to `broadcast`. */
  readonly onBroadcast?: ((said: unknown) => void) | undefined
  /** Broadcasts of other nodes may have been missed. */
  readonly onBroadcastsMissed?: (() => void) | undefined
  readonly logger: FieldLogger
  readonly metrics?: Metrics
  readonly clock: Clock
  /** Left out where nothing is ever simulated. */
  readonly purges?: Purges
}

export type ProjectionEngine = ReturnType<typeof createProjectionEngine>

/** Milliseconds between two checks of leadership, requests and missed messages. */
const tickMs = 1_000
/** Retired generations that long reads have kept, and messages that all have read, are dropped every so many ticks. */
const sweepEvery = 30
/** A node that has not read for so long may have missed messages that were dropped (milliseconds). */
const missedAfter = 30_000

/** Makes the engine of a node: its parts, what they tell each other, and what a node does every second. */
export function createProjectionEngine(options: EngineOptions) {
  const { database, log, groups, reactors, logger, metrics } = options
  const { db } = database
  const node = randomUUID()
  const names = [...groups, ...reactors].map((each) => each.name)
  refuseMisnamed(names, groups, reactors)

  const progress = createProgress(log, groups, reactors)
  const logReader = createLogReader(log, [...new Set([...groups, ...reactors].flatMap((each) => each.events))])
  const stop = new AbortController()
  const stopping = stop.signal
  const bell = createSignal()
  /** Groups whose history stands in their tables: once it does, it does for ever. */
  const serving = new Set<string>()
  let started = false
  /** All ticks, and the first one. */
  let ticking: Promise<void> | undefined
  let firstTick: Promise<void> | undefined
  let ticks = 0
  /** Version of the last message that was read; null: those of before are missed. */
  let seen: number | null = null
  let hasChecked = false
  let checkedAt = 0
  let knownProjections = ''

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
    onNotified(process) {
      if (!database.isOwn(process)) wakeUp.notify()
    },
    onConnected() {
      seen = null
      wakeUp.notify()
    },
    onLost: () => term.end(),
  })
  const leads = () => session.locked && !stopping.aborted

  const context: EngineContext = {
    ...{ db, log, node, logger, groups, reactors, progress, logReader, metrics, stopping, leads, onChanges },
    term: () => term.signal(),
    now: () => isoNow(options.clock),
    wake: bell.notify,
  }
  const lanes = createWorkers(context)
  const arrival = createArrival(context)
  const rebuilds = createRebuildQueue(context, (name) => (context.term() ? lanes.ofGroup(name) : undefined))
  const term = createTerm(context, {
    lanes: lanes.all,
    bringUpToDate: rebuilds.bringUpToDate,
    onEnded: arrival.forget,
  })
  const requests = createRebuildRequests(context, {
    term,
    rebuilds,
    standIn: async () => !started && session.lock(),
    tellAll,
  })
  const purging = createPurging(context, {
    term,
    rebuilds,
    purges: options.purges,
    async notify(isDone) {
      if (isDone) progress.forget()
      await tellAll(isDone ? everythingChanged : [])
    },
  })
  const { status, rebuilding } = createStatusReader(context, rebuilds)

  const groupNamed = (name: string): ProjectionGroup => {
    const group = groups.find((each) => each.name === name)
    if (!group)
      throw new Error(`no projection is called ${name}; there are ${groups.map((each) => each.name).join(', ')}`)
    return group
  }

  function receive({ changes, reload, broadcast }: Message, version: string): void {
    if (changes) onChanges(changes, version)
    if (reload) bell.notify()
    if (broadcast !== undefined) options.onBroadcast?.(broadcast)
  }

  /** Takes over what the store says and other nodes have said. */
  async function checkStore(): Promise<StoreSnapshot> {
    if (performance.now() - checkedAt > missedAfter) seen = null
    const found = await readStoreSnapshot(db, node, seen)
    checkedAt = performance.now()
    if (seen === null) {
      seen = found.version
      if (hasChecked) {
        onChanges(everythingChanged, String(found.version))
        options.onBroadcastsMissed?.()
      }
      hasChecked = true
    }
    for (const { version, body } of found.messages) {
      // Another look may have been faster.
      if (version <= seen) continue
      seen = version
      receive(body, String(version))
    }
    takeOver(found)
    options.purges?.update({ position: found.purged, isRunning: found.purge !== null })
    return found
  }

  /** On the leading node checkpoints are no news. */
  const wakeUp = createWakeUp(async () => {
    try {
      const { messages, projections: stored } = await checkStore()
      const before = knownProjections
      knownProjections = context.term() ? '' : JSON.stringify(stored)
      return messages.length > 0 || knownProjections !== before
    } catch {
      return false
    }
  })

  /** Takes over what the store says; the fallback for messages that were missed. */
  function takeOver(checkStore: StoreSnapshot): void {
    for (const stored of checkStore.projections) {
      const lane = lanes.all.find(({ name }) => name === stored.name)
      if (!lane) continue
      if (context.term()) {
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
    const found = await checkStore()
    if (started) purging.answer(found)
    if (started && session.locked && !context.term() && !purging.isBusy()) await term.begin()
    if (context.term()) {
      await requests.answer(found)
      if (++ticks % sweepEvery === 0) {
        await term.sweep()
        await pruneMessages(db)
      }
    }
    arrival.sample(await (context.term() ? logReader.end() : log.head()))
    for (const name of names) metrics?.deadLetters.set({ projection: name }, found.waiting[name] ?? 0)
  }

  /** Every second and whenever the bell rings, until the engine stops. */
  async function keepTicking(firstIsOver: () => void): Promise<void> {
    log.subscribe(() => logReader.ring(), stopping)
    while (!stopping.aborted) {
      try {
        await tick()
      } catch (error) {
        if (!stopping.aborted) logger.warn({ error: errorLine(error) }, 'projections: a store is away')
      }
      firstIsOver()
      await bell.wait(tickMs, stopping)
    }
  }

  /** Resolves after the first tick. */
  function beginTicking(): Promise<void> {
    firstTick ??= new Promise((resolve) => {
      ticking = keepTicking(resolve)
    })
    return firstTick
  }

  /** Tells all nodes that the engine's rows were changed by hand. */
  async function tellAll(changes: readonly LiveChange[] = [], reload = true): Promise<void> {
    const version = await publish(db, node, {
      ...(changes.length > 0 ? { changes } : {}),
      ...(reload ? { reload } : {}),
    })
    if (changes.length > 0) onChanges(changes, version)
    if (reload) {
      for (const lane of lanes.all) if (lane.pause) lane.wake()
      bell.notify()
    }
  }

  async function resume(name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
    if (await resumeProjection(db, name, outcome)) {
      progress.setHalted(name, false)
      await tellAll()
      return true
    }
    // Not paused, but a rebuild stopped at an event: decide about the event, then build again.
    if (!(await settleDeadLetters(db, name, outcome))) return false
    await requestRebuild(db, name)
    await tellAll()
    return true
  }

  /** Whether a purge runs, or has run since a look: until its end the tables contain what the log does not. */
  async function isPurging(since: StoreSnapshot): Promise<boolean> {
    const now = await readStoreSnapshot(db)
    return since.purge !== null || now.purge !== null || now.purged !== since.purged
  }

  return {
    /** Takes part: leads when no other node does, follows otherwise, and takes over within seconds. */
    async start(): Promise<void> {
      if (stopping.aborted) throw new Error('the projection engine has been stopped')
      started = true
      await beginTicking()
      if (session.locked && !context.term()) {
        bell.notify()
        for (let waited = 0; !context.term() && session.locked && waited < 100; waited++) await pause(20, stopping)
      }
    },
    /** Finishes the running batches and gives up leadership. */
    async stop(): Promise<void> {
      stop.abort()
      wakeUp.stop()
      term.end()
      await ticking
      await term.ended()
      await purging.idle()
      await rebuilds.idle()
      await session.close()
    },
    /** Leads from now on, or says that another node does. Before `start`, nothing is projected yet. */
    async tryLead(): Promise<boolean> {
      if (stopping.aborted) return false
      await beginTicking()
      return session.locked || session.lock()
    },
    isLeader: leads,
    /** Something was appended on this node: read on at once, unless it has been read as far as `to`. */
    nudge: (to?: Position) => logReader.ring(to),
    ...progress.waits(() => undefined),
    /** For reactors, which wait for what only this node brings about: as the others, but throws `TermEnded` once it does not lead. */
    ofTerm: progress.waits(() => context.term() ?? AbortSignal.abort()),
    /** How far a group or reactor has come, as this node knows: at once where it leads, else as soon as the leader tells. */
    passed: progress.get,
    /** False while empty tables stand in for those of a group that is still being built for the first time (`beginsEmpty`). */
    async serves(name: string): Promise<boolean> {
      if (!serving.has(name)) {
        const live = (await readGenerations(db, name)).find((row) => row.state === 'live')
        if (live && live.version !== EMPTY) serving.add(name)
      }
      return serving.has(name)
    },
    caughtUp: arrival.caughtUp,
    catchUp: arrival.catchUp,
    status,
    rebuilding,
    /** Names of the groups and reactors that stand at an event; asks nothing of the log. */
    async paused(): Promise<readonly string[]> {
      return (await readProjections(db)).filter((lane) => lane.pause !== null).map(({ name }) => name)
    },
    /** Rebuilds here when this node leads, else by the leading node. Throws with the reason when it fails. */
    rebuild: async (name: string, onProgress?: (run: LongRun) => void) =>
      requests.rebuild(groupNamed(name), onProgress),
    /** Purges simulated data, here when this node leads, else by the leading node. Throws with the reason when it fails. */
    purge: purging.purge,
    /** Names of all reactors. */
    reactors: reactors.map(({ name }) => name),
    /** Compares tables with the log. Throws where they differ because a purge runs. */
    async verify(
      wanted?: readonly string[],
      onProgress: (run: LongRun) => void = () => undefined,
    ): Promise<readonly Verification[]> {
      const results: Verification[] = []
      for (const group of wanted ? wanted.map(groupNamed) : groups) {
        const before = await readStoreSnapshot(db)
        const result = await verifyGroup(group, database, log, onProgress, stopping)
        if (!result.same && (await isPurging(before)))
          throw new Error('Simulated data is being purged meanwhile. Verify again when that is over')
        results.push(result)
      }
      return results
    },
    /** Goes on with the event that paused it. False when it was not paused. */
    retry: (name: string) => resume(name, 'retried'),
    /** Goes on behind the event that paused it. False when it was not paused. */
    skip: (name: string) => resume(name, 'skipped'),
    /** Live changes that no event brings about (a kickoff passes), to all nodes. */
    announce: (changes: readonly LiveChange[]) => tellAll(mergeChanges(changes), false),
    /** Gives what can be written as JSON to `onBroadcast` of every other node. */
    async broadcast(said: unknown): Promise<void> {
      await publish(db, node, { broadcast: said })
    },
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
  const lacking = reactors.find(({ dependsOn }) => dependsOn && !groups.some(({ name }) => name === dependsOn.group))
  if (lacking) throw new Error(`reactor ${lacking.name} works from a projection that is not there`)
}
