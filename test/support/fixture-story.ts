import fc from 'fast-check'
import type { FixtureCommand } from '../../src/areas/fixtures/fixture-decider.ts'

const START = Date.parse('2025-03-01T00:00:00Z')
const HOUR = 3_600_000
const iso = (hours: number) => new Date(START + hours * HOUR).toISOString()

const goals = fc.integer({ min: 0, max: 3 })
const kickoff = fc.integer({ min: -20, max: 200 }).map(iso)
const outcome = fc.constantFrom('home', 'draw', 'away')
const reason = 'r'

type Draft = (at: string) => FixtureCommand
const drafts: fc.Arbitrary<Draft> = fc.oneof(
  fc
    .record({ kickoff: fc.option(kickoff), cancelled: fc.boolean(), gameweek: fc.integer({ min: 1, max: 3 }) })
    .map((over): Draft => {
      const identity = { fixtureId: 1, season: '2024-25', homeTeamId: 1, awayTeamId: 2 }
      return (at) => ({ type: 'feed-calendar', at, ...identity, ...over })
    }),
  fc
    .oneof(
      fc.record({ kind: fc.constant('finished' as const), score: fc.record({ home: goals, away: goals }) }),
      fc.record({
        kind: fc.constant('started' as const),
        score: fc.option(fc.record({ home: goals, away: goals })),
      }),
      fc.record({ kind: fc.constant('abandoned' as const) }),
      fc.record({ kind: fc.constant('awarded' as const), result: outcome }),
    )
    .map(
      (said): Draft =>
        (at) => ({ type: 'feed-outcome', at, outcome: said }),
    ),
  kickoff.map(
    (to): Draft =>
      (at) => ({ type: 'reschedule', at, kickoff: to, reason }),
  ),
  fc.record({ homeScore: goals, awayScore: goals }).map(
    (score): Draft =>
      (at) => ({
        type: 'enter-result',
        at,
        reason,
        ...score,
      }),
  ),
  fc.record({ homeScore: goals, awayScore: goals }).map(
    (score): Draft =>
      (at) => ({ type: 'score', at, ...score }),
  ),
  fc.constant((at: string): FixtureCommand => ({ type: 'kick-off', at })),
  outcome.map(
    (result): Draft =>
      (at) => ({ type: 'award', at, result, reason }),
  ),
  fc.constantFrom('postpone' as const, 'abandon' as const, 'cancel' as const, 'lift-result' as const).map(
    (type): Draft =>
      (at) => ({ type, at, reason }),
  ),
)
/** Commands about one fixture, from source and administrators, in chronological order. */
export const fixtureStory = fc
  .array(fc.record({ draft: drafts, after: fc.integer({ min: 0, max: 30 }) }), { maxLength: 30 })
  .map((steps) => {
    let hours = 0
    return steps.map(({ draft, after }) => {
      hours += after
      return draft(iso(hours))
    })
  })
