import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { SharedPick, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { type Phase, phaseOf } from '../../features/fixtures/model.ts'
import {
  clockText,
  clockWithZone,
  dayAndMonth,
  dayHeading,
  dayKey,
  shortDay,
  weekdayWhen,
} from '../../features/fixtures/time.ts'
import { pointsFor } from '../../features/predictions/verdict.ts'
import type { Call } from '../../features/sharing/model.ts'
import { countdownText } from '../../lib/countdown.ts'
import { DAY } from '../../lib/durations.ts'

export const callsOf = (share: SharedPrediction, now: number): readonly Call[] =>
  share.predictionIds.map((pick) => callOf(pick, now))

export function callOf(shared: SharedPick, now: number): Call {
  const { fixture } = shared
  const pick = {
    predictedResult: shared.result,
    predictedHomeScore: shared.homeScore,
    predictedAwayScore: shared.awayScore,
  }
  const phase = phaseOf(fixture, now)
  const kickoff = fixture.kickoffTime === null ? null : Date.parse(fixture.kickoffTime)
  const isDated = kickoff !== null && phase !== 'undated'
  return {
    id: shared.id,
    fixtureId: fixture.id,
    home: fixture.homeTeam,
    away: fixture.awayTeam,
    ...momentOf(fixture, phase, kickoff, now),
    day: isDated ? dayHeading(kickoff) : null,
    closesAt: phase === 'open' && fixture.cutoffTime !== null ? Date.parse(fixture.cutoffTime) : null,
    pick,
    score: fixture.homeScore === null ? null : `${fixture.homeScore}–${fixture.awayScore}`,
    ...paidOf(shared, phase, pointsFor(pick, fixture)),
    note:
      fixture.awardedResult && phase === 'finished'
        ? 'Awarded. The result counts, the exact-score bonus does not.'
        : null,
  }
}

type Moment = Pick<Call, 'when' | 'below' | 'brief'>

function momentOf(fixture: Fixture, phase: Phase, kickoff: number | null, now: number): Moment {
  if (phase === 'cancelled') return { when: 'Cancelled', below: 'Pays nothing', brief: 'Off' }
  if (phase === 'undated' || kickoff === null) return { when: 'Postponed', below: 'No new date yet', brief: 'Off' }
  const day = Math.abs(now - kickoff) < 6 * DAY ? weekdayWhen(kickoff) : `${dayAndMonth(kickoff)} ${clockText(kickoff)}`
  if (phase === 'finished') return { when: fixture.awardedResult ? 'Awarded' : 'FT', below: day, brief: 'FT' }
  if (phase === 'awaiting') return { when: 'Awaiting result', below: day, brief: 'Played' }
  if (phase === 'live')
    return {
      when: 'Live',
      below: now < kickoff ? 'Started' : `${countdownText(kickoff, now)} ${clockText(kickoff)}`,
      brief: 'Live',
    }
  const isToday = dayKey(kickoff) === dayKey(now)
  return {
    when: clockWithZone(kickoff),
    below: shortDay(kickoff),
    brief: isToday ? clockText(kickoff) : shortDay(kickoff).slice(0, 3),
  }
}

type Paid = Pick<Call, 'kind' | 'points' | 'word'>

function paidOf({ pointsEarned, verdict }: SharedPick, phase: Phase, soFar: number | null): Paid {
  switch (phase) {
    case 'cancelled':
      return { kind: 'off', points: null, word: 'No points' }
    case 'undated':
      return { kind: 'off', points: null, word: 'Kept' }
    case 'finished':
      return verdict === null || verdict === 'void'
        ? { kind: 'awaiting', points: null, word: 'Pending' }
        : { kind: verdict, points: pointsEarned, word: null }
    case 'awaiting':
      return { kind: 'awaiting', points: null, word: 'Pending' }
    case 'live':
      return { kind: 'live', points: soFar, word: soFar === null ? 'In play' : null }
    case 'open':
    case 'closed':
      return { kind: 'open', points: null, word: null }
  }
}
