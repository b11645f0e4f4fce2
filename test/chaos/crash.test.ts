import { expect, test } from 'vitest'
import { crashRun } from '../support/crash-run.ts'

// test/chaos/nodes.test.ts kills the app. test/long/crash.long.ts kills each, and both, five times.
test('kill -9 of Postgres under load: nothing lost, nothing doubled, ready again within 5 s', async () => {
  const { commands, answers } = await crashRun({ victims: ['postgres'], players: 6, between: [1_000, 2_000] })
  expect(commands).toBeGreaterThan(50)
  // Meanwhile the process lives, and reports the outage (each 503 with Retry-After).
  expect(answers['503']).toBeGreaterThan(0)
}, 480_000)
