import { expect, test } from 'vitest'
import { crashRun } from '../support/crash-run.ts'
import { canKillEventStore } from '../support/event-store.ts'

test('kill -9 of the app and of Postgres under load: nothing lost, nothing doubled, ready again within 5 s', async () => {
  const { commands, answers } = await crashRun({ victims: ['app', 'postgres'], players: 6, between: [2_000, 3_000] })
  expect(commands).toBeGreaterThan(50)
  // Meanwhile the process lives, and says that it is away (each 503 with Retry-After).
  expect(answers['503']).toBeGreaterThan(0)
}, 480_000)

test.skipIf(!canKillEventStore)(
  'kill -9 of EventStoreDB under load (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_KILL and TEST_EVENTSTORE_START)',
  async () => {
    const { commands } = await crashRun({ victims: ['event-store', 'app'], players: 6, between: [2_000, 3_000] })
    expect(commands).toBeGreaterThan(50)
  },
  480_000,
)
