import type { Fixture, Team } from '../../src/contracts/fixtures.ts'
import type { Prediction } from '../../src/contracts/predictions.ts'

/** Contract objects with sensible values, for tests that care about one or two fields. */

export const KICKOFF = '2025-11-29T17:30:00.000Z'

export function teamSample(id: number, shortName: string): Team {
  return {
    id,
    name: `${shortName} FC`,
    shortName,
    code: shortName.slice(0, 3).toUpperCase(),
    logoUrl: null,
    colours: { field: '#003399', band: '#ffffff', letters: '#ffffff' },
  }
}

/** Everton v Newcastle, gameweek 13, open until five minutes before its kickoff. */
export function fixtureSample(changes: Partial<Fixture> = {}): Fixture {
  const kickoffTime = changes.kickoffTime === undefined ? KICKOFF : changes.kickoffTime
  return {
    id: 4,
    season: '2025-26',
    gameweek: 13,
    kickoffTime,
    cutoffTime: kickoffTime === null ? null : new Date(Date.parse(kickoffTime) - 300_000).toISOString(),
    isOpen: true,
    status: 'SCHEDULED',
    homeTeamId: 9,
    awayTeamId: 15,
    homeTeam: teamSample(9, 'Everton'),
    awayTeam: teamSample(15, 'Newcastle'),
    homeScore: null,
    awayScore: null,
    awardedResult: null,
    resultByHand: false,
    ...changes,
  }
}

/** User 1's 2-1 on that match. */
export function predictionSample(changes: Partial<Prediction> = {}): Prediction {
  const fixture = changes.fixture ?? fixtureSample()
  return {
    id: 70 + fixture.id,
    userId: 1,
    fixtureId: fixture.id,
    predictedResult: 'home',
    predictedHomeScore: 2,
    predictedAwayScore: 1,
    pointsEarned: null,
    verdict: null,
    createdAt: '2025-11-28T10:00:00.000Z',
    updatedAt: '2025-11-29T14:02:00.000Z',
    ...changes,
    fixture,
  }
}
