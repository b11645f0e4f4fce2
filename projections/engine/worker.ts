import PQueue from 'p-queue'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { backOff, createSignal, pause } from '../../src/kernel/pause.ts'
import type { Pause, ProjectionKind } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { CheckpointMoved, errorLine, isTransient } from './faults.ts'
import { applyHalving } from './halving.ts'
import { isAtLeast } from './progress.ts'
import type { PendingCheckpoint } from './store.ts'

/** Maximum number of events in a page. */
const maxPage = 2_000

/** Stored state of a group or reactor. */
export interface WorkerState {
  readonly checkpoint: Position | null
  readonly pause: Pause | null
  /** `unbuilt`: there are no tables yet. `outdated`: they are empty, or with purged data, until they are built. */
  readonly tables: 'ready' | 'unbuilt' | 'outdated'
  /** Number of the generation in use, which changes at a switch. Always 0 for reactors. */
  readonly generation: number
  /** Events handled since the checkpoint that the stored count does not include yet. */
  readonly uncounted: number
}

/** A projection group or a reactor, as a worker runs it. */
export interface WorkerTarget<State extends WorkerState = WorkerState> {
  readonly name: string
  readonly kind: ProjectionKind
  readonly types: ReadonlySet<string>
  /** Maximum number of events between two checkpoints; a stop waits for one batch at most. */
  readonly maxBatch: number
  load(): Promise<State>
  /**
   * Applies the events and moves the checkpoint to `to` in one transaction; returns the new state. Throws `CheckpointMoved`.
   * The checkpoint may remain unchanged when the events changed nothing: it is then stored later, with others.
   */
  apply(state: State, events: readonly RecordedEvent[], to: Position): Promise<State>
  /** Pauses it before an event that it cannot handle. */
  halt(state: State, event: RecordedEvent, error: unknown): Promise<void>
  /** Handles new tables of the group that it depends on: at the start and after each switch. */
  onRebuilt?(): Promise<void>
}

interface WorkerDependencies extends Pick<EngineContext, 'log' | 'logReader' | 'progress' | 'logger' | 'metrics'> {
  /** Called when its tables contain the history: at the start, once they have caught up, and after each switch. */
  onReady(name: string): void
  /** Called when it has passed events that changed nothing; their checkpoint must be stored soon. */
  onPendingCheckpoint(): void
}

export type ProjectionWorker = ReturnType<typeof createWorker>

/** Applies the log to one group or reactor, in order and without concurrency, while this node projects it. */
export function createWorker<State extends WorkerState>(target: WorkerTarget<State>, deps: WorkerDependencies) {
  const { log, logReader, progress, logger, metrics } = deps
  const { name } = target
  const labels = { projection: name }
  const wakeUp = createSignal()
  let state: State | undefined
  /** Position reached; ahead of the stored checkpoint when only ignored events followed. */
  let passed: Position | null = null
  let paused: Pause | null = null
  const queue = new PQueue({ concurrency: 1 })
  let isSwitched = false
  let readyGeneration: number | undefined
  /** Position that new tables must reach before `onReady`; undefined: none. */
  let readyAt: Position | null | undefined

  function setPaused(now: Pause | null): void {
    if ((now === null) !== (paused === null)) metrics?.projectionPaused.set(labels, now === null ? 0 : 1)
    const isResumed = paused !== null && now === null
    paused = now
    if (isResumed) wakeUp.notify()
  }

  async function load(): Promise<State> {
    const loaded = await target.load()
    passed = loaded.checkpoint
    if (passed) progress.set(name, passed)
    progress.setHalted(name, loaded.pause !== null || loaded.tables === 'outdated')
    setPaused(loaded.pause)
    state = loaded
    if (loaded.tables === 'ready' && loaded.generation !== readyGeneration) {
      readyAt = await log.head().catch(() => null)
      readyGeneration = loaded.generation
      reportReady()
    }
    return loaded
  }

  function reportReady(): void {
    if (readyAt === undefined || (readyAt !== null && !isAtLeast(log, passed, readyAt))) return
    readyAt = undefined
    deps.onReady(name)
  }

  /** Reloads the state. If this fails, the next step reloads it. */
  async function checkAgain(): Promise<void> {
    state = undefined
    await load().catch(() => undefined)
  }

  async function flush(): Promise<void> {
    if (state && passed !== null && state.checkpoint !== passed) state = await target.apply(state, [], passed)
  }

  async function applyPage(events: readonly RecordedEvent[], to: Position, signal: AbortSignal): Promise<void> {
    for (let index = 0; index < events.length && state && !signal.aborted; index += target.maxBatch) {
      const batch = events.slice(index, index + target.maxBatch)
      const isLast = index + batch.length === events.length
      if (!(await applyHalving(batch, isLast ? to : batch.at(-1)!.position, apply, halt))) state = undefined
    }
  }

  async function apply(batch: readonly RecordedEvent[], to: Position): Promise<void> {
    state = await target.apply(state!, batch, to)
    passed = to
    progress.set(name, to)
    reportReady()
    metrics?.projectedEvents.inc(labels, batch.length)
    if (state.checkpoint !== to) deps.onPendingCheckpoint()
  }

  async function halt(event: RecordedEvent, error: unknown): Promise<boolean> {
    const fields = { projection: name, event: event.id, type: event.type, error: errorLine(error) }
    logger.error(fields, 'projections: paused by an event')
    await target.halt(state!, event, error)
    return false
  }

  async function step(signal: AbortSignal): Promise<void> {
    const current = state ?? (await queue.add(load))
    if (current.pause || current.tables !== 'ready') {
      await wakeUp.wait(60_000, signal)
      state = undefined
      return
    }
    const page = await logReader.after(passed, target.types, maxPage, 60_000, signal)
    if (!page) return
    await queue.add(async () => {
      // A switch or a retry may have changed the state while the page was read. The page may then not follow it.
      if (state !== current || signal.aborted) return
      if (page.events.length > 0) return applyPage(page.events, page.next!, signal)
      if (page.next === null) return
      passed = page.next
      progress.set(name, page.next)
      reportReady()
      deps.onPendingCheckpoint()
    })
  }

  function logFailure(error: unknown, attempt: number): void {
    // Logs the 1st, 2nd, 4th, 8th attempt and so on: an outage of minutes must not fill the log.
    if (!Number.isInteger(Math.log2(attempt))) return
    const fields = { projection: name, error: errorLine(error), attempt }
    if (error instanceof CheckpointMoved) logger.warn(fields, 'projections: another writer has moved the checkpoint')
    else if (isTransient(error)) logger.warn(fields, 'projections: retrying')
    else logger.error({ ...fields, stack: (error as Error).stack }, 'projections: failed, but not because of an event')
  }

  /** Reports switched tables to the target. Without a switch, or while paused, waits for a wake-up signal. */
  async function reportRebuilt(signal: AbortSignal): Promise<void> {
    if (!isSwitched || paused) {
      await wakeUp.wait(60_000, signal)
      return
    }
    await queue.add(async () => {
      const { pause } = state ?? (await load())
      if (pause || signal.aborted) return
      isSwitched = false
      await target.onRebuilt?.()
    })
  }

  /** Repeats `work` until aborted, with exponential back-off after failures. */
  async function repeat(
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
    failed: () => void,
  ): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        await work(signal)
        failures = 0
      } catch (error) {
        failed()
        if (signal.aborted) return
        logFailure(error, ++failures)
        await pause(backOff(failures), signal)
      }
    }
  }

  return {
    name,
    /** Runs until aborted; the current batch is finished first. */
    async run(signal: AbortSignal): Promise<void> {
      state = undefined
      readyGeneration = undefined
      const stepping = repeat(step, signal, () => {
        state = undefined
      })
      const reporting =
        target.onRebuilt &&
        repeat(reportRebuilt, signal, () => {
          isSwitched = true
        })
      await Promise.all([stepping, reporting])
      await queue.add(flush).catch(() => undefined)
      state = undefined
      setPaused(null)
    },
    /** Reloads the state after a manual change in the store. */
    wake(): void {
      wakeUp.notify()
      // A running worker may have been paused in the store. Reload now, so that it does not apply another event first.
      if (!paused) void queue.add(checkAgain)
    },
    /** Reports new tables of the group that the target depends on, between two batches. Deferred while paused. */
    onRebuilt(): void {
      isSwitched = true
      wakeUp.notify()
    },
    /** The checkpoint to store; null when there is none, or when a running batch will store it. */
    pendingCheckpoint(): PendingCheckpoint | null {
      const isBusy = queue.pending + queue.size > 0
      if (isBusy || !state || state.pause || state.tables !== 'ready' || passed === null) return null
      const { checkpoint: from, generation, uncounted: events } = state
      return from === passed ? null : { kind: target.kind, name, generation, from, to: passed, events }
    },
    /** Applies nothing until the outcome is known. True: the pending checkpoint has been stored. */
    storing(outcome: Promise<boolean>): Promise<void> {
      const to = passed
      return queue.add(async () => {
        if (await outcome) state = state && { ...state, checkpoint: to, uncounted: 0 }
        // Paused or moved by another writer: reload now, before the next event arrives.
        else await checkAgain()
      })
    },
    /** Runs `work` between two batches. The checkpoint is stored first, does not move meanwhile, and is reloaded afterwards. */
    exclusive: (work: () => Promise<boolean>): Promise<boolean> =>
      queue.add(async () => {
        await flush()
        try {
          return await work()
        } finally {
          await load()
          wakeUp.notify()
        }
      }),
    get pause() {
      return paused
    },
  }
}
