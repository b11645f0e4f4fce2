import { expect, test } from 'vitest'
import { crowdReturns } from '../support/crowd.ts'

test('1,000 open pages are notified of their node’s restart, and reconnect within 15 s, in bounded memory', async () => {
  const { ms, residentMb } = await crowdReturns(1_000, 15_000)
  console.info(`1,000 sockets back after ${Math.round(ms)} ms, ${Math.round(residentMb)} MB resident`)
  expect(residentMb).toBeLessThan(600)
}, 180_000)
