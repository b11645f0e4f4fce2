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
import { resumeProjection, settleDeadLetters } from './dead-letters.ts'
import { errorLine } from './faults.ts'
import { addViews } from './generations.ts'
import { createLogReader } from './log-reader.ts'
import { everythingChanged, type Message, mergeChanges } from './messages.ts'
import { createProgress } from './progress.ts'
import { createProjecting } from './projecting.ts'
import { createPurging } from './purge.ts'
import { createRebuildQueue } from './rebuild-queue.ts'
import { readPurgeState, requestRebuild } from './request-store.ts'
import { createRebuildRequests } from './requests.ts'
import { createNodeSession } from './session.ts'
import { createStatusReader } from './status.ts'
import {
  EMPTY,
  isHalted,
  pruneMessages,
  publish,
  type ReadStore,
  readGroup,
  readProjections,
  readStoreSnapshot,
  type StoreSnapshot,
  throughPool,
  versionsOf,
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
  /** Milliseconds without a node after which tables that `read` has shown are dropped; in tests. */
  readonly unusedMs?: number
  /** Omitted if nothing is ever simulated. */
  readonly purges?: Purges
}

export type ProjectionEngine = ReturnType<typeof createProjectionEngine>

/** Milliseconds between two checks of leadership, requests and missed messages. */
const tickMs = 1_000
/** Milliseconds without a node after which tables that `read` has shown are dropped. A restart takes less. */
const unusedMs = 60_000
/** Milliseconds between two progress reports of a build. */
const buildMs = 250
/** Ticks between two reads of the log's head, which find what no notification announced. */
const sampleEvery = 2
/** Ticks between two sweeps of retired generations and old messages. */
const sweepEvery = 30
/** Milliseconds for which a node counts as informed of all messages after it has read them. */
const informedFor = 1_000
/** Milliseconds of failing reads of the log after which a node lets others lead. It may lead again after the next answer. */
const logLostAfter = 5_000
/** Milliseconds without a read after which a node may have missed deleted messages. */
const missedAfter = 30_000

/** Creates the projection engine of a node: connects its modules and runs a tick every second. */
export function createProjectionEngine(options: EngineOptions) {
  const { database, log, groups, reactors, logger, metrics } = options
  const { db } = database
  const node = randomUUID()
  const versions = versionsOf(groups)
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
  /** False for a process without reactors, which only builds. */
  let mayLead = true
  /** The tables of all groups are complete. This never reverts. */
  let isBuilt = false
  /** Position of the last purge known to this node that has not failed. */
  let bindingPurge: Position | null = null
  /** Promises of the tick loop and of the first tick. */
  let ticking: Promise<void> | undefined
  let firstTick: Promise<void> | undefined
  let ticks = 0
  /** Version of the last message read; null: earlier messages were missed. */
  let seen: number | null = null
  let hasChecked = false
  let hasTicked = false
  let checkedAt = 0
  /** Time of the first of the reads of the log's head that have failed since the last answer. */
  let logFailsSince = Number.POSITIVE_INFINITY
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
    versions,
    logger,
    onNotified(process) {
      if (!database.isOwn(process)) wakeUp.notify()
    },
    onConnected() {
      seen = null
      wakeUp.notify()
    },
    onLost() {
      term.end()
      projecting.end()
    },
  })
  const leads = () => session.locked && !stopping.aborted

  const context: EngineContext = {
    ...{ db, log, node, logger, groups, versions, reactors, progress, logReader, metrics, stopping, leads, onChanges },
    term: () => term.signal(),
    projects: (name) => projecting.signalOf(name) !== undefined || (isReactor(name) && term.signal() !== undefined),
    async lastPurge() {
      const state = await readPurgeState(db)
      options.purges?.update(state)
      return state.position
    },
    isStale: (group, { purged }) =>
      bindingPurge !== null &&
      purged !== null &&
      (purged === '' || log.compare(purged as Position, bindingPurge) < 0) &&
      isPurgeable(group),
    now: () => isoNow(options.clock),
    wake: tickSignal.notify,
  }
  const isReactor = (name: string) => reactors.some((reactor) => reactor.name === name)
  const isPurgeable = ({ events }: Pick<ProjectionGroup, 'events'>) =>
    options.purges?.types.some((type) => events.includes(type)) ?? false
  const workers = createWorkers(context)
  const arrival = createArrival(context)
  const rebuilds = createRebuildQueue(context, (name) =>
    projecting.signalOf(name) ? workers.ofGroup(name) : undefined,
  )
  const term = createTerm(context, {
    reactors: workers.ofReactors,
    unusedMs: options.unusedMs ?? unusedMs,
    onEnded: arrival.forget,
  })
  const projecting = createProjecting(context, {
    workerOf: workers.ofGroup,
    holds: session.holds,
    bringUpToDate: rebuilds.bringUpToDate,
    onEnded: arrival.forget,
  })
  const requests = createRebuildRequests(context, {
    projecting,
    rebuilds,
    async standIn(name) {
      if (started) return false
      await beginTicking()
      await session.take([name])
      return session.holds(name)
    },
    notifyNodes,
  })
  const purging = createPurging(context, {
    term,
    projecting,
    holds: session.holds,
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

  /** Reads the store and applies its state and the messages of other nodes; undefined while PostgreSQL is unavailable. */
  async function checkStore(read: ReadStore): Promise<StoreSnapshot | undefined> {
    if (performance.now() - checkedAt > missedAfter) seen = null
    const began = performance.now()
    const found = await readStoreSnapshot(read, db, versions, node, seen)
    if (!found) return undefined
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
    options.purges?.update({ position: found.purged, isRunning: found.purge !== null })
    bindingPurge = found.bindingPurge
    applySnapshot(found)
    return found
  }

  /** On a node that projects everything stored checkpoints are ignored: it has written them. */
  const wakeUp = createWakeUp(async () => {
    try {
      const { messages, projections: stored } = (await checkStore(throughPool(db)))!
      const before = knownProjections
      knownProjections = names.every(context.projects) ? '' : JSON.stringify(stored)
      return messages.length > 0 || knownProjections !== before
    } catch {
      return false
    }
  })

  /** Applies stored checkpoints and pauses; the fallback for missed messages. */
  function applySnapshot({ projections }: StoreSnapshot): void {
    for (const worker of workers.all) {
      const { name } = worker
      const stored = projections.find((each) => each.name === name)
      if (context.projects(name)) {
        if (stored && (worker.pause === null) !== (stored.pause === null)) worker.wake()
        continue
      }
      if (stored?.checkpoint) progress.set(name, stored.checkpoint)
      const group = groups.find((each) => each.name === name)
      progress.setHalted(name, group ? isHalted(group, stored) : (stored?.pause ?? null) !== null)
    }
    if (isBuilt || !areTablesComplete(projections)) return
    isBuilt = true
    // Open pages have read nothing until now.
    if (hasTicked) onChanges(everythingChanged, String(seen))
  }

  /** Whether every group has tables of this version, with the views that queries use, that account for the last purge. */
  function areTablesComplete(stored: StoreSnapshot['projections']): boolean {
    return groups.every((group) => {
      const own = stored.find(({ kind, name }) => kind === 'group' && name === group.name)
      return own?.hasViews && !context.isStale(group, own)
    })
  }

  /** Whether every group has caught up, and none is paused by an event. */
  async function areCurrent(): Promise<boolean> {
    if (!(await arrival.caughtUp(5_000))) return false
    return (await readProjections(db, groups)).every(({ kind, pause }) => kind === 'reactor' || pause === null)
  }

  /** Takes the groups that this node is to project, starts their workers, and releases those that the leading node waits for. */
  async function project(): Promise<void> {
    if (!session.locked || !groups.every(({ name }) => session.holds(name))) {
      const toRelease = await session.take(groups.map(({ name }) => name))
      if (toRelease.length > 0) {
        projecting.end(toRelease)
        await projecting.ended()
        await session.release(toRelease)
        await publish(db, node, { reload: true })
      }
    }
    await projecting.begin()
  }

  /** Lets missing tables, and those that are outdated, be built; adds missing views. */
  async function repair({ projections }: StoreSnapshot): Promise<void> {
    for (const group of groups) {
      const own = projections.find(({ kind, name }) => kind === 'group' && name === group.name)
      if (own && !own.hasViews) await addViews(db, group, own.generation)
      const isRunning = context.projects(group.name) && !projecting.isBuilding(group.name)
      // Without tables: this node was cut off, and the leading one has dropped them. With another version: a leading node of a release
      // before versioned tables has given them up, because it does not have the group.
      if (isRunning && (!own || own.version !== group.version || context.isStale(group, own)))
        projecting.end([group.name])
    }
  }

  async function readHead(): Promise<Position | null> {
    const began = performance.now()
    try {
      const head = await log.head()
      logFailsSince = Number.POSITIVE_INFINITY
      return head
    } catch (error) {
      logFailsSince = Math.min(logFailsSince, began)
      throw error
    }
  }

  async function tick(): Promise<void> {
    // On the session's connection, which shows other nodes that this one is alive.
    let found = await checkStore(session.read)
    if (!found) return
    const isLogLost = performance.now() - logFailsSince > logLostAfter
    // The log may be unreachable from this node only.
    if (isLogLost && (session.locked || projecting.isBusy())) await session.handOver()
    if (started && !purging.isBusy() && (!isLogLost || projecting.isBusy())) {
      await repair(found)
      await project()
      if (!isBuilt) found = (await checkStore(session.read)) ?? found
    }
    // Reactors query tables of this version, so a node leads only when they are complete.
    const canLead = started && mayLead && areTablesComplete(found.projections)
    if (canLead && !session.locked && !isLogLost) await session.lock()
    if (started) purging.answer(found)
    if (canLead && session.locked && !context.term() && !purging.isBusy()) await term.begin()
    await requests.answer(found)
    if (context.term()) {
      if (!found.isServed && (await areCurrent())) await term.serve()
      if (ticks % sweepEvery === sweepEvery - 1) {
        await term.sweep()
        await pruneMessages(db)
      }
    }
    if (ticks++ % sampleEvery === 0) {
      const head = await readHead()
      // Usually nothing is new, and a read of the log is not needed.
      arrival.sample(projecting.isBusy() || context.term() ? await logReader.end(head) : head)
    }
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
      hasTicked = true
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
    const group = groups.find((each) => each.name === name)
    if (await resumeProjection(db, name, group?.version ?? null, outcome)) {
      progress.setHalted(name, false)
      await notifyNodes()
      return true
    }
    // Not paused, but a rebuild may have failed at an event: record the decision, then rebuild.
    if (!group || !(await settleDeadLetters(db, name, outcome))) return false
    await requestRebuild(db, group)
    await notifyNodes()
    return true
  }

  /** Whether a purge is running, or has run since a snapshot. Until its end the tables contain rows that the log no longer supports. */
  async function isPurging(since: StoreSnapshot): Promise<boolean> {
    const now = (await readStoreSnapshot(throughPool(db), db, versions))!
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
    /**
     * Builds the missing tables of this version, next to running nodes of any version, and returns when they have reached the head of the
     * log. This process never leads.
     */
    async build(onProgress: (run: LongRun) => void): Promise<void> {
      mayLead = false
      started = true
      await beginTicking()
      while (!isBuilt || !(await arrival.caughtUp(5_000))) {
        stopping.throwIfAborted()
        for (const { name, rebuilding, rebuildError } of (await status()).projections) {
          if (rebuildError !== null) throw new Error(`${name}: ${rebuildError}`)
          if (rebuilding) onProgress(rebuilding)
        }
        await pause(buildMs, stopping)
      }
      const paused = (await readProjections(db, groups)).find(({ kind, pause }) => kind === 'group' && pause !== null)
      if (paused) throw new Error(`${paused.name} is paused: ${paused.pause?.error}`)
    },
    /** Finishes the running batches and gives up leadership. */
    async stop(): Promise<void> {
      stop.abort()
      wakeUp.stop()
      term.end()
      projecting.end()
      await ticking
      projecting.end()
      await Promise.all([term.ended(), projecting.ended()])
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
    /** Whether the tables that this node's queries use are complete. They may lag behind. */
    isBuilt: (): boolean => isBuilt,
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
        const own = await readGroup(db, groupNamed(name))
        if (own && own.version !== EMPTY) serving.add(name)
      }
      return serving.has(name)
    },
    caughtUp: arrival.caughtUp,
    catchUp: arrival.catchUp,
    status,
    rebuilding,
    /** Names of the paused groups and reactors. Does not read the log. */
    async paused(): Promise<readonly string[]> {
      return (await readProjections(db, groups)).filter(({ pause }) => pause !== null).map(({ name }) => name)
    },
    /** Rebuilds a group, on the node that projects it. Throws the reason of a failure. */
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
        const before = (await readStoreSnapshot(throughPool(db), db, versions))!
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
