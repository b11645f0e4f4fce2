import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog, ReadPage } from '../../src/kernel/event-log.ts'
import { createBell } from './pause.ts'

/** Events of one page of the end of the log: most bells bring only a few. */
const pageSize = 2_000
/** What is kept of the end of the log for those that are a little slower; who falls behind that reads for themselves. */
const keptEvents = 6_000

/**
 * The one reader of a node: reads the end of the log once for all groups and reactors.
 * Who is far behind it is given pages of their own types only, until they have caught up.
 */
export interface Feed {
  /** From where on the log is read for all. */
  start(at: Position | null): void
  /** What follows a position; null when nothing did for `idleMs`, or when aborted. */
  after(
    position: Position | null,
    types: ReadonlySet<string>,
    max: number,
    idleMs: number,
    signal: AbortSignal,
  ): Promise<ReadPage | null>
  /** Something may have been appended; `at`: up to there, so that it is no news where that has been read. */
  ring(at?: Position): void
  /** The end of the log, after a look for what is new. */
  end(): Promise<Position | null>
}

interface Page {
  readonly from: Position | null
  readonly to: Position
  readonly events: readonly RecordedEvent[]
}

export function createFeed(log: EventLog, allTypes: readonly string[]): Feed {
  const bell = createBell()
  let pages: Page[] = []
  let tail: Position | null = null
  let dirty = true
  let atEnd = false
  /** Said to be appended while a page was being read. */
  let wanted: Position | null = null
  let reading: Promise<void> | undefined

  const before = (a: Position | null, b: Position | null) => b !== null && (a === null || log.compare(a, b) < 0)
  /** From where on what follows is kept; null: from the beginning. */
  const from = () => (pages[0] ? pages[0].from : tail)

  async function readTail(): Promise<void> {
    dirty = false
    wanted = null
    try {
      const page = await log.readAll(tail, { types: allTypes }, pageSize)
      atEnd = page.end
      if (!page.end || before(page.next, wanted)) dirty = true
      if (page.next === null || !before(tail, page.next)) return
      pages.push({ from: tail, to: page.next, events: page.events })
      tail = page.next
      let kept = pages.reduce((sum, { events }) => sum + events.length, 0)
      while (pages.length > 1 && kept > keptEvents) kept -= pages.shift()?.events.length ?? 0
      if (pages.length > 64) pages = pages.slice(-64)
    } catch (error) {
      dirty = true
      throw error
    } finally {
      reading = undefined
    }
  }

  function kept(position: Position | null, types: ReadonlySet<string>): ReadPage {
    const events: RecordedEvent[] = []
    for (const page of pages) {
      if (!before(position, page.to)) continue
      for (const event of page.events) if (types.has(event.type) && before(position, event.position)) events.push(event)
    }
    return { events, next: tail, end: !dirty }
  }

  return {
    start(at) {
      pages = []
      tail = at
      dirty = true
    },
    async after(position, types, max, idleMs, signal) {
      while (!signal.aborted) {
        if (before(position, from())) {
          const page = await log.readAll(position, { types: [...types] }, max)
          if (before(position, page.next)) return page
          if (!(await bell.wait(idleMs, signal))) return null
        } else if (before(position, tail)) {
          return kept(position, types)
        } else if (dirty || reading) {
          reading ??= readTail()
          await reading
        } else if (!(await bell.wait(idleMs, signal))) {
          return null
        }
      }
      return null
    },
    ring(at) {
      if (at !== undefined && !before(tail, at)) return
      // One that is on its way may have begun before: looked for once more only if it does not find it.
      if (at !== undefined && reading) wanted = before(wanted, at) ? at : wanted
      else dirty = true
      bell.ring()
    },
    async end() {
      do {
        reading ??= readTail()
        await reading
      } while (!atEnd)
      bell.ring()
      return tail
    },
  }
}
