import { CalendarClock, Lock, RefreshCw, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Note } from '../../features/fixtures/frame.ts'
import { cutoffPassed } from '../../features/fixtures/model.ts'
import { pickText, problemOf } from '../../features/predictions/model.ts'
import type { Row } from '../../features/predictions/usePredictor.ts'

/** What a row says below itself: why it is not saved, not played or not open. */
export function RowNote({ row, now }: { row: Row; now: number }) {
  const { state, draft, fixture } = row
  if (state === 'failed')
    return (
      <RowNoteLine tone="bad" icon={<TriangleAlert size={16} aria-hidden />}>
        {row.failure}
      </RowNoteLine>
    )
  if (state === 'nopick')
    return (
      <RowNoteLine icon={<Lock size={16} aria-hidden />}>
        Prediction period has ended
        {draft && problemOf(draft) === null ? `. Your unsaved ${draftText(row)} was not in time.` : ''}
      </RowNoteLine>
    )
  if (state === 'postponed')
    return <RowNoteLine icon={<CalendarClock size={16} aria-hidden />}>{postponedText(row, now)}</RowNoteLine>
  if (state === 'cancelled')
    return (
      <RowNoteLine icon={<X size={16} aria-hidden />}>
        Pays nothing and does not count against your accuracy.
      </RowNoteLine>
    )
  if (fixture.awardedResult && fixture.status === 'FINISHED')
    return (
      <RowNoteLine icon={<RefreshCw size={16} aria-hidden />}>
        {awardText(row)}. The result counts, the exact-score bonus does not.
      </RowNoteLine>
    )
  return null
}

function RowNoteLine({ icon, tone, children }: { icon: ReactNode; tone?: 'bad'; children: ReactNode }) {
  return (
    <Note data-tone={tone}>
      {icon}
      <span>{children}</span>
    </Note>
  )
}

function draftText(row: Row): string {
  const { result, home, away } = row.shown
  return pickText({
    predictedResult: result ?? 'draw',
    predictedHomeScore: home === '' ? null : Number(home),
    predictedAwayScore: away === '' ? null : Number(away),
  })
}

function postponedText({ fixture, prediction }: Row, now: number): string {
  if (cutoffPassed(fixture, now))
    return prediction
      ? 'No new date yet. Your pick stands as it was and counts when the match is played.'
      : 'No new date yet. Prediction period has ended.'
  return prediction
    ? 'No new date yet. Your pick is kept; you can change it when a date is known.'
    : 'No new date yet. You can predict it when a date is known.'
}

function awardText({ fixture }: Row): string {
  if (fixture.awardedResult === 'draw') return 'Awarded as a draw'
  return `Awarded to ${fixture.awardedResult === 'home' ? fixture.homeTeam.shortName : fixture.awayTeam.shortName}`
}
