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
  /** Receives live changes on every node, after their commit; the version only increases. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
  /** Receives messages for all nodes (`app.tell_nodes`). */
  readonly onBroadcast?: ((message: unknown) => void) | undefined
  /** Called when some may have been missed. */
  readonly onBroadcastsMissed?: (() => void) | undefined
  readonly logger: FieldLogger
  readonly metrics?: Metrics
  readonly clock: Clock
  /** Omitted if nothing is ever simulated. */
  readonly purges?: Purges
}

export type ProjectionEngine = ReturnType<typeof createProjectionEngine>

/** Milliseconds between two checks of leadership, requests and missed messages. */
const tickMs = 1_000
/** Ticks between two sweeps of retired generations and old messages. */
const sweepEvery = 30
/** Milliseconds for which a node counts as informed of all messages after it has read them. */
const informedFor = 1_000
/** Milliseconds without a read after which a node may have missed deleted messages. */
const missedAfter = 30_000

/** Creates the projection engine of a node: connects its modules and runs a tick every second. */
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
  const tickSignal = createSignal()
  /** Groups whose tables contain their history. This never reverts. */
  const serving = new Set<string>()
  let started = false
  /** Promises of the tick loop and of the first tick. */
  let ticking: Promise<void> | undefined
  let firstTick: Promise<void> | undefined
  let ticks = 0
  /** Version of the last message read; null: earlier messages were missed. */
  let seen: number | null = null
  let hasChecked = false
  let checkedAt = 0
  /** Every message committed before this time has been received. */
  let informedAt = Number.NEGATIVE_INFINITY
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
    wake: tickSignal.notify,
  }
  const workers = createWorkers(context)
  const arrival = createArrival(context)
  const rebuilds = createRebuildQueue(context, (name) => (context.term() ? workers.ofGroup(name) : undefined))
  const term = createTerm(context, {
    workers: workers.all,
    bringUpToDate: rebuilds.bringUpToDate,
    onEnded: arrival.forget,
  })
  const requests = createRebuildRequests(context, {
    term,
    rebuilds,
    standIn: async () => !started && session.lock(),
    notifyNodes,
  })
  const purging = createPurging(context, {
    term,
    rebuilds,
    purges: options.purges,
    async notify(isDone) {
      if (isDone) progress.forget()
      await notifyNodes(isDone ? everythingChanged : [])
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
    if (reload) tickSignal.notify()
    if (broadcast !== undefined) options.onBroadcast?.(broadcast)
  }

  /** Reads the store and applies its state and the messages of other nodes. */
  async function checkStore(): Promise<StoreSnapshot> {
    if (performance.now() - checkedAt > missedAfter) seen = null
    const began = performance.now()
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
      // A concurrent check may have received it already.
      if (version <= seen) continue
      seen = version
      receive(body, String(version))
    }
    informedAt = Math.max(informedAt, began)
    applySnapshot(found)
    options.purges?.update({ position: found.purged, isRunning: found.purge !== null })
    return found
  }

  /** On the leading node stored checkpoints are ignored: it has written them. */
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

  /** Applies stored checkpoints and pauses; the fallback for missed messages. */
  function applySnapshot({ projections }: StoreSnapshot): void {
    for (const stored of projections) {
      const worker = workers.all.find(({ name }) => name === stored.name)
      if (!worker) continue
      if (context.term()) {
        if ((worker.pause === null) !== (stored.pause === null)) worker.wake()
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

  /** Ticks every second and at each signal, until the engine stops. */
  async function keepTicking(firstIsOver: () => void): Promise<void> {
    log.subscribe(() => logReader.notify(), stopping)
    while (!stopping.aborted) {
      try {
        await tick()
      } catch (error) {
        if (!stopping.aborted) logger.warn({ error: errorLine(error) }, 'projections: a store is unavailable')
      }
      firstIsOver()
      await tickSignal.wait(tickMs, stopping)
    }
  }

  /** Resolves after the first tick. */
  function beginTicking(): Promise<void> {
    firstTick ??= new Promise((resolve) => {
      ticking = keepTicking(resolve)
    })
    return firstTick
  }

  /** Sends live changes to all nodes; `reload`: the engine's rows were changed by hand. */
  async function notifyNodes(changes: readonly LiveChange[] = [], reload = true): Promise<void> {
    const version = await publish(db, node, {
      ...(changes.length > 0 ? { changes } : {}),
      ...(reload ? { reload } : {}),
    })
    if (changes.length > 0) onChanges(changes, version)
    if (reload) {
      for (const worker of workers.all) if (worker.pause) worker.wake()
      tickSignal.notify()
    }
  }

  async function resume(name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
    if (await resumeProjection(db, name, outcome)) {
      progress.setHalted(name, false)
      await notifyNodes()
      return true
    }
    // Not paused, but a rebuild may have failed at an event: record the decision, then rebuild.
    if (!(await settleDeadLetters(db, name, outcome))) return false
    await requestRebuild(db, name)
    await notifyNodes()
    return true
  }

  /** Whether a purge is running, or has run since a snapshot. Until its end the tables contain rows that the log no longer supports. */
  async function isPurging(since: StoreSnapshot): Promise<boolean> {
    const now = await readStoreSnapshot(db)
    return since.purge !== null || now.purge !== null || now.purged !== since.purged
  }

  return {
    /** Starts the node: it leads if no other node does, otherwise follows, and takes over within seconds. */
    async start(): Promise<void> {
      if (stopping.aborted) throw new Error('the projection engine has been stopped')
      started = true
      await beginTicking()
      if (session.locked && !context.term()) {
        tickSignal.notify()
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
    /** Tries to lead; false when another node does. Before `start`, nothing is projected yet. */
    async tryLead(): Promise<boolean> {
      if (stopping.aborted) return false
      await beginTicking()
      return session.locked || session.lock()
    },
    isLeader: leads,
    /** Reads events appended on this node at once, unless the log has been read up to `to`. */
    nudge: (to?: Position) => logReader.notify(to),
    ...progress.waits(() => undefined),
    /** The same waits for reactors, which depend on work of this node: they throw `TermEnded` when it no longer leads. */
    ofTerm: progress.waits(() => context.term() ?? AbortSignal.abort()),
    /** Position of a group or reactor known to this node: immediate on the leader, after a notification on others. */
    passed: progress.get,
    /** False while empty tables are served because a group is being built for the first time (`optionalOnFirstDeploy`). */
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
    /** Names of the paused groups and reactors. Does not read the log. */
    async paused(): Promise<readonly string[]> {
      return (await readProjections(db)).filter(({ pause }) => pause !== null).map(({ name }) => name)
    },
    /** Rebuilds a group, on this node if it leads, otherwise on the leading node. Throws the reason of a failure. */
    rebuild: async (name: string, onProgress?: (run: LongRun) => void) =>
      requests.rebuild(groupNamed(name), onProgress),
    /** Purges simulated data, on the leading node. Throws the reason of a failure. */
    purge: purging.purge,
    /** Names of all reactors. */
    reactors: reactors.map(({ name }) => name),
    /** Compares tables with the log. Throws when they differ while a purge is running. */
    async verify(
      wanted?: readonly string[],
      onProgress: (run: LongRun) => void = () => undefined,
    ): Promise<readonly Verification[]> {
      const results: Verification[] = []
      for (const group of wanted ? wanted.map(groupNamed) : groups) {
        const before = await readStoreSnapshot(db)
        const result = await verifyGroup(group, database, log, onProgress, stopping)
        if (!result.same && (await isPurging(before)))
          throw new Error('Simulated data is being purged. Verify again after the purge')
        results.push(result)
      }
      return results
    },
    /** Resumes at the event that paused it. False when it was not paused. */
    retry: (name: string) => resume(name, 'retried'),
    /** Resumes after the event that paused it. False when it was not paused. */
    skip: (name: string) => resume(name, 'skipped'),
    /** Sends live changes that no event causes, such as a kickoff, to all nodes. */
    announce: (changes: readonly LiveChange[]) => notifyNodes(mergeChanges(changes), false),
    /** Whether this node has received every message that was committed more than a second ago. */
    knowsMessages: (): boolean => performance.now() - informedAt < informedFor,
  }
}

/** Throws when two share a name, or when a reactor depends on an unknown group. */
function refuseMisnamed(
  names: readonly string[],
  groups: readonly ProjectionGroup[],
  reactors: readonly Reactor[],
): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two projections or reactors are called ${twice}`)
  const lacking = reactors.find(({ dependsOn }) => dependsOn && !groups.some(({ name }) => name === dependsOn.group))
  if (lacking) throw new Error(`reactor ${lacking.name} depends on an unknown projection`)
}
