import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignalHub } from './signal-hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted(paceMs?: number) {
  const bells = createSignalHub(paceMs === undefined ? {} : { paceMs })
  const heard = { rings: 0 }
  bells.add(() => heard.rings++, new AbortController().signal)
  return { bells, heard }
}

test('every ring is heard', () => {
  const { bells, heard } = counted()
  for (let n = 0; n < 3; n++) bells.notify()
  expect(heard.rings).toBe(3)
})

test('at a pace the first ring is heard at once and all that follow within it as one, at its end', () => {
  const { bells, heard } = counted(25)
  for (let n = 0; n < 100; n++) bells.notify()
  expect(heard.rings).toBe(1)
  vi.advanceTimersByTime(25)
  expect(heard.rings).toBe(2)
  bells.notify()
  expect(heard.rings).toBe(2)
  vi.advanceTimersByTime(100)
  expect(heard.rings).toBe(3)
  bells.notify()
  expect(heard.rings).toBe(4)
})
