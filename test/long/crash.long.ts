import { expect, test } from 'vitest'
import { crashRun, type Victim } from '../support/crash-run.ts'
import { canKillEventStore } from '../support/event-store.ts'

const rounds = (victims: readonly Victim[], count: number): Victim[] =>
  Array.from({ length: count }, (_, index) => victims[index % victims.length]!)

test('twenty kill -9 of the app, of Postgres, of both, and restarts under load: nothing lost, nothing doubled, ready within 5 s', async () => {
  const victims = rounds(['app', 'postgres', 'both', 'postgres-restart'], 20)
  const outcome = await crashRun({ victims, players: 12, between: [2_000, 6_000] })
  expect(outcome.commands).toBeGreaterThan(1_000)
  console.info(JSON.stringify(outcome))
}, 900_000)

test.skipIf(!canKillEventStore)(
  'ten kill -9 of EventStoreDB and of the app under load (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_KILL and TEST_EVENTSTORE_START)',
  async () => {
    const outcome = await crashRun({
      victims: rounds(['event-store', 'app'], 10),
      players: 12,
      between: [2_000, 6_000],
    })
    expect(outcome.commands).toBeGreaterThan(200)
    console.info(JSON.stringify(outcome))
  },
  900_000,
)
