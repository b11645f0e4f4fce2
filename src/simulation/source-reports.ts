import type { Outcome } from '../areas/fixtures/events.ts'
import type { KnownFixture } from '../areas/fixtures/fixture-state.ts'
import type { SourceCalendar, SourceOutcome } from '../areas/fixtures/source-rules.ts'
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

/** Returns the command of the source of fixtures for a report. The fixture decider decides on it. */
export function commandOf(
  report: SourceReport,
  fields: ReportFields,
  match: KnownFixture,
  at: string,
): SourceCalendar | SourceOutcome {
  const calendar = (change: Partial<Omit<SourceCalendar, 'type' | 'at'>>): SourceCalendar => {
    const { fixtureId, season, gameweek, homeTeamId, awayTeamId, source } = match
    const known = { fixtureId, season, gameweek, homeTeamId, awayTeamId, kickoff: source.kickoff, cancelled: false }
    return { type: 'feed-calendar', ...known, ...change, at }
  }
  const outcome = (reported: SourceOutcome['outcome']): SourceOutcome => ({
    type: 'feed-outcome',
    outcome: reported,
    at,
  })
  switch (report) {
    case 'rescheduled':
      return calendar({ kickoff: new Date(fields.kickoff!).toISOString() })
    case 'moved':
      return calendar({ gameweek: fields.gameweek! })
    case 'postponed':
      return calendar({ kickoff: null })
    case 'cancelled':
      return calendar({ cancelled: true })
    case 'started':
      return outcome({ kind: 'started', score: null })
    case 'scored':
      return outcome({ kind: 'started', score: { home: fields.homeScore!, away: fields.awayScore! } })
    case 'finished':
      return outcome({ kind: 'finished', score: { home: fields.homeScore!, away: fields.awayScore! } })
    case 'abandoned':
      return outcome({ kind: 'abandoned' })
    case 'awarded':
      return outcome({ kind: 'awarded', result: fields.result! })
  }
}
