import { expect, test } from 'vitest'
import { attacksOf, runAttacks, tableOf } from '../attack/run.ts'

test('attempts of strangers and players leave the game as it was', { timeout: 900_000 }, async () => {
  const rows = await runAttacks(attacksOf('test:long', 20_000), console.info)
  console.info(tableOf(rows))
  expect(rows.filter(({ ok }) => !ok)).toEqual([])
})
