import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRefusals } from './refusals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('counts at most 20 reasons separately', () => {
  const warn = vi.fn()
  const refusals = createRefusals({ warn })
  for (let n = 0; n < 100; n++) refusals.note(`reason ${n}`, 'r')
  expect(warn).toHaveBeenCalledTimes(21)
  vi.advanceTimersByTime(60_000)
  expect(warn).toHaveBeenLastCalledWith({ refused: { others: 79 } }, 'requests refused in the last minute')
})

it('logs the first refusal of a reason, and the number of the others once a minute', () => {
  const warn = vi.fn()
  const refusals = createRefusals({ warn })
  for (let n = 0; n < 100; n++) refusals.note('away', `r${n}`)
  refusals.note('busy', 'other')
  expect(warn.mock.calls).toEqual([
    [{ reason: 'away', requestId: 'r0' }, 'request refused; further ones are counted'],
    [{ reason: 'busy', requestId: 'other' }, 'request refused; further ones are counted'],
  ])
  vi.advanceTimersByTime(60_000)
  expect(warn).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenLastCalledWith({ refused: { away: 99 } }, 'requests refused in the last minute')
  vi.advanceTimersByTime(180_000)
  expect(warn).toHaveBeenCalledTimes(3)
  refusals.note('away', 'again')
  expect(warn).toHaveBeenLastCalledWith(
    { reason: 'away', requestId: 'again' },
    'request refused; further ones are counted',
  )
})
