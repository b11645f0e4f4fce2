import { BACKWARDS, END } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { withDeadline } from '../../kernel/late.ts'
import { comparePositions } from '../counted-position.ts'
import type { StoreClient } from './client.ts'
import { later, toPosition } from './position.ts'
import { collect } from './read-stream.ts'
import type { Scan } from './scan.ts'
import { isOurs, type Stored } from './stored.ts'

/** `newest` is of the prefix; nothing of the prefix follows it up to `looked`. */
interface Known {
  readonly newest: Position | null
  readonly looked: Position
}

/** Events of all prefixes that the first look fetches, and events of this one that each further step does. */
const [firstCheck, scanSize] = [1_000, 4_000]
/** How long a caller waits for the head, in timeouts of a call; the look itself goes on. */
const checkTimeouts = 4

export type Head = ReturnType<typeof createHead>

/** The end of this prefix's events in `$all`. Events of others behind it are passed over once, by the server. */
export function createHead(store: StoreClient, scan: Scan, prefix: string) {
  let known: Known | undefined

  function remember(newest: Position | null, looked: Position): void {
    if (!known || comparePositions(known.looked, looked) < 0) known = { newest, looked }
  }

  /** Everything of the prefix from one position to another is known; `last` is the position of the last such event. */
  function note(from: Position | null, last: Position | null, reached: Position | null): void {
    if (last !== null) remember(last, later(reached, last))
    else if (known && reached !== null && (from === null || comparePositions(from, known.looked) <= 0))
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

  async function look(): Promise<Position | null> {
    const before = known
    const newest = await newestOfAll(before ? 1 : firstCheck)
    const end = newest[0]?.position
    if (!end) return null
    const to = toPosition(end)
    if (before && comparePositions(to, before.looked) < 0) {
      // The server was restored to an earlier state.
      known = undefined
      return look()
    }
    const ours = newest.find((event) => isOurs(event, prefix))?.position
    if (ours) remember(toPosition(ours), to)
    while (!known || comparePositions(known.looked, to) < 0) {
      const from: Position | null = known?.looked ?? null
      const { events, reached, isEnd } = await scan('head of the log', from, scanSize)
      const last = events.at(-1)?.position
      const looked = isEnd ? later(reached, to) : reached
      if (looked !== null) remember(last ? toPosition(last) : (known?.newest ?? null), looked)
    }
    return known.newest
  }

  return {
    /** Position of the newest event of the prefix; null when there is none. */
    find: () => withDeadline(look(), checkTimeouts * store.timeoutMs, 'head of the log'),
    /** A later position to read from, where nothing of the prefix is known to lie between. */
    readFrom(after: Position | null): Position | null {
      if (!known || (after !== null && comparePositions(after, known.looked) >= 0)) return after
      const isBehind = known.newest !== null && (after === null || comparePositions(after, known.newest) < 0)
      return isBehind ? after : known.looked
    },
    note,
  }
}
