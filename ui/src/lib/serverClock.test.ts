import { expect, test } from 'vitest'
import { offsetOf, withAnswer } from './serverClock.ts'

const AT = Date.parse('2026-11-21T12:00:00.000Z')

test('whole seconds of the header never change a right clock', () => {
  // Sent at .400, received at .450; the header has the whole second.
  expect(offsetOf(withAnswer(null, AT, AT + 400, AT + 450))).toBe(0)
})

test.each([-600_000, 600_000])(
  'a device clock wrong by %i ms is corrected to within a second and the latency, and is never ahead of the server',
  (wrong) => {
    for (const part of [0, 10, 400, 990]) {
      // The server responds 30 ms after the request, and the response takes 20 ms.
      const sentAt = AT + part - 30 + wrong
      const offset = offsetOf(withAnswer(null, AT, sentAt, sentAt + 50))
      expect(offset).toBeLessThanOrEqual(-wrong)
      expect(offset).toBeGreaterThanOrEqual(-wrong - 1_020)
    }
  },
)

test('more responses narrow the estimate', () => {
  const behind = 600_000
  let known = withAnswer(null, AT, AT - behind, AT - behind + 20)
  for (let at = AT + 100; at < AT + 5000; at += 370) {
    const header = Math.floor(at / 1000) * 1000
    known = withAnswer(known, header, at - behind, at - behind + 20)
  }
  expect(known.most - known.least).toBeLessThan(200)
  expect(offsetOf(known)).toBeLessThanOrEqual(behind)
  expect(offsetOf(known)).toBeGreaterThan(behind - 200)
})

test('a clock set in the meantime is estimated anew', () => {
  const known = withAnswer(null, AT, AT - 600_000, AT - 599_980)
  expect(offsetOf(withAnswer(known, AT, AT + 300, AT + 320))).toBe(0)
})
