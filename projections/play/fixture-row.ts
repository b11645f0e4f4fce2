import { firstCutoff, foldCutoff } from '../../src/areas/fixtures/cutoff.ts'
import type { FixtureEvent } from '../../src/areas/fixtures/events.ts'
import { changesOf, closesWithout, isOver, statusOf } from '../../src/areas/fixtures/match.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** A row of `fixtures`, times as ISO 8601 UTC. */
export type FixtureRow = Readonly<ReadModels['read.fixtures']>

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))
const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

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
    cutoff: timeOf(firstCutoff(kickoff)),
    moved_at: null,
    closed: false,
    status: statusOf('pending', kickoff),
    started_at: null,
    live_home: null,
    live_away: null,
    home_score: null,
    away_score: null,
    awarded_result: null,
    result: null,
    by_hand: false,
    settled_at: null,
    result_at: null,
    result_reason: null,
  }
}

/** Folds a fixture's later events into its row; `at` is the event's effective time. */
export function evolveFixture(row: FixtureRow, event: FixtureEvent, at: string): FixtureRow {
  const changes = event.type === 'FixtureScheduled' ? null : changesOf(event, isOver(row.status))
  if (changes === null) return row
  const { gameweek = row.gameweek, kickoff = row.kickoff, started, live, result } = changes
  const closed = changes.closed ?? (row.closed || closesWithout(row.kickoff, changes))
  const cutoff = timeOf(foldCutoff(msOf(row.cutoff), event, Date.parse(at)))
  const started_at = started === undefined ? row.started_at : started ? at : null
  const moved_at = changes.kickoff && !isOver(row.status) ? at : row.moved_at
  const score = live === undefined ? { home: row.live_home, away: row.live_away } : live
  const liveScore = { live_home: score?.home ?? null, live_away: score?.away ?? null }
  const next = { ...row, gameweek, kickoff, cutoff, moved_at, closed, started_at, ...liveScore }
  if (result === undefined) return next
  const { stage, outcome } = result
  const after = {
    ...next,
    status: statusOf(stage, kickoff),
    home_score: result.score?.home ?? null,
    away_score: result.score?.away ?? null,
    awarded_result: stage === 'awarded' ? outcome : null,
    result: outcome,
    by_hand: isOver(stage) && 'byHand' in event.data && event.data.byHand,
    settled_at: outcome === null ? null : (row.settled_at ?? at),
  }
  if (!settlesDifferently(row, after)) return after
  return { ...after, result_at: at, result_reason: 'reason' in event.data ? event.data.reason : null }
}

/** Whether the points of the fixture's predictions may differ between the two rows. */
export function settlesDifferently(before: FixtureRow, after: FixtureRow): boolean {
  return (
    before.result !== after.result || before.home_score !== after.home_score || before.away_score !== after.away_score
  )
}
