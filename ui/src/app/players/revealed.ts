import type { DuelPicks, PlayerPredictions, RevealedPick } from '../../../../src/areas/players/contract.ts'
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
    id: fixture.id,
    match: `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`,
    state: stateOf(fixture, phase, score),
    isLive: phase === 'live',
    ...{ theirs, yours },
    ...paidOf(theirs, phase, theirs && pointsFor(theirs, fixture)),
  }
}

export type DuelPickRow = ReturnType<typeof duelPickRow>

/** Describes a match and the picks of a duel at a time of the server's clock. `lead`: the player's points over the opponent's; null: no points yet. */
export function duelPickRow({ fixture, player, opponent }: DuelPicks['picks'][number], now: number) {
  const of = (pick: RevealedPick | null) => revealedRow({ fixture, theirs: pick, yours: null }, now)
  const [one, two] = [of(player), of(opponent)]
  return {
    ...{ id: fixture.id, match: one.match, state: one.state, isLive: one.isLive },
    player: { pick: player, points: one.points },
    opponent: { pick: opponent, points: two.points },
    lead: one.points === null && two.points === null ? null : (one.points ?? 0) - (two.points ?? 0),
    isSame:
      player?.predictedResult === opponent?.predictedResult &&
      player?.predictedHomeScore === opponent?.predictedHomeScore &&
      player?.predictedAwayScore === opponent?.predictedAwayScore,
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
      return `Kickoff ${fixture.kickoffTime === null ? '' : weekdayWhen(Date.parse(fixture.kickoffTime))}`
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
