import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('a gate lets so many in at once and no more, in the order they came, also after failures', async () => {
  const gate = createGate(3, 100)
  const order: number[] = []
  let inside = 0
  let most = 0
  const runs = Array.from({ length: 40 }, (_, n) =>
    gate.pass(async () => {
      order.push(n)
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, n % 3))
      inside--
      if (n % 5 === 0) throw new Error('broken')
    }),
  )
  await Promise.allSettled(runs)
  expect([most, order, gate.idle]).toEqual([3, [...order].sort((a, b) => a - b), true])
})
