import { expect, test } from 'vitest'
import { upgradeRun } from '../support/upgrade-run.ts'

test('five upgrades with three kill -9 of the building node each: reads never fail, writes are refused for at most 5 s', async () => {
  const refused: number[] = []
  for (let round = 0; round < 5; round++) refused.push((await upgradeRun(3)).refusedMs)
  console.info(`writes were refused for ${refused.join(', ')} ms`)
  expect(Math.max(...refused)).toBeLessThan(5_000)
}, 900_000)
