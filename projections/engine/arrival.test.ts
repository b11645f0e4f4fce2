import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Position } from '../../src/kernel/event.ts'
import { countingGroup } from '../../test/support/projections.ts'
import { createArrival } from './arrival.ts'
import type { EngineContext } from './context.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Samples a head every two seconds while the group has passed another; returns the measured lags. */
function lagsOf(samples: readonly (readonly [head: number, passed: number])[]): number[] {
  const lags: number[] = []
  let reached = 0
  const arrival = createArrival({
    log: { compare: (a: Position, b: Position) => Number(a) - Number(b) },
    groups: [countingGroup()],
    reactors: [],
    progress: { get: () => String(reached) as Position },
    projects: () => true,
    metrics: { projectionLagSeconds: { set: (_labels: object, seconds: number) => lags.push(seconds) } },
  } as unknown as EngineContext)
  for (const [head, passed] of samples) {
    reached = passed
    arrival.sample(String(head) as Position)
    vi.advanceTimersByTime(2_000)
  }
  return lags
}

test('R503: a group that follows constant appends does not lag', () => {
  expect(lagsOf(Array.from({ length: 50 }, (_, n) => [10 * n + 10, 10 * n + 9]))).toEqual(Array(50).fill(0))
})

test('R503: the lag is the time since the oldest head that the group has not passed', () => {
  expect(
    lagsOf([
      [10, 10],
      [20, 10],
      [30, 15],
      [40, 25],
      [40, 40],
    ]),
  ).toEqual([0, 0, 2, 2, 0])
  expect(lagsOf(Array.from({ length: 40 }, (_, n) => [n + 1, 0])).at(-1)).toBe(78)
})
