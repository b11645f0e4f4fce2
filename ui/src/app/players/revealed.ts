import type { PlayerPredictions, RevealedPick } from '../../../../src/areas/players/contract.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'
import { type Phase, phaseOf } from '../../features/fixtures/model.ts'
import { weekdayWhen } from '../../features/fixtures/time.ts'
import { pointsFor } from '../../features/predictions/verdict.ts'

export type RevealedRow = ReturnType<typeof revealedRow>

type Picked = PlayerPredictions['picks'][number]

/** Describes a match and two picks at a time of the server's clock. */
export function revealedRow({ fixture, theirs, yours }: Picked, now: number) {
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

/** `FT 3–1`, `3–2`, `Postponed` */
function stateOf(fixture: Picked['fixture'], phase: Phase, score: string): string {
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

interface Paid {
  /** Null: only `word` is shown. */
  readonly points: number | null
  readonly verdict: Verdict | 'live' | null
  readonly word: string
}

function paidOf(pick: RevealedPick | null, phase: Phase, soFar: number | null): Paid {
  const nothing = (word: string) => ({ points: null, verdict: null, word })
  if (pick === null) return nothing('')
  if (pick.verdict === 'void') return nothing('No points')
  if (pick.verdict !== null) return { points: pick.pointsEarned, verdict: pick.verdict, word: '' }
  if (phase === 'live') return soFar === null ? nothing('In play') : { points: soFar, verdict: 'live', word: '' }
  return nothing(phase === 'undated' ? 'Kept' : 'Pending')
}
