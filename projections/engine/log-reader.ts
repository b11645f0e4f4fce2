import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog, ReadPage } from '../../src/kernel/event-log.ts'
import { createSignal } from '../../src/kernel/pause.ts'

/** Page size at the end of the log: most signals bring only a few events. */
const pageSize = 2_000
/** Number of the latest events that are buffered for slower readers. Readers further behind query the log themselves. */
const maxBuffered = 6_000

export type LogReader = ReturnType<typeof createLogReader>

/**
 * Log reader of a node: reads the end of the log once for all groups and reactors.
 * Those that are far behind get pages of their own types only, until they have caught up.
 */
export function createLogReader(log: EventLog, allTypes: readonly string[]) {
  const wakeUp = createSignal()
  /** Events after `from`, up to `tail`. */
  let buffer: RecordedEvent[] = []
  /** Null: the beginning of the log. */
  let from: Position | null = null
  let tail: Position | null = null
  let dirty = true
  let atEnd = false
  /** Latest position reported as appended while a page was being read. */
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
      buffer.push(...page.events)
      from = buffer.splice(0, buffer.length - maxBuffered).at(-1)?.position ?? from
    } catch (error) {
      dirty = true
      throw error
    } finally {
      reading = undefined
    }
  }

  function bufferedAfter(position: Position | null, types: ReadonlySet<string>): ReadPage {
    const first = buffer.findLastIndex((event) => !before(position, event.position)) + 1
    return { events: buffer.slice(first).filter(({ type }) => types.has(type)), next: tail, end: !dirty }
  }

  return {
    /** Restarts the shared read after this position. */
    start(at: Position | null): void {
      buffer = []
      from = at
      tail = at
      dirty = true
    },
    /** Returns the events after a position; null when none arrive for `idleMs`, or when aborted. */
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
          if (!(await wakeUp.wait(idleMs, signal))) return null
        } else if (before(position, tail)) {
          return bufferedAfter(position, types)
        } else if (dirty || reading) {
          reading ??= readTail()
          await reading
        } else if (!(await wakeUp.wait(idleMs, signal))) {
          return null
        }
      }
      return null
    },
    /** Reports that events may have been appended, up to `at` if given. A position already read is ignored. */
    notify(at?: Position): void {
      if (at !== undefined && !before(tail, at)) return
      // A running read may have started before the append: read again only if it does not reach `at`.
      if (at !== undefined && reading) wanted = before(wanted, at) ? at : wanted
      else dirty = true
      wakeUp.notify()
    },
    /** Reads to the end of the log, at least to `head`, and returns its position. */
    async end(head: Position | null): Promise<Position | null> {
      if (atEnd && !dirty && !before(tail, head)) return tail
      do {
        reading ??= readTail()
        await reading
      } while (!atEnd)
      wakeUp.notify()
      return tail
    },
  }
}
