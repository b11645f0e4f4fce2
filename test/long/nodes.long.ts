import { expect, test } from 'vitest'
import { nodeRun } from '../support/node-run.ts'

test('eight kill -9 of the leading node: the other projects within 10 s each time, nothing is lost or doubled', async () => {
  const { takeoverMs, commands } = await nodeRun(8)
  console.info(`taken over after ${takeoverMs.join(', ')} ms; ${commands} commands`)
  expect(Math.max(...takeoverMs)).toBeLessThan(10_000)
}, 600_000)
