import { BACKWARDS, END } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { orUnavailable } from '../../kernel/timeout.ts'
import { comparePositions } from '../counted-position.ts'
import type { StoreClient } from './client.ts'
import { later, toPosition } from './position.ts'
import { collect } from './read-stream.ts'
import type { Scan } from './scan.ts'
import { isOurs, type Stored } from './stored.ts'

/** `newest`: the newest event of the prefix up to `checked`. */
interface Known {
  readonly newest: Position | null
  readonly checked: Position
}

/** Events of all prefixes that the first check reads, and events of this prefix per further scan. */
const [firstCheck, scanSize] = [1_000, 4_000]
/** Timeout for callers, in call timeouts. The check itself continues. */
const checkTimeouts = 4

export type Head = ReturnType<typeof createHead>

/** Tracks the newest event of this prefix in `$all`. The server skips later events of other prefixes once. */
export function createHead(store: StoreClient, scan: Scan, prefix: string) {
  let known: Known | undefined

  function remember(newest: Position | null, checked: Position): void {
    if (!known || comparePositions(known.checked, checked) < 0) known = { newest, checked }
  }

  /** Records a read of the prefix from one position to another; `last` is the position of its last event. */
  function note(from: Position | null, last: Position | null, reached: Position | null): void {
    if (last !== null) remember(last, later(reached, last))
    else if (known && reached !== null && (from === null || comparePositions(from, known.checked) <= 0))
      remember(known.newest, reached)
  }

  const newestOfAll = (maxCount: number): Promise<Stored[]> =>
    store.call('head of the log', (client, deadlineMs) => {
      const { credentials } = store
      const read = client.readAll({
        direction: BACKWARDS,
        fromPosition: END,
        maxCount,
        credentials,
        requiresLeader: true,
      })
      return collect(read, deadlineMs)
    })

  async function check(): Promise<Position | null> {
    const before = known
    const newest = await newestOfAll(before ? 1 : firstCheck)
    const end = newest[0]?.position
    if (!end) return null
    const to = toPosition(end)
    if (before && comparePositions(to, before.checked) < 0) {
      // The server was restored to an earlier state.
      known = undefined
      return check()
    }
    const ours = newest.find((event) => isOurs(event, prefix))?.position
    if (ours) remember(toPosition(ours), to)
    while (!known || comparePositions(known.checked, to) < 0) {
      const from: Position | null = known?.checked ?? null
      const { events, reached, isEnd } = await scan('head of the log', from, scanSize)
      const last = events.at(-1)?.position
      const checked = isEnd ? later(reached, to) : reached
      if (checked !== null) remember(last ? toPosition(last) : (known?.newest ?? null), checked)
    }
    return known.newest
  }

  return {
    /** Position of the newest event of the prefix; null when there is none. */
    find: () => orUnavailable(check(), checkTimeouts * store.timeoutMs, 'head of the log'),
    /** Returns a later position to read after, if no event of the prefix is between. */
    readFrom(after: Position | null): Position | null {
      if (!known || (after !== null && comparePositions(after, known.checked) >= 0)) return after
      const isBehind = known.newest !== null && (after === null || comparePositions(after, known.newest) < 0)
      return isBehind ? after : known.checked
    },
    note,
  }
}
