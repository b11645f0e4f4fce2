import type { NewEvent, Position, RecordedEvent } from '../kernel/event.ts'
import { type EventLog, type ExpectedRevision, PlayPaused, WrongExpectedRevision } from '../kernel/event-log.ts'
import { systemContext } from '../kernel/system-context.ts'
import { uuid5 } from '../kernel/uuid5.ts'

/** The stream of purge events. The last one purges all earlier events that are marked as simulated. */
const PURGE_STREAM = 'simulation'

/** The position of the last purge event (null without one), and whether its purge is unfinished. */
export interface PurgeState {
  readonly position: Position | null
  readonly isRunning: boolean
}

export type Purges = ReturnType<typeof createPurges>

/**
 * Tracks purges of simulated data in one process (docs/decisions/0038). `log` contains all events. `types` are the event types that are
 * purged if marked. `find` reads the state from the store.
 */
export function createPurges(log: EventLog, types: readonly string[], find: () => Promise<PurgeState>) {
  const purgeable = new Set(types)
  const listeners: (() => void)[] = []
  let last: Position | null = null
  let isRunning = false
  let known: Promise<void> | undefined

  const precedesPurge = (position: Position) => last !== null && log.compare(position, last) < 0
  const isPurged = ({ type, metadata, position }: RecordedEvent) =>
    (metadata.simulated || metadata.underSimulation) && purgeable.has(type) && precedesPurge(position)
  const isVisible = (event: RecordedEvent) => !isPurged(event)

  /** Applies a newer state of the store. */
  function update(state: PurgeState): void {
    isRunning = state.isRunning
    if (state.position === null || (last !== null && log.compare(state.position, last) <= 0)) return
    last = state.position
    for (const listener of listeners) listener()
  }

  async function refresh(): Promise<void> {
    const state = await find()
    // The database may be new while the log is old.
    update({ ...state, position: state.position ?? (await log.readStream(PURGE_STREAM)).at(-1)?.position ?? null })
  }

  function ready(): Promise<void> {
    known ??= refresh().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  async function assertPlay(): Promise<void> {
    await ready()
    if (isRunning) await refresh()
    if (isRunning) throw new PlayPaused('Simulated data is being cleared. Play resumes in a moment.')
  }

  async function append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision) {
    await assertPlay()
    try {
      const result = await log.append(stream, events, expected)
      if (!precedesPurge(result.position)) return result
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error
    }
    // Readers do not know the revisions of purged events, and their ids are used: append after them with derived ids.
    const from = expected === 'no_stream' ? 0 : expected + 1
    const rest = await log.readStream(stream, from)
    const visible = rest.findIndex(isVisible)
    const lastPurged = from + (visible < 0 ? rest.length : visible) - 1
    if (lastPurged < from) return log.append(stream, events, expected)
    const renamed = events.map((event) => ({ ...event, id: uuid5(`${event.id}/after-${lastPurged}`) }))
    return log.append(stream, renamed, lastPurged)
  }

  /** The log without purged events. It refuses appends while a purge is unfinished. */
  const visibleLog: EventLog = {
    ...log,
    append,
    async appendMany(appends) {
      if (appends.length > 0) await assertPlay()
      // A possible repeat of a purged event is a conflict: the caller resolves it with `append`.
      return (await log.appendMany(appends)).map((outcome) =>
        outcome.ok && precedesPurge(outcome.position) ? { ok: false, actual: outcome.revision } : outcome,
      )
    },
    async readStream(...call) {
      await ready()
      return (await log.readStream(...call)).filter(isVisible)
    },
    async readAll(...call) {
      await ready()
      const page = await log.readAll(...call)
      return { ...page, events: page.events.filter(isVisible) }
    },
  }

  return {
    types,
    log: visibleLog,
    /** Appends the purge event and returns its position. A repeat with the same id appends nothing. */
    async record(id: string, at: string): Promise<Position> {
      const before = await log.readStream(PURGE_STREAM)
      const recorded = before.find(({ data }) => (data as { clearing: string }).clearing === id)
      if (recorded) return recorded.position
      const { correlationId, causationId, ...context } = systemContext(at)
      const metadata = { ...context, $correlationId: correlationId, $causationId: causationId, version: 1 }
      const event = { id, type: 'SimulationCleared', data: { clearing: id }, metadata }
      return (await log.append(PURGE_STREAM, [event], before.at(-1)?.revision ?? 'no_stream')).position
    },
    update,
    /** Calls the listener after each purge: earlier folds are stale. */
    onPurged: (listener: () => void): void => void listeners.push(listener),
  }
}
