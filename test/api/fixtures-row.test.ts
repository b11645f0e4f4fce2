import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveFixture, type FixtureRow, scheduledRow } from '../../projections/play/fixture-row.ts'
import { SIGNS } from '../../src/areas/achievements/season-picks.ts'
import { foldMatch, isPending, type SeasonMatch, scheduled } from '../../src/areas/achievements/season-state.ts'
import { foldFixture, type SeasonsState } from '../../src/areas/competitions/season-state.ts'
import { isOpenAt } from '../../src/areas/fixtures/cutoff.ts'
import type { FixtureEvent } from '../../src/areas/fixtures/events.ts'
import { fixtureDecider } from '../../src/areas/fixtures/fixture-decider.ts'
import type { FixtureState } from '../../src/areas/fixtures/fixture-state.ts'
import * as match from '../../src/areas/fixtures/match.ts'
import { isRowOpenAt } from '../../src/areas/fixtures/match-status.ts'
import { isRejection } from '../../src/kernel/decider.ts'
import { fixtureStory } from '../support/fixture-story.ts'

test('the read row of a fixture agrees with its decider’s state, whatever happens to it', () => {
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

test('achievements and competitions count a match by the result, date and gameweek of its read row', () => {
  fc.assert(
    fc.property(fixtureStory, (commands) => {
      let state: FixtureState = fixtureDecider.initialState
      let row: FixtureRow | null = null
      let ofAchievements: SeasonMatch | null = null
      let seasons: SeasonsState = {}
      for (const command of commands) {
        const decision = fixtureDecider.decide(command, state)
        if (isRejection(decision)) continue
        for (const event of decision) {
          state = fixtureDecider.evolve(state, event)
          row = rowAfter(row, event, command.at)
          ofAchievements = matchAfter(ofAchievements, event, Date.parse(command.at))
          seasons = foldFixture(seasons, event)?.state ?? seasons
        }
        if (!row) continue
        const [kickoff, cutoff] = [row.kickoff, row.cutoff].map((time) => time && Date.parse(time))
        const score = row.home_score === null ? null : [row.home_score, row.away_score]
        const { gameweek, result, status } = row
        const sign = result === null ? 0 : SIGNS[result]
        expect(ofAchievements).toMatchObject({ gameweek, kickoff, cutoff, score, result: sign })
        expect(isPending(ofAchievements!)).toBe(match.isPending(status))
        const done = match.isOver(status)
        expect(seasons[row.season]?.matches[row.id]).toMatchObject({ gameweek, kickoff, score, result, done })
      }
    }),
    { numRuns: 300 },
  )
})

const rowAfter = (row: FixtureRow | null, event: FixtureEvent, at: string): FixtureRow | null =>
  event.type === 'FixtureScheduled' ? scheduledRow(event) : row && evolveFixture(row, event, at)

const matchAfter = (known: SeasonMatch | null, event: FixtureEvent, at: number): SeasonMatch | null =>
  event.type === 'FixtureScheduled' ? scheduled(event) : known && foldMatch(known, event, at)
