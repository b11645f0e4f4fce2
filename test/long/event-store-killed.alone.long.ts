import { expect, test } from 'vitest'
import { crashRun } from '../support/crash-run.ts'
import { canKillEventStore } from '../support/event-store.ts'

test.skipIf(!canKillEventStore)(
  'ten kill -9 of EventStoreDB and of the app under load (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_KILL and TEST_EVENTSTORE_START)',
  async () => {
    const outcome = await crashRun({
      victims: Array.from({ length: 10 }, (_, round) => (round % 2 === 0 ? 'event-store' : 'app')),
      players: 12,
      between: [2_000, 6_000],
    })
    expect(outcome.commands).toBeGreaterThan(200)
    console.info(JSON.stringify(outcome))
  },
  900_000,
)
