import { expect, test } from 'vitest'
import { crashRun, type Victim } from '../support/crash-run.ts'

const rounds = (victims: readonly Victim[], count: number): Victim[] =>
  Array.from({ length: count }, (_, index) => victims[index % victims.length]!)

test('twenty kill -9 of the app, of Postgres, of both, and restarts under load: nothing lost, nothing doubled, ready within 5 s', async () => {
  const victims = rounds(['app', 'postgres', 'both', 'postgres-restart'], 20)
  const outcome = await crashRun({ victims, players: 12, between: [2_000, 6_000] })
  expect(outcome.commands).toBeGreaterThan(1_000)
  console.info(JSON.stringify(outcome))
}, 900_000)
