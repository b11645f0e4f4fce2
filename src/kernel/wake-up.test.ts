import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWakeUp } from './wake-up.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const woken = (finds: () => boolean, takesMs = 1) => {
  let reads = 0
  const wakeUp = createWakeUp(
    async () => {
      reads++
      await new Promise((resolve) => setTimeout(resolve, takesMs))
      return finds()
    },
    () => Date.now(),
  )
  return { wakeUp, reads: () => reads }
}

test('forged signals cost at most ten reads in any second (T87)', async () => {
  const { wakeUp, reads } = woken(() => false)
  const perSecond: number[] = []
  for (let second = 0, before = 0; second < 5; second++) {
    for (let ms = 0; ms < 1_000; ms++) {
      wakeUp.notify()
      await vi.advanceTimersByTimeAsync(1)
    }
    perSecond.push(reads() - before)
    before = reads()
  }
  for (const count of perSecond) {
    expect(count).toBeLessThanOrEqual(10)
    // Real signals among them are not lost.
    expect(count).toBeGreaterThanOrEqual(4)
  }
})

test('signals with a result are read at once, and signals during a read cause one more', async () => {
  const { wakeUp, reads } = woken(() => true, 10)
  for (let signal = 1; signal <= 100; signal++) {
    wakeUp.notify()
    expect(reads()).toBe(signal)
    await vi.advanceTimersByTimeAsync(10)
  }
  for (let signal = 0; signal < 5; signal++) wakeUp.notify()
  await vi.advanceTimersByTimeAsync(100)
  expect(reads()).toBe(102)
})

test('nothing is read after a stop', async () => {
  const { wakeUp, reads } = woken(() => false)
  wakeUp.stop()
  wakeUp.notify()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reads()).toBe(0)
})
