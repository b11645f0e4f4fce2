import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { type Calls, collect } from './calls.ts'
import type { ServerFilter, StoreClient } from './client.ts'
import { fromPosition } from './position.ts'
import type { Stored } from './stored.ts'

export interface Scan {
  readonly filter: ServerFilter
  readonly direction: 'forwards' | 'backwards'
  /** Forwards it is included, backwards it is not; null: from the end that the direction comes from. */
  readonly from: Position | null
  readonly most: number
}

export interface RunningScan {
  /** What has come so far. */
  readonly events: readonly Stored[]
  /** All of it; rejects where the read was broken off. */
  readonly whole: Promise<readonly Stored[]>
  /** Nobody wants the rest. */
  stop(): void
}

/** Reads the part of `$all` that a filter lets through. The server says nothing while it passes over other events, perhaps millions of them. */
export type Scans = (scan: Scan) => RunningScan

/** How long a scan may be silent at first, in timeouts of a call; after one that was longer the next may take twice as long. */
const silentTimeouts = 8
const longestSilenceMs = 3_600_000

export function createScans(store: StoreClient, { timeoutMs }: Calls): Scans {
  let silentMs = silentTimeouts * timeoutMs

  async function run(read: ReturnType<StoreClient['readFiltered']>, most: number, into: Stored[]) {
    const began = performance.now()
    try {
      return await collect(read, { most, silentMs, into })
    } catch (error) {
      if (performance.now() - began >= silentMs) silentMs = Math.min(2 * silentMs, longestSilenceMs)
      throw error
    }
  }

  return ({ filter, direction, from, most }) => {
    const forwards = direction === 'forwards'
    const read = store.readFiltered(filter, {
      direction: forwards ? FORWARDS : BACKWARDS,
      fromPosition: from === null ? (forwards ? START : END) : fromPosition(from),
      maxCount: most,
      requiresLeader: true,
    })
    const events: Stored[] = []
    const whole = run(read, most, events)
    // Who asked may have gone.
    whole.catch(() => undefined)
    return { events, whole, stop: () => void read.destroy() }
  }
}
