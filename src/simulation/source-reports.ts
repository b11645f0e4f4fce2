import type { Outcome } from '../areas/fixtures/events.ts'
import type { FeedCalendar, FeedOutcome } from '../areas/fixtures/feed-rules.ts'
import type { KnownFixture } from '../areas/fixtures/fixture-state.ts'
import type { SourceReport } from '../kernel/declared-events.ts'

/** Fields of a tester's report, parsed by the schema of its event. */
export interface ReportFields {
  readonly fixtureId: number
  readonly kickoff?: string
  readonly gameweek?: number
  readonly homeScore?: number
  readonly awayScore?: number
  readonly result?: Outcome
}

/** The command that the source of fixtures would send for a report. The rules of fixtures decide on it. */
export function commandOf(
  report: SourceReport,
  given: ReportFields,
  match: KnownFixture,
  at: string,
): FeedCalendar | FeedOutcome {
  const calendar = (change: Partial<Omit<FeedCalendar, 'type' | 'at'>>): FeedCalendar => {
    const { fixtureId, season, gameweek, homeTeamId, awayTeamId, feed } = match
    const known = { fixtureId, season, gameweek, homeTeamId, awayTeamId, kickoff: feed.kickoff, cancelled: false }
    return { type: 'feed-calendar', ...known, ...change, at }
  }
  const outcome = (reported: FeedOutcome['outcome']): FeedOutcome => ({ type: 'feed-outcome', outcome: reported, at })
  switch (report) {
    case 'rescheduled':
      return calendar({ kickoff: new Date(given.kickoff!).toISOString() })
    case 'moved':
      return calendar({ gameweek: given.gameweek! })
    case 'postponed':
      return calendar({ kickoff: null })
    case 'cancelled':
      return calendar({ cancelled: true })
    case 'started':
      return outcome({ kind: 'started' })
    case 'finished':
      return outcome({ kind: 'finished', score: { home: given.homeScore!, away: given.awayScore! } })
    case 'abandoned':
      return outcome({ kind: 'abandoned' })
    case 'awarded':
      return outcome({ kind: 'awarded', result: given.result! })
  }
}
