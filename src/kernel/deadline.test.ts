import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline, withinRequest, withTimeout } from './deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds; longer than any of these requests. */
const TOTAL = 60_000
const answer = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'answer'))
const never = () => new Promise<string>(() => undefined)
const late = (ms: number) => new Error(`late after ${ms}`)

/**
 * The outcome of the work and its duration in milliseconds of the fake clock. Rounded to ten, because a timeout takes one more
 * turn of the event loop.
 */
async function timed<T>(work: Promise<T>) {
  const began = performance.now()
  const taken = () => Math.round((performance.now() - began) / 10) * 10
  const outcome = work.then(
    (value) => ({ value, ms: taken() }),
    (error: Error) => ({ value: error.message, ms: taken() }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

test('outside a request a wait has its own timeout', async () => {
  expect(await timed(withTimeout(answer(900), 1_000, late))).toEqual({ value: 'answer', ms: 900 })
  expect(await timed(withTimeout(never(), 1_000, late))).toEqual({ value: 'late after 1000', ms: 1_000 })
  expect(await timed(withTimeout(answer(5_000), Number.POSITIVE_INFINITY, late))).toEqual({
    value: 'answer',
    ms: 5_000,
  })
})

test('waits share a budget: a slow read leaves less for an append without an answer', async () => {
  const request = withDeadline(2_250, TOTAL, async () => {
    await withTimeout(answer(2_400), 2_500, late)
    return withTimeout(never(), 3_000, late)
  })
  expect(await timed(request)).toEqual({ value: 'late after 350', ms: 2_750 })
})

test('a request without budget still waits 250 ms for a store', async () => {
  const request = withDeadline(1_000, TOTAL, async () => {
    await withTimeout(never(), 3_000, late).catch(() => undefined)
    return withTimeout(answer(200), 3_000, late)
  })
  expect(await timed(request)).toEqual({ value: 'answer', ms: 1_450 })
})

test('quick answers of a store do not spend the budget', async () => {
  const request = withDeadline(1_000, TOTAL, async () => {
    for (let step = 0; step < 100; step++) await withTimeout(answer(240), 3_000, late)
    return withTimeout(never(), 3_000, late)
  })
  expect(await timed(request)).toEqual({ value: 'late after 1250', ms: 24_000 + 1_250 })
})

test('concurrent waits count once', async () => {
  const request = withDeadline(2_000, TOTAL, async () => {
    await Promise.all([1, 2, 3, 4].map((n) => withTimeout(answer(1_000 + n), 3_000, late)))
    return withTimeout(never(), 3_000, late)
  })
  expect(await timed(request)).toEqual({ value: 'late after 1496', ms: 1_004 + 1_496 })
})

test('each request has its own budget', async () => {
  const one = withDeadline(1_000, TOTAL, () => withTimeout(never(), 3_000, late))
  const other = withDeadline(2_000, TOTAL, () => withTimeout(never(), 3_000, late))
  expect(await timed(Promise.allSettled([one, other]))).toMatchObject({ ms: 2_250 })
})

test('waits for stores and for read models share the deadline of a request', async () => {
  const request = withDeadline(2_250, 4_500, async () => {
    await withTimeout(answer(2_000), 3_000, late)
    return withinRequest(5_000)
  })
  expect(await timed(request)).toEqual({ value: 2_500, ms: 2_000 })
  expect(await timed(withDeadline(2_250, 4_500, async () => withinRequest(1_000)))).toMatchObject({ value: 1_000 })
  expect(withinRequest(5_000)).toBe(5_000)
})

test('a request past its deadline does not wait', async () => {
  const request = withDeadline(9_000, 1_000, async () => {
    await answer(1_500)
    expect(withinRequest(5_000)).toBe(0)
    return withTimeout(never(), 3_000, late)
  })
  expect(await timed(request)).toEqual({ value: 'late after 0', ms: 1_500 })
})
