import { expect, test } from 'vitest'
import { createClientLines } from './client-lines.ts'

test('a few of a client are let through, some wait, the rest are refused; other clients do not notice', async () => {
  const lines = createClientLines(2, 3, () => 0)
  const gate = Promise.withResolvers<void>()
  const mine = Array.from({ length: 6 }, () => lines.pass('me', () => gate.promise))
  expect(await mine[5]).toBeNull()
  expect(await lines.pass('you', async () => 'in')).toEqual({ value: 'in' })
  gate.resolve()
  expect((await Promise.all(mine)).filter((passed) => passed !== null)).toHaveLength(5)
})

test('nothing is begun for who has waited for more than 8 s; who has waited less is told since when', async () => {
  let clock = 100
  const lines = createClientLines(1, 3, () => clock)
  const gate = Promise.withResolvers<void>()
  const first = lines.pass('me', () => gate.promise)
  const early = lines.pass('me', async (since) => since)
  clock += 1
  const late = lines.pass('me', async (since) => since)
  clock += 8_000
  gate.resolve()
  expect([await first, await early, await late]).toEqual([{ value: undefined }, null, { value: 101 }])
})
