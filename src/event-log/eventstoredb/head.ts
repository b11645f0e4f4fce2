import { BACKWARDS, END } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { comparePositions } from '../counted-position.ts'
import { withDeadline } from '../deadline.ts'
import { type Calls, collect } from './calls.ts'
import type { StoreClient } from './client.ts'
import { toPosition } from './position.ts'
import type { Scans } from './scans.ts'
import { fullName, isOurs, type Stored } from './stored.ts'

/** Where our events end in `$all`, and what lies behind them there: others' events are looked over once, by the server. */
export interface Head {
  /** Position of our newest event; null when there is none. */
  find(): Promise<Position | null>
  /** Throws `EventLogUnavailable` where the server does not answer. */
  answers(): Promise<void>
  /** Where to begin to read what follows a position: further on where nothing of ours is known to lie between. */
  readFrom(after: Position | null): Position | null
  /** All of ours between two positions has been read; the latter is the last of them. */
  noted(from: Position | null, last: Position | null): void
}

/** Up to `looked` everything is known: `newest` is ours, what follows it is not. */
interface Known {
  readonly newest: Position | null
  readonly looked: Position
}

/** Events fetched at once on the way from what is known to the end. */
const fetchSize = 4_000
/** How long a caller waits for a first look over others' events, in timeouts of a call; the look itself goes on. */
const firstLookTimeouts = 4

export function createHead({ client, credentials }: StoreClient, calls: Calls, scans: Scans, prefix: string): Head {
  const filter = { streams: [fullName(prefix, '')] }
  let known: Known | undefined
  let running: Promise<Position | null> | undefined
  let queued: Promise<Position | null> | undefined

  function remember(newest: Position | null, looked: Position): void {
    if (!known || comparePositions(known.looked, looked) < 0) known = { newest, looked: later(newest, looked) }
  }

  /** The newest event of all games and of the server itself. */
  const newestOfAll = (): Promise<Stored | undefined> =>
    calls.retried('head of the log', async () => {
      const read = client.readAll({
        direction: BACKWARDS,
        fromPosition: END,
        maxCount: 1,
        credentials,
        requiresLeader: true,
      })
      return (await collect(read, { most: 1, silentMs: calls.timeoutMs }))[0]
    })

  /** Backwards from the end to the first of ours. */
  async function lookBack(): Promise<void> {
    const end = await newestOfAll()
    if (!end?.position) return
    const looked = toPosition(end.position)
    const [newest] = isOurs(end, prefix)
      ? [end]
      : await scans({ filter, direction: 'backwards', from: looked, most: 1 }).whole
    remember(newest?.position ? toPosition(newest.position) : null, looked)
  }

  /** From where was looked to the end. */
  async function lookOn(from: Known, end: Position): Promise<void> {
    let { newest, looked: at } = from
    for (;;) {
      const found = await scans({ filter, direction: 'forwards', from: at, most: fetchSize }).whole
      const last = found.at(-1)?.position
      if (last) newest = at = toPosition(last)
      if (found.length < fetchSize) break
    }
    remember(newest, later(newest, end))
  }

  async function look(): Promise<Position | null> {
    if (!known) await lookBack()
    const before = known
    const end = await newestOfAll()
    if (!end?.position || !before) return null
    const place = toPosition(end.position)
    const moved = comparePositions(place, before.looked)
    if (moved < 0) {
      // The server was put back to an earlier state.
      known = undefined
      return look()
    }
    if (moved > 0) {
      if (isOurs(end, prefix)) remember(place, place)
      else await lookOn(before, place)
    }
    return known?.newest ?? null
  }

  /** One look at a time; those who ask while one runs share the next, which sees all that was there when they asked. */
  function lookInTurn(): Promise<Position | null> {
    if (!running) {
      running = look().finally(() => {
        running = undefined
      })
      return running
    }
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return lookInTurn()
      })
    return queued
  }

  return {
    async find() {
      calls.refuseClosed()
      return withDeadline(lookInTurn(), firstLookTimeouts * calls.timeoutMs, 'head of the log')
    },
    async answers() {
      await newestOfAll()
    },
    readFrom(after) {
      if (!known || (after !== null && comparePositions(after, known.looked) >= 0)) return after
      const isBehind = known.newest !== null && (after === null || comparePositions(after, known.newest) < 0)
      return isBehind ? after : known.looked
    },
    noted(from, last) {
      if (!known || last === null) return
      if (from === null || comparePositions(from, known.looked) <= 0) remember(last, last)
    },
  }
}

const later = (a: Position | null, b: Position): Position => (a !== null && comparePositions(a, b) > 0 ? a : b)
