import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignalHub } from './signal-hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted(paceMs?: number) {
  const signals = createSignalHub(paceMs === undefined ? {} : { paceMs })
  const received = { count: 0 }
  signals.add(() => received.count++, new AbortController().signal)
  return { signals, received }
}

test('listeners receive every signal', () => {
  const { signals, received } = counted()
  for (let n = 0; n < 3; n++) signals.notify()
  expect(received.count).toBe(3)
})

test('with a pace, the first signal is immediate and further ones within it are combined at its end', () => {
  const { signals, received } = counted(25)
  for (let n = 0; n < 100; n++) signals.notify()
  expect(received.count).toBe(1)
  vi.advanceTimersByTime(25)
  expect(received.count).toBe(2)
  signals.notify()
  expect(received.count).toBe(2)
  vi.advanceTimersByTime(100)
  expect(received.count).toBe(3)
  signals.notify()
  expect(received.count).toBe(4)
})
