import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog, ReadPage } from '../../src/kernel/event-log.ts'

/** Events of one transaction of a rebuild. */
const pageSize = 10_000

interface Load {
  readonly log: EventLog
  readonly types: readonly string[]
  readonly after: Position | null
  /** Not beyond this position; null: to the end of the log. */
  readonly until: Position | null
  readonly signal: AbortSignal
  /** Takes the events up to a position, in order; false ends the load. */
  take(events: readonly RecordedEvent[], to: Position): Promise<boolean>
}

/** Feeds a stretch of the log page by page, reading the next page while one is taken: memory stays at two pages. */
export async function load({ log, types, after, until, signal, take }: Load): Promise<void> {
  const read = (from: Position | null) => {
    const page = log.readAll(from, { types }, pageSize)
    page.catch(() => undefined)
    return page
  }
  if (until !== null && after !== null && log.compare(after, until) >= 0) return
  let ahead: Promise<ReadPage> | undefined = read(after)
  while (ahead && !signal.aborted) {
    const page: ReadPage = await ahead
    const beyond = until !== null && page.next !== null && log.compare(page.next, until) >= 0
    ahead = page.end || beyond || page.next === null ? undefined : read(page.next)
    const events = beyond ? page.events.filter((event) => log.compare(event.position, until) <= 0) : page.events
    const to = until !== null && (beyond || page.end) ? until : page.next
    if (to === null) return
    if (!(await take(events, to))) return
  }
}
