import { expect, test } from 'vitest'
import { crashRun } from '../support/crash-run.ts'
import { canKillEventStore } from '../support/event-store.ts'

test.skipIf(!canKillEventStore)(
  'kill -9 of EventStoreDB under load (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_KILL and TEST_EVENTSTORE_START)',
  async () => {
    const { commands } = await crashRun({ victims: ['event-store'], players: 6, between: [2_000, 3_000] })
    expect(commands).toBeGreaterThan(50)
  },
  480_000,
)
