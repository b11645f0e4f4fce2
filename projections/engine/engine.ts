import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'
import { type Clock, isoNow } from '../../src/kernel/clock.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineStatus, LaneKind, LongRun, ProjectionStatus } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { errorLine, isTransient } from './faults.ts'
import { createFeed } from './feed.ts'
import { createFirst, dropGeneration, EMPTY } from './generations.ts'
import { createGroupTarget } from './group-target.ts'
import { createKeeper } from './keeper.ts'
import { createLane, type Lane } from './lane.ts'
import type { EngineLogger } from './logger.ts'
import { decodeMessage, encodeMessages, everythingChanged, mergeChanges } from './messages.ts'
import { backOff, createBell, pause } from './pause.ts'
import { createProgress } from './progress.ts'
import { createReactorTarget, reactorContext } from './reactor-target.ts'
import { rebuildGroup } from './rebuild.ts'
import { createNodeSession } from './session.ts'
import {
  askForRebuild,
  lookAtStore,
  publish,
  readGenerations,
  readLanes,
  readRequest,
  readStatus,
  resumeLane,
  type StoredLane,
  type StoreLook,
  type StoreStatus,
  settleDeadLetters,
  updateRequest,
} from './store.ts'
import { type Verification, verifyGroup } from './verify.ts'

/** Numbers for operators; each is called as it happens. */
export interface EngineMetrics {
  /** A batch is in the read tables, or a reactor has answered it. */
  projected(name: string, events: number): void
  /** Seconds since it was last at the head of the log, 0 when it is there; known to the leading node. */
  lag(name: string, seconds: number): void
  paused(name: string, isPaused: boolean): void
  leading(isLeader: boolean): void
  /** Events that wait for a retry or a skip. */
  deadLetters?(name: string, waiting: number): void
}

export interface EngineOptions {
  readonly database: Database
  readonly log: EventLog
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  /** The context of a reactor's commands; the default is `reactorContext`. */
  readonly commandContextFor?: (reactor: string, event: RecordedEvent) => CommandContext
  /** What changed in the read tables, on every node, after the commit; the version only grows. */
  readonly onChanges: (changes: readonly LiveChange[], version: string) => void
  readonly logger: EngineLogger
  readonly metrics?: EngineMetrics
  readonly clock: Clock
}

/** Waiting for what was appended to be projected or answered. */
export interface Waits {
  /** Names of the groups handling one of these event types that have not passed the position in time, or stand still. */
  waitFor(position: Position | null, types: readonly string[], timeoutMs: number): Promise<readonly string[]>
  /** False when the group or reactor has not passed the position in time, or stands still: paused, or the tables it works from are. */
  waitForReactor(name: string, position: Position | null, timeoutMs: number): Promise<boolean>
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
  verify(names?: readonly string[], onProgress?: (run: LongRun) => void): Promise<readonly Verification[]>
  /** Goes on with the event that paused it. False when it was not paused. */
  retry(name: string): Promise<boolean>
  /** Goes on behind the event that paused it. False when it was not paused. */
  skip(name: string): Promise<boolean>
  /** Live changes that no event brings about (a kickoff passes), to all nodes. */
  announce(changes: readonly LiveChange[]): Promise<void>
}

/** A node looks after leadership, requests and missed messages this often. */
const tickMs = 1_000
/** Who waits to have caught up looks this often. */
const catchUpMs = 20
/** Retired generations that long reads have kept are dropped this often. */
const sweepEvery = 30

export function createProjectionEngine(options: EngineOptions): ProjectionEngine {
  const { database, log, groups, reactors, logger, metrics, clock } = options
  const { db } = database
  const node = randomUUID()
  const now = () => isoNow(clock)
  const names = [...groups, ...reactors].map((each) => each.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two projections or reactors are called ${twice}`)
  const lacking = reactors.find(({ worksFrom }) => worksFrom && !groups.some(({ name }) => name === worksFrom.group))
  if (lacking) throw new Error(`reactor ${lacking.name} works from a projection that is not there`)

  const worksFrom = new Map(
    reactors.flatMap((reactor) => (reactor.worksFrom ? [[reactor.name, reactor.worksFrom.group]] : [])),
  )
  const progress = createProgress((a, b) => log.compare(a, b), worksFrom)
  const feed = createFeed(log, [...new Set([...groups, ...reactors].flatMap((each) => each.events))])
  const tickBell = createBell()
  const stopping = new AbortController()
  const heads: { at: number; head: Position | null }[] = []
  const atHeadSince = new Map<string, number>()
  const rebuilding = new Map<string, LongRun>()
  const rebuildErrors = new Map<string, string>()
  /** Groups whose history stands in their tables: once it does, it does for ever. */
  const serving = new Set<string>()
  let started = false
  let ticking: Promise<void> | undefined
  let firstTick: Promise<void> | undefined
  let term: { readonly abort: AbortController; readonly running: Promise<unknown>[] } | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let rebuildTurn: Promise<unknown> = Promise.resolve()
  let ticks = 0
  let everConnected = false

  const onChanges = (changes: readonly LiveChange[], version: string) => {
    try {
      options.onChanges(changes, version)
    } catch (error) {
      logger.error({ error: errorLine(error) }, 'projections: live changes were not delivered')
    }
  }
  const keeper = createKeeper({ db, node, logger, lanes: () => lanes })
  const laneDeps = {
    onAhead: keeper.remind,
    feed,
    progress,
    logger,
    onPaused: (projection: string, isPaused: boolean) => metrics?.paused(projection, isPaused),
    onReady(projection: string) {
      for (const [index, { worksFrom }] of reactors.entries())
        if (worksFrom?.group === projection) reactorLanes[index]?.switched()
    },
    onProjected: (projection: string, events: number) => metrics?.projected(projection, events),
  }
  const groupLanes = new Map(
    groups.map((group) => [group.name, createLane(createGroupTarget(group, { db, node, now, onChanges }), laneDeps)]),
  )
  const contextFor = options.commandContextFor ?? reactorContext
  const reactorLanes = reactors.map((reactor) =>
    createLane(createReactorTarget(reactor, { db, node, now, contextFor }), laneDeps),
  )
  const lanes: readonly Lane[] = [...groupLanes.values(), ...reactorLanes]

  const session = createNodeSession({
    url: database.url,
    logger,
    onMessage(payload) {
      const message = decodeMessage(payload)
      if (!message || message.node === node) return
      for (const { name, position } of message.moved ?? []) progress.set(name, position)
      if (message.changes.length > 0) onChanges(message.changes, message.version)
      if (message.reload) tickBell.ring()
    },
    onConnected() {
      // Messages may have been lost while there was no connection; the version is the store's present one.
      if (everConnected) void announceGap()
      everConnected = true
    },
    onLost: endTerm,
  })

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

  async function haveAllPassed(head: Position | null): Promise<boolean> {
    const stored = await readLanes(db)
    return groups.every((group) => {
      const lane = stored.find((each) => each.kind === 'group' && each.name === group.name)
      if (!lane) return false
      // A generation of another version serves until it is rebuilt: ready, as far as this node can be.
      if (head === null || isHalted(lane)) return true
      return [lane.checkpoint, progress.get(group.name)].some((at) => at !== null && log.compare(at, head) >= 0)
    })
  }

  const waits = (termOf: () => AbortSignal | undefined): Waits => ({
    async waitFor(position, types, timeoutMs) {
      if (position === null) return []
      const concerned = groups
        .filter((group) => group.events.some((type) => types.includes(type)))
        .map((group) => group.name)
      return concerned.length === 0 ? [] : progress.wait(concerned, position, timeoutMs, termOf())
    },
    async waitForReactor(name, position, timeoutMs) {
      if (position === null) return true
      return (await progress.wait([name], position, timeoutMs, termOf())).length === 0
    },
  })

  const leads = () => session.locked && !stopping.signal.aborted
  const groupNamed = (name: string): ProjectionGroup => {
    const group = groups.find((each) => each.name === name)
    if (!group)
      throw new Error(`no projection is called ${name}; there are ${groups.map((each) => each.name).join(', ')}`)
    return group
  }

  /** Begins to project: tables for all groups, then every lane from its checkpoint. */
  async function beginTerm(): Promise<void> {
    await ending
    if (!leads() || term) return
    const abort = new AbortController()
    const running: Promise<unknown>[] = []
    await sweep(true)
    const head = await log.head()
    const outdated: ProjectionGroup[] = []
    for (const group of groups) {
      const live = (await readGenerations(db, group.name)).find((row) => row.state === 'live')
      if (!live && head === null) await createFirst(db, group, group.version)
      else if (live?.version !== group.version) {
        if (!live && group.beginsEmpty) await createFirst(db, group, EMPTY)
        outdated.push(group)
      }
    }
    // Nothing awaited from here on: a lost lock ends the term it finds.
    if (!leads()) return abort.abort()
    term = { abort, running }
    metrics?.leading(true)
    feed.start(head)
    for (const lane of lanes) running.push(lane.run(abort.signal))
    for (const group of outdated) running.push(bringUpToDate(group, abort.signal))
    logger.info({ node }, 'projections: this node leads')
  }

  function endTerm(): void {
    if (!term) return
    const { abort, running } = term
    term = undefined
    abort.abort()
    ending = Promise.allSettled(running)
    atHeadSince.clear()
    metrics?.leading(false)
    logger.info({ node }, 'projections: this node leads no more')
  }

  /** Nobody has to ask for it, and nobody would ask again: what a store's fault ended is begun anew. */
  async function bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const error = await rebuildInTurn(group, signal)
      if (error === null || !isTransient(error)) return
      await pause(backOff(attempt), signal)
    }
  }

  /** Rebuilds one after the other; the outcome also stands in the status. */
  async function rebuildInTurn(
    group: ProjectionGroup,
    signal: AbortSignal,
    onProgress?: (run: LongRun) => void,
  ): Promise<Error | null> {
    const run = async () => {
      signal.throwIfAborted()
      logger.info({ projection: group.name, version: group.version }, 'projections: rebuilding')
      rebuilding.set(group.name, { name: group.name, done: 0, total: null })
      const report = (progressed: LongRun) => {
        rebuilding.set(group.name, progressed)
        onProgress?.(progressed)
      }
      await rebuildGroup(
        group,
        term ? groupLanes.get(group.name) : undefined,
        { db, log, node, logger, now, onChanges },
        report,
        signal,
      )
    }
    const mine = rebuildTurn.then(run)
    rebuildTurn = mine.catch(() => undefined)
    try {
      await mine
      rebuildErrors.delete(group.name)
      logger.info({ projection: group.name, events: rebuilding.get(group.name)?.done }, 'projections: rebuilt')
      return null
    } catch (error) {
      if (!signal.aborted) {
        rebuildErrors.set(group.name, errorLine(error))
        logger.error({ projection: group.name, error: errorLine(error) }, 'projections: the rebuild failed')
      }
      return error as Error
    } finally {
      rebuilding.delete(group.name)
    }
  }

  /** Drops generations that nobody reads; at the beginning of a term also what an ended one was building. */
  async function sweep(alsoBuilding: boolean): Promise<void> {
    for (const group of groups) {
      for (const row of await readGenerations(db, group.name)) {
        if (row.state === 'retired' || (alsoBuilding && row.state === 'building'))
          await dropGeneration(db, group.name, row.generation)
      }
    }
  }

  async function answerRequest({ request }: StoreLook): Promise<void> {
    const current = term
    if (!request || !current || rebuilding.size > 0) return
    const group = groups.find((each) => each.name === request.name)
    await updateRequest(
      db,
      request.id,
      group ? { state: 'running' } : { state: 'failed', error: `no projection is called ${request.name}` },
    )
    if (!group) return
    let reported = 0
    const report = (run: LongRun) => {
      if (performance.now() - reported < 200) return
      reported = performance.now()
      updateRequest(db, request.id, { state: 'running', done: run.done, total: run.total }).catch(() => undefined)
    }
    const work = rebuildInTurn(group, current.abort.signal, report).then(async (error) => {
      // Aborted by the end of the term: the next leader finds it still running, and begins again.
      if (current.abort.signal.aborted) return
      await updateRequest(db, request.id, error ? { state: 'failed', error: errorLine(error) } : { state: 'done' })
      tickBell.ring()
    })
    current.running.push(
      work.catch((error) => logger.warn({ error: errorLine(error) }, 'projections: a request was not closed')),
    )
  }

  /** Takes over what the store says; the fallback for messages that were missed. */
  function takeOver(look: StoreLook): void {
    for (const stored of look.lanes) {
      const lane = lanes.find((each) => each.target.name === stored.name)
      if (!lane) continue
      if (term) {
        if ((lane.pause === null) !== (stored.pause === null)) lane.wake()
        continue
      }
      if (stored.checkpoint) progress.set(stored.name, stored.checkpoint)
      progress.setHalted(stored.name, isHalted(stored))
    }
  }

  function isHalted(stored: StoredLane): boolean {
    if (stored.pause) return true
    const group = groups.find((each) => each.name === stored.name)
    return group !== undefined && group.version !== stored.version
  }

  async function sampleHead(): Promise<void> {
    const head = await (term ? feed.end() : log.head())
    const at = performance.now()
    heads.push({ at, head })
    while (heads.length > 30) heads.shift()
    for (const { target } of lanes) {
      const passed = progress.get(target.name)
      const there = head === null || (passed !== null && log.compare(passed, head) >= 0)
      if (there || !atHeadSince.has(target.name)) atHeadSince.set(target.name, at)
      if (term) metrics?.lag(target.name, there ? 0 : (at - atHeadSince.get(target.name)!) / 1_000)
    }
  }

  async function tick(): Promise<void> {
    if (!(await session.beat())) return
    if (started && !session.locked) await session.lock()
    if (started && session.locked && !term) await beginTerm()
    const look = await lookAtStore(db)
    takeOver(look)
    if (term) {
      await answerRequest(look)
      if (++ticks % sweepEvery === 0) await sweep(false)
    }
    await sampleHead()
    for (const { target } of lanes) metrics?.deadLetters?.(target.name, look.waiting[target.name] ?? 0)
  }

  async function tickLoop(first: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await tick()
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ error: errorLine(error) }, 'projections: a store is away')
      }
      first()
      await tickBell.wait(tickMs, stopping.signal)
    }
  }

  /** The first look has been taken when this resolves. */
  function beginTicking(): Promise<void> {
    if (!ticking) {
      firstTick = new Promise((resolve) => {
        ticking = tickLoop(resolve)
      })
      log.subscribe(() => feed.ring(), stopping.signal)
    }
    return firstTick!
  }

  /** Tells all nodes that the engine's rows were changed by hand. */
  async function tellAll(changes: readonly LiveChange[] = [], reload = true): Promise<void> {
    const version = await publish(db, encodeMessages({ node, changes, reload }))
    if (changes.length > 0) onChanges(changes, version)
    if (reload) {
      for (const lane of lanes) if (lane.pause) lane.wake()
      tickBell.ring()
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

  async function rebuildHere(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const signal = term ? AbortSignal.any([term.abort.signal, stopping.signal]) : stopping.signal
    const error = await rebuildInTurn(group, signal, onProgress)
    if (error) throw error
  }

  async function rebuildByLeader(name: string, onProgress?: (run: LongRun) => void): Promise<void> {
    const id = await askForRebuild(db, name)
    await tellAll()
    for (;;) {
      const request = await readRequest(db, id)
      if (!request || request.state === 'failed') throw new Error(request?.error ?? 'the request is gone')
      onProgress?.({ name, done: request.done, total: request.total })
      if (request.state === 'done') return
      stopping.signal.throwIfAborted()
      // The leading node went away, and this process takes no part in projecting: it does the work itself.
      if (!started && (await session.lock())) {
        await updateRequest(db, id, { state: 'failed', error: 'the leading node went away' })
        return rebuildHere(groupNamed(name), onProgress)
      }
      await pause(250, stopping.signal)
    }
  }

  /** What the leading node builds, as the others see it. */
  function builtElsewhere({ lanes: stored, building }: StoreStatus, name: string): LongRun | null {
    const done = leads() ? undefined : building.get(name)
    const live = stored.find((each) => each.kind === 'group' && each.name === name)
    return done === undefined ? null : { name, done, total: live?.version ? live.events : null }
  }

  return {
    async start() {
      if (stopping.signal.aborted) throw new Error('the projection engine has been stopped')
      started = true
      const ticked = beginTicking()
      await ticked
      if (session.locked && !term) {
        tickBell.ring()
        for (let waited = 0; !term && session.locked && waited < 100; waited++) await pause(20, stopping.signal)
      }
    },
    async stop() {
      stopping.abort()
      endTerm()
      keeper.stop()
      await ticking
      await ending
      await rebuildTurn
      await session.close()
    },
    async tryLead() {
      if (stopping.signal.aborted) return false
      await beginTicking()
      return session.locked || session.lock()
    },
    isLeader: leads,
    nudge: (to) => feed.ring(to),
    ...waits(() => undefined),
    ofTerm: waits(() => term?.abort.signal ?? AbortSignal.abort()),
    passed: (name) => progress.get(name),
    async serves(name) {
      if (!serving.has(name)) {
        const live = (await readGenerations(db, name)).find((row) => row.state === 'live')
        if (live && live.version !== EMPTY) serving.add(name)
      }
      return serving.has(name)
    },
    async caughtUp(toleranceMs = 0) {
      const since = performance.now() - toleranceMs
      const sample = toleranceMs > 0 ? (heads.findLast(({ at }) => at <= since) ?? heads[0]) : undefined
      return haveAllPassed(sample ? sample.head : await log.head())
    },
    async catchUp(signal) {
      const head = await log.head()
      while (!signal.aborted && !(await haveAllPassed(head))) await pause(catchUpMs, signal)
    },
    async status() {
      const [look, head] = await Promise.all([readStatus(db), log.head().catch(() => null)])
      const { lanes: stored, letters } = look
      const describe = (name: string, kind: LaneKind, version: number | null): ProjectionStatus => {
        const lane = stored.find((each) => each.kind === kind && each.name === name)
        const passed = term ? progress.get(name) : null
        const checkpoint = passed ?? lane?.checkpoint ?? null
        return {
          name,
          kind,
          checkpoint,
          head,
          behind: head !== null && (checkpoint === null || log.compare(checkpoint, head) < 0),
          events: lane?.events ?? 0,
          paused: lane?.pause ?? null,
          generation: kind === 'group' ? (lane?.generation ?? null) : null,
          liveVersion: kind === 'group' ? (lane?.version ?? null) : null,
          version,
          rebuilding: rebuilding.get(name) ?? builtElsewhere(look, name),
          rebuildError: rebuildErrors.get(name) ?? null,
        }
      }
      return {
        node,
        leader: leads(),
        projections: [
          ...groups.map((group) => describe(group.name, 'group', group.version)),
          ...[
            ...new Set([
              ...reactors.map(({ name }) => name),
              ...stored.filter(({ kind }) => kind === 'reactor').map(({ name }) => name),
            ]),
          ].map((name) => describe(name, 'reactor', null)),
        ],
        deadLetters: letters,
      }
    },
    async rebuilding(name) {
      return rebuilding.get(name) ?? (leads() ? null : builtElsewhere(await readStatus(db), name))
    },
    async paused() {
      return (await readLanes(db)).filter((lane) => lane.pause !== null).map(({ name }) => name)
    },
    async rebuild(name, onProgress) {
      const group = groupNamed(name)
      return leads() ? rebuildHere(group, onProgress) : rebuildByLeader(name, onProgress)
    },
    async verify(wanted, onProgress) {
      const results: Verification[] = []
      for (const group of wanted ? wanted.map(groupNamed) : groups) {
        results.push(await verifyGroup(group, database, log, onProgress ?? (() => undefined), stopping.signal))
      }
      return results
    },
    retry: (name) => resume(name, 'retried'),
    skip: (name) => resume(name, 'skipped'),
    announce: (changes) => tellAll(mergeChanges(changes), false),
  }
}
