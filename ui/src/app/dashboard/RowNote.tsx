import { CalendarClock, Clock, Lock, type LucideIcon, RefreshCw, TriangleAlert, X } from 'lucide-react'
import { Note } from '../../features/fixtures/frame.ts'
import { cutoffPassed } from '../../features/fixtures/model.ts'
import { isForm, lateText, pickOf, pickText } from '../../features/predictions/model.ts'
import type { Row } from '../../features/predictions/usePredictor.ts'
import { timeText } from '../../lib/when.ts'

export function RowNote({ row, now }: { row: Row; now: number }) {
  const note = noteOf(row, now)
  if (note === null) return null
  const [Icon, text] = note
  return (
    <Note data-tone={row.state === 'failed' ? 'bad' : row.state === 'locked' || Icon === Clock ? 'warn' : undefined}>
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </Note>
  )
}

function noteOf(row: Row, now: number): [icon: LucideIcon, text: string | null] | null {
  const { state, fixture, prediction, write, draft } = row
  if (write?.status === 'waiting') {
    const pick = draft && pickOf(draft)
    if (state === 'waiting' || !pick)
      return [
        RefreshCw,
        `Kept on this device at ${timeText(write.keptAt)}. Sent once you are online again, if the match is still open.`,
      ]
    return [Clock, `Your ${pickText(pick)} is not sent. Closed by this device’s clock, but we still try.`]
  }
  switch (state) {
    case 'failed':
      return [TriangleAlert, row.failure]
    case 'locked':
      if (!row.isDirty || fixture.cutoffTime === null) return null
      return [TriangleAlert, `Closed at ${timeText(fixture.cutoffTime)}. ${lateText(row)}`]
    case 'postponed':
      return [CalendarClock, postponedText(row, now)]
    case 'cancelled':
      return [X, 'Pays nothing and does not count against your accuracy.']
  }
  if (fixture.awardedResult && fixture.status === 'FINISHED')
    return [RefreshCw, `${awardText(row)}. The result counts, the exact-score bonus does not.`]
  if (prediction || isForm(state)) return null
  return [Lock, `Prediction period has ended${row.isDirty ? `. ${lateText(row)}` : ''}`]
}

function postponedText({ fixture, prediction }: Row, now: number): string {
  if (cutoffPassed(fixture, now))
    return prediction
      ? 'No new date yet. Your pick still counts when the match is played.'
      : 'No new date yet. Prediction period has ended.'
  return prediction
    ? 'No new date yet. We’ve kept your pick. Change it once there’s a date.'
    : 'No new date yet. Predict it once there’s a date.'
}

function awardText({ fixture }: Row): string {
  if (fixture.awardedResult === 'draw') return 'Awarded as a draw'
  return `Awarded to ${fixture.awardedResult === 'home' ? fixture.homeTeam.shortName : fixture.awayTeam.shortName}`
}
