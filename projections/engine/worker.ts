import PQueue from 'p-queue'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { backOff, createSignal, pause } from '../../src/kernel/pause.ts'
import type { Pause, ProjectionKind } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { CheckpointMoved, errorLine, isTransient, TablesOutdated } from './faults.ts'
import { applyHalving } from './halving.ts'
import type { PendingCheckpoint } from './store.ts'

/** Most events read at once. */
const maxPage = 2_000

/** Where a lane stands, as the store has it. */
export interface WorkerState {
  readonly checkpoint: Position | null
  readonly pause: Pause | null
  /** `unbuilt`: nothing to write to yet; `outdated`: the tables are of another version, and serve as they are until it is built. */
  readonly tables: 'ready' | 'unbuilt' | 'outdated'
  /** Which tables: others after a switch. Always 0 for reactors. */
  readonly generation: number
  /** Events taken since the checkpoint that are not counted in the store yet. */
  readonly uncounted: number
}

/** What a lane moves: a projection group or a reactor. */
export interface WorkerTarget<State extends WorkerState = WorkerState> {
  readonly name: string
  readonly kind: ProjectionKind
  readonly types: ReadonlySet<string>
  /** Most events between two checkpoints; a stop waits for no more. */
  readonly maxBatch: number
  load(): Promise<State>
  /**
   * Applies the events and moves the checkpoint from the state's to `to`, in one; throws `CheckpointMoved`. Gives the state that follows.
   * Its checkpoint may stay where it was when the events changed nothing: then it is stored later, with those of others.
   */
  apply(state: State, events: readonly RecordedEvent[], to: Position): Promise<State>
  /** Stops it at an event it cannot take. */
  halt(state: State, event: RecordedEvent, error: unknown): Promise<void>
  /** Answers that the tables it works from are there, or are others than before. */
  onRebuilt?(): Promise<void>
}

interface WorkerDependencies extends Pick<EngineContext, 'logReader' | 'progress' | 'logger' | 'metrics'> {
  /** Its tables can be written to: at the start, and others after a switch. */
  onReady(name: string): void
  /** It has passed events that changed nothing; their checkpoint is to be stored in a while. */
  onPendingCheckpoint(): void
}

export type ProjectionWorker = ReturnType<typeof createWorker>

/** Carries one group or reactor through the log, alone and in order, for as long as this node leads. */
export function createWorker<State extends WorkerState>(target: WorkerTarget<State>, deps: WorkerDependencies) {
  const { logReader, progress, logger, metrics } = deps
  const { name } = target
  const labels = { projection: name }
  const bell = createSignal()
  let state: State | undefined
  /** Ahead of the stored checkpoint by ignored events. */
  let passed: Position | null = null
  let paused: Pause | null = null
  const queue = new PQueue({ concurrency: 1 })
  let isSwitched = false
  let readyGeneration: number | undefined

  function setPaused(now: Pause | null): void {
    if ((now === null) !== (paused === null)) metrics?.projectionPaused.set(labels, now === null ? 0 : 1)
    const goesOn = paused !== null && now === null
    paused = now
    if (goesOn) bell.notify()
  }

  async function load(): Promise<State> {
    const loaded = await target.load()
    passed = loaded.checkpoint
    if (passed) progress.set(name, passed)
    progress.setHalted(name, loaded.pause !== null || loaded.tables === 'outdated')
    setPaused(loaded.pause)
    state = loaded
    if (loaded.tables === 'ready' && loaded.generation !== readyGeneration) {
      readyGeneration = loaded.generation
      deps.onReady(name)
    }
    return loaded
  }

  /** Reads where it stands; what cannot be read now is read with the next step. */
  async function checkAgain(): Promise<void> {
    state = undefined
    await load().catch(() => undefined)
  }

  async function flush(): Promise<void> {
    if (state && passed !== null && state.checkpoint !== passed) state = await target.apply(state, [], passed)
  }

  async function take(events: readonly RecordedEvent[], to: Position, signal: AbortSignal): Promise<void> {
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
      await bell.wait(60_000, signal)
      state = undefined
      return
    }
    const page = await logReader.after(passed, target.types, maxPage, 60_000, signal)
    if (!page) return
    await queue.add(async () => {
      // Changed while the page was being read (a switch, a retry): the page may not follow any more.
      if (state !== current || signal.aborted) return
      if (page.events.length > 0) return take(page.events, page.next!, signal)
      if (page.next === null) return
      passed = page.next
      progress.set(name, page.next)
      deps.onPendingCheckpoint()
    })
  }

  function logFailure(error: unknown, attempt: number): void {
    // The 1st, 2nd, 4th, 8th attempt and so on: a wait of minutes must not fill the log.
    if (!Number.isInteger(Math.log2(attempt))) return
    const fields = { projection: name, error: errorLine(error), attempt }
    if (error instanceof CheckpointMoved) logger.warn(fields, 'projections: another writer has moved the checkpoint')
    else if (error instanceof TablesOutdated) logger.warn(fields, 'projections: waits for tables of this version')
    else if (isTransient(error)) logger.warn(fields, 'projections: cannot go on yet')
    else logger.error({ ...fields, stack: (error as Error).stack }, 'projections: failed outside of an event')
  }

  /** Tells the target of switched tables, unless there is nothing to tell or it is paused: then it waits for either. */
  async function attend(signal: AbortSignal): Promise<void> {
    if (!isSwitched || paused) {
      await bell.wait(60_000, signal)
      return
    }
    await queue.add(async () => {
      const { pause } = state ?? (await load())
      if (pause || signal.aborted) return
      isSwitched = false
      await target.onRebuilt?.()
    })
  }

  /** Does it over and over until aborted; after a failure it waits, longer each time. */
  async function keepDoing(
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
    /** Runs until aborted; the batch at hand is finished first. */
    async run(signal: AbortSignal): Promise<void> {
      state = undefined
      readyGeneration = undefined
      const carrying = keepDoing(step, signal, () => {
        state = undefined
      })
      const attending =
        target.onRebuilt &&
        keepDoing(attend, signal, () => {
          isSwitched = true
        })
      await Promise.all([carrying, attending])
      await queue.add(flush).catch(() => undefined)
      state = undefined
      setPaused(null)
    },
    /** The store was changed by hand: look again. */
    wake(): void {
      bell.notify()
      // One that runs may have been paused in the store: it finds out here, and not with an event that it takes.
      if (!paused) void queue.add(checkAgain)
    },
    /** The tables that its target works from are there, or are others than before: it is told between two batches, unless it is paused. */
    onRebuilt(): void {
      isSwitched = true
      bell.notify()
    },
    /** How far it has come beyond the stored checkpoint; null when there is nothing to store, or a batch is at hand that will. */
    pendingCheckpoint(): PendingCheckpoint | null {
      const isBusy = queue.pending + queue.size > 0
      if (isBusy || !state || state.pause || state.tables !== 'ready' || passed === null) return null
      const { checkpoint: from, generation, uncounted: events } = state
      return from === passed ? null : { kind: target.kind, name, generation, from, to: passed, events }
    },
    /** Nothing else moves its checkpoint until the outcome is known; true: what `ahead` gave has been stored. */
    storing(outcome: Promise<boolean>): Promise<void> {
      const to = passed
      return queue.add(async () => {
        if (await outcome) state = state && { ...state, checkpoint: to, uncounted: 0 }
        // Paused or moved by another writer: it finds out here, and not with the event that comes next.
        else await checkAgain()
      })
    },
    /** Between two batches: the checkpoint is stored and stands still while `work` runs, and is read anew afterwards. */
    exclusive: (work: () => Promise<boolean>): Promise<boolean> =>
      queue.add(async () => {
        await flush()
        try {
          return await work()
        } finally {
          await load()
          bell.notify()
        }
      }),
    get pause() {
      return paused
    },
  }
}
