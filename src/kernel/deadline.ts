import { AsyncLocalStorage } from 'node:async_hooks'
import { orTimeout } from './timeout.ts'

/** Timeout budget of a request. */
interface Budget {
  /** Remaining milliseconds of waiting for slow stores. */
  leftMs: number
  /** End of the time already counted: concurrent waits count once. */
  countedUntil: number
  /** Deadline of the answer, in milliseconds of `performance.now()`. */
  readonly end: number
}

const present = new AsyncLocalStorage<Budget>()

/** Milliseconds of every wait that are not counted, so that many quick reads never exhaust the budget. */
const FREE_MS = 250

/**
 * Runs the work of a request with a timeout budget. Its waits for stores (`withTimeout`) share `ms` milliseconds, plus 250 ms
 * each. No wait (`withinRequest`) ends later than `totalMs` milliseconds after the start.
 */
export const withDeadline = <T>(ms: number, totalMs: number, work: () => Promise<T>): Promise<T> =>
  present.run({ leftMs: ms, countedUntil: 0, end: performance.now() + totalMs }, work)

/** `ms`, capped at the milliseconds before the deadline of the request. Outside a request, `ms`. */
export function withinRequest(ms: number): number {
  const budget = present.getStore()
  return budget ? Math.max(0, Math.min(ms, budget.end - performance.now())) : ms
}

/**
 * Settles as `work` does. Rejects with the error of `late` after `ms` milliseconds, or sooner when the budget of the request is
 * spent. The work is not stopped.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late: (ms: number) => Error): Promise<T> {
  const budget = present.getStore()
  const began = performance.now()
  const allowed = budget ? withinRequest(Math.min(ms, Math.max(0, budget.leftMs) + FREE_MS)) : ms
  if (!Number.isFinite(allowed)) return work
  try {
    return await orTimeout(work, allowed, () => {
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
