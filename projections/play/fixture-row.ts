import { cutoffBefore, foldCutoff } from '../../src/fixtures/cutoff.ts'
import type { FixtureEvent, Outcome } from '../../src/fixtures/events.ts'

/** A row of `fixtures`, times as ISO 8601 UTC. */
export interface FixtureRow {
  readonly id: number
  readonly season: string
  readonly gameweek: number
  readonly home_team_id: number
  readonly away_team_id: number
  readonly kickoff: string | null
  readonly cutoff: string | null
  readonly closed: boolean
  readonly status: 'scheduled' | 'postponed' | 'finished' | 'awarded' | 'abandoned' | 'cancelled'
  readonly started_at: string | null
  readonly home_score: number | null
  readonly away_score: number | null
  readonly awarded_result: Outcome | null
  readonly result: Outcome | null
  readonly by_hand: boolean
  readonly settled_at: string | null
}

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

function cutoffAfter(cutoff: string | null, event: FixtureEvent, at: number): string | null {
  const next = foldCutoff(msOf(cutoff), event, at)
  return next === null ? null : new Date(next).toISOString()
}

const unsettled = {
  home_score: null,
  away_score: null,
  awarded_result: null,
  result: null,
  by_hand: false,
  settled_at: null,
} as const

function played(row: FixtureRow, home: number, away: number, byHand: boolean, at: string): FixtureRow {
  return {
    ...row,
    status: 'finished',
    home_score: home,
    away_score: away,
    awarded_result: null,
    result: home > away ? 'home' : home < away ? 'away' : 'draw',
    by_hand: byHand,
    settled_at: row.settled_at ?? at,
  }
}

const lifted = (row: FixtureRow): FixtureRow => ({
  ...row,
  ...unsettled,
  status: row.kickoff === null ? 'postponed' : 'scheduled',
})

/** The first row of a fixture. */
export function scheduledRow(event: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): FixtureRow {
  const { fixtureId, season, gameweek, homeTeamId, awayTeamId, kickoff } = event.data
  return {
    id: fixtureId,
    season,
    gameweek,
    home_team_id: homeTeamId,
    away_team_id: awayTeamId,
    kickoff,
    cutoff: kickoff === null ? null : cutoffBefore(kickoff),
    closed: false,
    status: kickoff === null ? 'postponed' : 'scheduled',
    started_at: null,
    ...unsettled,
  }
}

/** Folds a fixture's later events into its row; `at` is the event's effective time. */
export function evolveFixture(row: FixtureRow, event: FixtureEvent, at: string): FixtureRow {
  const cutoff = cutoffAfter(row.cutoff, event, Date.parse(at))
  switch (event.type) {
    case 'FixtureScheduled':
    case 'FeedResultNoted':
      return row
    case 'FixtureRescheduled': {
      const { kickoff, closed } = event.data
      const moved = { ...row, kickoff, closed, cutoff }
      const over = row.status === 'finished' || row.status === 'awarded' || row.status === 'cancelled'
      return over ? moved : { ...moved, status: 'scheduled', started_at: null }
    }
    case 'FixtureMovedToGameweek':
      return { ...row, gameweek: event.data.gameweek }
    case 'FixturePostponed': {
      const { closed } = event.data
      return { ...row, ...unsettled, status: 'postponed', kickoff: null, cutoff, closed, started_at: null }
    }
    case 'MatchStarted':
      return { ...row, started_at: at, closed: true, cutoff }
    case 'MatchFinished':
    case 'MatchResultCorrected': {
      const { homeScore, awayScore, byHand } = event.data
      return played(row, homeScore, awayScore, byHand, at)
    }
    case 'ResultLifted': {
      const { homeScore, awayScore } = event.data
      if (homeScore === null || awayScore === null) return lifted(row)
      return played(row, homeScore, awayScore, false, at)
    }
    case 'MatchAbandoned': {
      const { closed } = event.data
      return { ...row, ...unsettled, status: 'abandoned', closed, cutoff, started_at: null }
    }
    case 'MatchAwarded': {
      const { result, byHand } = event.data
      const settled_at = row.settled_at ?? at
      return { ...row, ...unsettled, status: 'awarded', awarded_result: result, result, by_hand: byHand, settled_at }
    }
    case 'FixtureCancelled':
      return { ...row, ...unsettled, status: 'cancelled', by_hand: event.data.byHand, started_at: null }
  }
}

/** True where the points of the fixture's predictions may differ between the two. */
export function settlesDifferently(before: FixtureRow, after: FixtureRow): boolean {
  return (
    before.result !== after.result || before.home_score !== after.home_score || before.away_score !== after.away_score
  )
}
