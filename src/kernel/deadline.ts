import { AsyncLocalStorage } from 'node:async_hooks'
import { unlessLate } from './late.ts'

/** The time of a request. */
interface Budget {
  /** Milliseconds that it may still wait for stores that do not answer at once. */
  leftMs: number
  /** Until when time has been counted: waits side by side are one wait. */
  countedUntil: number
  /** When it must be answered, as of `performance.now()`. */
  readonly end: number
}

const present = new AsyncLocalStorage<Budget>()

/** Milliseconds of every wait that count for nothing, so that long work on a store that answers is never cut short. */
const FREE_MS = 250

/**
 * Does the work of a request. Its waits for stores (`patient`) together last no longer than `ms` milliseconds and a moment for each;
 * whatever it waits for (`withinRequest`), no longer than `totalMs` after its beginning.
 */
export const withDeadline = <T>(ms: number, totalMs: number, work: () => Promise<T>): Promise<T> =>
  present.run({ leftMs: ms, countedUntil: 0, end: performance.now() + totalMs }, work)

/** The milliseconds of a wait, cut short where the request has less left; those given where there is no request. */
export function withinRequest(ms: number): number {
  const budget = present.getStore()
  return budget ? Math.max(0, Math.min(ms, budget.end - performance.now())) : ms
}

/**
 * Settles as `work` does. After `ms` milliseconds, or sooner when the patience of the request is used up, it throws what `late`
 * gives; the work itself is not stopped.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late: (ms: number) => Error): Promise<T> {
  const budget = present.getStore()
  const began = performance.now()
  const allowed = budget ? withinRequest(Math.min(ms, Math.max(0, budget.leftMs) + FREE_MS)) : ms
  if (!Number.isFinite(allowed)) return work
  try {
    return await unlessLate(work, allowed, () => {
      throw late(Math.round(allowed))
    })
  } finally {
    if (budget) spend(budget, began + FREE_MS)
  }
}

function spend(budget: Budget, since: number): void {
  const now = performance.now()
  const from = Math.max(since, budget.countedUntil)
  if (now <= from) return
  budget.leftMs -= now - from
  budget.countedUntil = now
}
