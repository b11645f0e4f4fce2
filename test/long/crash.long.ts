import { expect, test } from 'vitest'
import { crashRun, type Victim } from '../support/crash-run.ts'

const victims: readonly Victim[] = Array.from(
  { length: 20 },
  (_, index) => (['app', 'postgres', 'both'] as const)[index % 3]!,
)

test('twenty kill -9 of the app, of Postgres and of both under load: nothing lost, nothing doubled, ready again within 5 s', async () => {
  const outcome = await crashRun({ victims, players: 12, between: [500, 4_000] })
  expect(outcome.commands).toBeGreaterThan(1_000)
  console.info(JSON.stringify(outcome))
}, 600_000)
