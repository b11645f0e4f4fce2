import { expect, test } from 'vitest'
import { nodeRun } from '../support/node-run.ts'

test('kill -9 of the leading of two nodes: the other projects within 10 s, sessions and locks are shared, nothing is lost', async () => {
  const { takeoverMs } = await nodeRun(1)
  expect(takeoverMs).toHaveLength(1)
}, 480_000)
