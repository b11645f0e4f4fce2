import { finalTableStream } from '../areas/final-table/events.ts'
import { finalTableDecider } from '../areas/final-table/final-table-decider.ts'
import { cutoffBefore } from '../areas/fixtures/cutoff.ts'
import { leagueTable } from '../areas/fixtures/table.ts'
import { createRandom } from '../kernel/random.ts'
import type { Actions, TestingDependencies, TestUser } from './actions.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'

const DAY_MS = 24 * 3_600_000
/** Percentage of players without a prediction. */
const FORGOTTEN = 15
/** Standard deviation of a predicted place. */
const [LEAST_OFF, MOST_OFF] = [2, 6]

/**
 * Creates a step: most test users predict the final table of the season, between one and five days before its first cutoff or now.
 * The orders are the present table with errors. Returns the number of predictions.
 */
export const createFinalTableStep =
  ({ db, handler, clock }: Pick<TestingDependencies, 'db' | 'handler' | 'clock'>, { season, matches }: Actions) =>
  async (run: RunOfSteps, people: readonly TestUser[], seed: number): Promise<number> => {
    const name = await season()
    const rows = await leagueTable(db, name)
    const kickoffs = (await matches(undefined, (row) => row.kickoff !== null)).map((row) => row.kickoff!)
    const kickoff = kickoffs.sort()[0] ?? null
    const last = kickoff === null ? clock.now() : Date.parse(cutoffBefore(kickoff))
    const predicted = await run.each(people, async ({ id: userId, number }) => {
      const random = createRandom(`final table ${seed}/${name}/${number}`)
      if (random.below(100) < FORGOTTEN) return 0
      const off = LEAST_OFF + random.next() * (MOST_OFF - LEAST_OFF)
      const guesses = rows.map(({ id, position }) => ({ id, at: position + random.normal() * off }))
      const context = simulatedContext(Math.min(clock.now(), last - (1 + 4 * random.next()) * DAY_MS), userId)
      const command = {
        ...{ userId, season: name, at: context.at },
        clubIds: guesses.sort((a, b) => a.at - b.at).map(({ id }) => id),
        seasonClubIds: rows.map(({ id }) => id),
        // As the match was then: in a season that has begun it is over by now.
        firstMatch: { status: 'scheduled', kickoff, closed: false } as const,
      }
      await handler.handle(finalTableDecider, finalTableStream(userId, name), command, context)
      return 1
    })
    return predicted.filter((one) => one > 0).length
  }
