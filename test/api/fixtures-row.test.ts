import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveFixture, type FixtureRow, scheduledRow } from '../../projections/play/fixture-row.ts'
import { isOpenAt } from '../../src/fixtures/cutoff.ts'
import type { FixtureEvent } from '../../src/fixtures/events.ts'
import { fixtureDecider } from '../../src/fixtures/fixture-decider.ts'
import type { FixtureState } from '../../src/fixtures/fixture-state.ts'
import { isRowOpenAt } from '../../src/fixtures/match-status.ts'
import { isRejection } from '../../src/kernel/decider.ts'
import { fixtureStory } from '../support/fixture-story.ts'

test('the read row of a fixture says what its decider knows, whatever happens to it', () => {
  fc.assert(
    fc.property(fixtureStory, (commands) => {
      let state: FixtureState = fixtureDecider.initialState
      let row: FixtureRow | null = null
      for (const command of commands) {
        const decision = fixtureDecider.decide(command, state)
        if (isRejection(decision)) continue
        for (const event of decision) {
          state = fixtureDecider.evolve(state, event)
          row = rowAfter(row, event, command.at)
        }
        if (state.status === 'none' || !row) continue
        const { status, kickoff, gameweek, awarded: awarded_result } = state
        const [home_score, away_score] = [state.score?.home ?? null, state.score?.away ?? null]
        expect(row).toMatchObject({ status, kickoff, gameweek, home_score, away_score, awarded_result })
        expect(isRowOpenAt(row, command.at)).toBe(isOpenAt(state, command.at))
      }
    }),
    { numRuns: 1_000 },
  )
})

const rowAfter = (row: FixtureRow | null, event: FixtureEvent, at: string): FixtureRow | null =>
  event.type === 'FixtureScheduled' ? scheduledRow(event) : row && evolveFixture(row, event, at)
