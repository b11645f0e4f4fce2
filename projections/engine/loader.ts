import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog, ReadPage } from '../../src/kernel/event-log.ts'

/** Number of events in one transaction of a rebuild. */
const pageSize = 10_000

interface Load {
  readonly log: EventLog
  readonly types: readonly string[]
  readonly after: Position | null
  /** Last position to load; null: the end of the log. */
  readonly until: Position | null
  readonly signal: AbortSignal
  /** Applies the events up to a position, in order; false ends the load. */
  apply(events: readonly RecordedEvent[], to: Position): Promise<boolean>
}

/** Applies a range of the log page by page. Reads one page ahead, so memory holds at most two pages. */
export async function load({ log, types, after, until, signal, apply }: Load): Promise<void> {
  const read = (from: Position | null) => {
    const page = log.readAll(from, { types }, pageSize)
    page.catch(() => undefined)
    return page
  }
  if (until !== null && after !== null && log.compare(after, until) >= 0) return
  let nextPage: Promise<ReadPage> | undefined = read(after)
  while (nextPage && !signal.aborted) {
    const page: ReadPage = await nextPage
    const beyond = until !== null && page.next !== null && log.compare(page.next, until) >= 0
    nextPage = page.end || beyond || page.next === null ? undefined : read(page.next)
    const events = beyond ? page.events.filter((event) => log.compare(event.position, until) <= 0) : page.events
    const to = until !== null && (beyond || page.end) ? until : page.next
    if (to === null) return
    if (!(await apply(events, to))) return
  }
}
