import { expect, test } from 'vitest'
import { upgradeRun } from '../support/upgrade-run.ts'

test('R251 R252 an upgrade beside the old version, with kill -9 in the middle: reads never fail, and each node reads its own tables', async () => {
  const { reads } = await upgradeRun(1)
  expect(reads).toBeGreaterThan(10)
}, 480_000)
