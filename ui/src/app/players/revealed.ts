import type { PlayerPredictions, RevealedPick } from '../../../../src/contracts/players.ts'
import type { Verdict } from '../../../../src/contracts/prices.ts'
import { phaseOf } from '../../features/fixtures/model.ts'
import { weekdayWhen } from '../../features/fixtures/time.ts'
import { pointsFor } from '../../features/predictions/verdict.ts'

/** A match with two picks, as it is read at a moment of the server's clock. */
export interface RevealedRow {
  readonly match: string
  /** `FT 3–1`, `3–2`, `Postponed` */
  readonly state: string
  readonly isLive: boolean
  readonly theirs: RevealedPick | null
  readonly yours: RevealedPick | null
  /** What theirs has paid, or would as it stands; null: there is nothing to say in figures. */
  readonly points: number | null
  readonly verdict: Verdict | 'live' | null
  /** Said in the place of points. */
  readonly word: string
}

type Picked = PlayerPredictions['picks'][number]

export function revealedRow({ fixture, theirs, yours }: Picked, now: number): RevealedRow {
  const phase = phaseOf(fixture, now)
  const score = fixture.homeScore === null ? '' : `${fixture.homeScore}–${fixture.awayScore}`
  return {
    match: `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`,
    state: stateOf(fixture, phase, score),
    isLive: phase === 'live',
    ...{ theirs, yours },
    ...paidOf(theirs, phase, theirs && pointsFor(theirs, fixture)),
  }
}

function stateOf(fixture: Picked['fixture'], phase: ReturnType<typeof phaseOf>, score: string): string {
  switch (phase) {
    case 'cancelled':
      return 'Cancelled'
    case 'undated':
      return 'Postponed'
    case 'finished':
      return fixture.awardedResult === null ? `FT ${score}` : 'Awarded'
    case 'live':
      return score
    case 'awaiting':
      return 'Awaiting result'
    case 'open':
    case 'closed':
      return `Kick-off ${fixture.kickoffTime === null ? '' : weekdayWhen(Date.parse(fixture.kickoffTime))}`
  }
}

function paidOf(
  pick: RevealedPick | null,
  phase: ReturnType<typeof phaseOf>,
  soFar: number | null,
): Pick<RevealedRow, 'points' | 'verdict' | 'word'> {
  const nothing = (word: string) => ({ points: null, verdict: null, word })
  if (pick === null) return nothing('')
  if (pick.verdict === 'void') return nothing('No points')
  if (pick.verdict !== null) return { points: pick.pointsEarned, verdict: pick.verdict, word: '' }
  if (phase === 'live') return soFar === null ? nothing('In play') : { points: soFar, verdict: 'live', word: '' }
  return nothing(phase === 'undated' ? 'Kept' : 'Pending')
}
