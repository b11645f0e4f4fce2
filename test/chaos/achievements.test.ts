import { expect, test } from 'vitest'
import { achievementCrash } from '../support/achievement-crash.ts'

test('kill -9 in a retroactive run and in the settling of a result: no badge twice, none missing, the ledger is their sum', async () => {
  const seen = await achievementCrash({ players: 1_000, kills: 1 })
  console.info(`killed with ${seen.join(', ')} of 3,000 unlocked, then of 1,000 unlocked, taken back, unlocked again`)
  expect(seen.length).toBeGreaterThanOrEqual(2)
  // In the middle, not behind the end.
  expect(seen[0]).toBeLessThan(3_000)
}, 480_000)
