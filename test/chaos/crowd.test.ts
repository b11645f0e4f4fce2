import { expect, test } from 'vitest'
import { crowdReturns } from '../support/crowd.ts'

test('100 open pages whose node restarts are told, and are all back within 15 s', async () => {
  const { residentMb } = await crowdReturns(100, 15_000)
  expect(residentMb).toBeLessThan(600)
}, 480_000)
