import type { NewEvent, Position, RecordedEvent } from '../kernel/event.ts'
import { type EventLog, type ExpectedRevision, PlayPaused, WrongExpectedRevision } from '../kernel/event-log.ts'
import { systemContext } from '../kernel/system-context.ts'
import { uuid5 } from '../kernel/uuid5.ts'

/** The stream of purge events. Everything that is marked as simulated and precedes the last one is purged. */
const PURGE_STREAM = 'simulation'

/** The position of the last purge event (null: none), and whether its purge is unfinished. */
export interface PurgeState {
  readonly position: Position | null
  readonly isRunning: boolean
}

export type Purges = ReturnType<typeof createPurges>

/**
 * Purges of simulated data (docs/decisions/0038), as one process knows them. `log` holds all events; `types` are those of the events that are
 * purged if they are marked; `find` reads the state from the store.
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
  const isLiving = (event: RecordedEvent) => !isPurged(event)

  /** Takes over the state of the store. */
  function update(state: PurgeState): void {
    isRunning = state.isRunning
    if (state.position === null || (last !== null && log.compare(state.position, last) <= 0)) return
    last = state.position
    for (const listener of listeners) listener()
  }

  async function refresh(): Promise<void> {
    const state = await find()
    // The database may be new beside an old log.
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
    // Readers do not know the revisions of purged events, and their ids are taken: append behind them, under ids derived from the given ones.
    const from = expected === 'no_stream' ? 0 : expected + 1
    const rest = await log.readStream(stream, from)
    const living = rest.findIndex(isLiving)
    const behind = from + (living < 0 ? rest.length : living) - 1
    if (behind < from) return log.append(stream, events, expected)
    const renamed = events.map((event) => ({ ...event, id: uuid5(`${event.id}/after-${behind}`) }))
    return log.append(stream, renamed, behind)
  }

  /** The log without purged events. It refuses appends while a purge is unfinished. */
  const living: EventLog = {
    ...log,
    append,
    async appendMany(appends) {
      if (appends.length > 0) await assertPlay()
      // What may repeat a purged event is a conflict: the caller resolves it with `append`.
      return (await log.appendMany(appends)).map((outcome) =>
        outcome.ok && precedesPurge(outcome.position) ? { ok: false, actual: outcome.revision } : outcome,
      )
    },
    async readStream(...call) {
      await ready()
      return (await log.readStream(...call)).filter(isLiving)
    },
    async readAll(...call) {
      await ready()
      const page = await log.readAll(...call)
      return { ...page, events: page.events.filter(isLiving) }
    },
  }

  return {
    types,
    log: living,
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
    /** Calls the listener after each purge: states folded before are out of date. */
    onPurged: (listener: () => void): void => void listeners.push(listener),
  }
}
