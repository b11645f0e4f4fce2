import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog, ReadPage } from '../../src/kernel/event-log.ts'
import { createSignal } from '../../src/kernel/pause.ts'

/** Events of one page of the end of the log: most signals bring only a few. */
const pageSize = 2_000
/** Events of the end of the log that are kept for slower readers. Readers further behind query the log themselves. */
const keptEvents = 6_000

export type LogReader = ReturnType<typeof createLogReader>

/**
 * The one log reader of a node: reads the end of the log once for all groups and reactors.
 * Those far behind it are given pages of their own types only, until they have caught up.
 */
export function createLogReader(log: EventLog, allTypes: readonly string[]) {
  const bell = createSignal()
  /** The kept events: those between `from` and `tail`. */
  let kept: RecordedEvent[] = []
  /** Null: from the beginning. */
  let from: Position | null = null
  let tail: Position | null = null
  let dirty = true
  let atEnd = false
  /** Said to be appended while a page was being read. */
  let wanted: Position | null = null
  let reading: Promise<void> | undefined

  const before = (a: Position | null, b: Position | null) => b !== null && (a === null || log.compare(a, b) < 0)

  async function readTail(): Promise<void> {
    dirty = false
    wanted = null
    try {
      const page = await log.readAll(tail, { types: allTypes }, pageSize)
      atEnd = page.end
      if (!page.end || before(page.next, wanted)) dirty = true
      if (page.next === null || !before(tail, page.next)) return
      tail = page.next
      kept.push(...page.events)
      from = kept.splice(0, kept.length - keptEvents).at(-1)?.position ?? from
    } catch (error) {
      dirty = true
      throw error
    } finally {
      reading = undefined
    }
  }

  function keptAfter(position: Position | null, types: ReadonlySet<string>): ReadPage {
    const first = kept.findLastIndex((event) => !before(position, event.position)) + 1
    return { events: kept.slice(first).filter(({ type }) => types.has(type)), next: tail, end: !dirty }
  }

  return {
    /** The log is read for all from this position on. */
    start(at: Position | null): void {
      kept = []
      from = at
      tail = at
      dirty = true
    },
    /** The events that follow a position; null when there were none for `idleMs`, or when aborted. */
    async after(
      position: Position | null,
      types: ReadonlySet<string>,
      max: number,
      idleMs: number,
      signal: AbortSignal,
    ): Promise<ReadPage | null> {
      while (!signal.aborted) {
        if (before(position, from)) {
          const page = await log.readAll(position, { types: [...types] }, max)
          if (before(position, page.next)) return page
          if (!(await bell.wait(idleMs, signal))) return null
        } else if (before(position, tail)) {
          return keptAfter(position, types)
        } else if (dirty || reading) {
          reading ??= readTail()
          await reading
        } else if (!(await bell.wait(idleMs, signal))) {
          return null
        }
      }
      return null
    },
    /** Something may have been appended; `at`: up to there, so that it is no news where that has been read. */
    ring(at?: Position): void {
      if (at !== undefined && !before(tail, at)) return
      // One that is on its way may have begun before: looked for once more only if it does not find it.
      if (at !== undefined && reading) wanted = before(wanted, at) ? at : wanted
      else dirty = true
      bell.notify()
    },
    /** The end of the log, after a look for new events. */
    async end(): Promise<Position | null> {
      do {
        reading ??= readTail()
        await reading
      } while (!atEnd)
      bell.notify()
      return tail
    },
  }
}
