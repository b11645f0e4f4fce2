import { AsyncLocalStorage } from 'node:async_hooks'
import { unlessLate } from './late.ts'

/** What a request may still wait for stores that do not answer at once. */
interface Patience {
  leftMs: number
  /** Until when time has been counted: waits side by side are one wait. */
  countedUntil: number
}

const present = new AsyncLocalStorage<Patience>()

/** Milliseconds of every wait that count for nothing, so that long work on a store that answers is never cut short. */
const FREE_MS = 250

/** Does work whose waits (`patient`) together last no longer than `ms` milliseconds and a moment for each. */
export const withPatience = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  present.run({ leftMs: ms, countedUntil: 0 }, work)

/**
 * Settles as `work` does. After `ms` milliseconds, or sooner when the patience of the request is used up, it throws what `late`
 * gives; the work itself is not stopped.
 */
export async function patient<T>(work: Promise<T>, ms: number, late: (ms: number) => Error): Promise<T> {
  const patience = present.getStore()
  const began = performance.now()
  const allowed = patience ? Math.min(ms, Math.max(0, patience.leftMs) + FREE_MS) : ms
  if (!Number.isFinite(allowed)) return work
  try {
    return await unlessLate(work, allowed, () => {
      throw late(Math.round(allowed))
    })
  } finally {
    if (patience) spend(patience, began + FREE_MS)
  }
}

function spend(patience: Patience, since: number): void {
  const now = performance.now()
  const from = Math.max(since, patience.countedUntil)
  if (now <= from) return
  patience.leftMs -= now - from
  patience.countedUntil = now
}
