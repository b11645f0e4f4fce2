import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { PickCount } from '../../../../src/areas/matches/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import type { Phase } from '../../features/fixtures/model.ts'
import { clockText, closingText, dayAndMonth, shortWhen } from '../../features/fixtures/time.ts'
import type { MatchWithHistory } from '../../features/matches/api.ts'
import { correctedFrom, type Earned, picksOf, scorelineOf } from '../../features/matches/model.ts'
import { countdownText } from '../../lib/countdown.ts'
import { count, counted } from '../../lib/numbers.ts'

/** A match at a time of the server’s clock. */
export interface Moment {
  readonly match: MatchWithHistory
  readonly phase: Phase
  readonly now: number
}

type Tone = 'ok' | 'ink' | 'live' | 'warn'

/** State of the match in a word, for the badge in its head. */
export function stateOf({ match, phase, now }: Moment): { readonly tone: Tone; readonly text: string } {
  const { fixture, history } = match
  switch (phase) {
    case 'open': {
      const closes = fixture.cutoffTime === null ? '' : `, closes ${closingText(Date.parse(fixture.cutoffTime), now)}`
      return { tone: 'ok', text: `Open${closes}` }
    }
    case 'closed':
      return { tone: 'ink', text: 'Revealed' }
    case 'live':
      return { tone: 'live', text: 'Live' }
    case 'awaiting':
      return { tone: 'ink', text: 'Awaiting result' }
    case 'cancelled':
      return { tone: 'ink', text: 'Cancelled' }
    case 'undated':
      return { tone: 'warn', text: wasAbandoned(match) ? 'Abandoned' : 'Postponed' }
    case 'finished':
      if (fixture.awardedResult !== null) return { tone: 'warn', text: 'Awarded' }
      return correctedFrom(history) === null
        ? { tone: 'ink', text: 'Full time' }
        : { tone: 'warn', text: 'Full time, corrected' }
  }
}

const wasAbandoned = ({ history }: MatchWithHistory): boolean => history.at(-1)?.type === 'MatchAbandoned'

/** An unusual state of a match, with a sentence about it. */
interface MatchNote {
  readonly state: 'cancelled' | 'abandoned' | 'closed' | 'undated' | 'awarded' | 'sealed'
  readonly text: string
}

/** Returns the note of a match in an unusual state; null: nothing unusual. */
export function noteOf({ match, phase }: Moment): MatchNote | null {
  const { fixture, isRevealed, history } = match
  if (phase === 'cancelled')
    return { state: 'cancelled', text: 'Pays nothing, and does not count against your accuracy.' }
  if (phase === 'undated') {
    if (wasAbandoned(match))
      return { state: 'abandoned', text: 'Stopped before the end. No points until it is replayed or ruled on.' }
    return isRevealed
      ? { state: 'closed', text: 'Postponed. The picks are open to see. They stand, and count when it is played.' }
      : { state: 'undated', text: 'No new date yet. Picks are kept, and open again once there is one.' }
  }
  if (phase !== 'finished') return null
  if (fixture.awardedResult !== null) {
    const { correct } = pointsPerVerdict(fixture.season)
    const pays = `The result pays ${correct}. The bonus for an exact score does not.`
    return { state: 'awarded', text: `${awardText(fixture, history.at(-1)?.at)} ${pays}` }
  }
  if (isRevealed || fixture.cutoffTime === null) return null
  const reveal = `Picks are revealed ${shortWhen(Date.parse(fixture.cutoffTime))}, when the match would have closed.`
  return { state: 'sealed', text: reveal }
}

function awardText({ awardedResult, homeTeam, awayTeam }: Fixture, at: string | undefined): string {
  const on = at === undefined ? '' : ` on ${dayAndMonth(Date.parse(at))}`
  if (awardedResult === 'draw') return `Awarded as a draw${on}.`
  return `Awarded to ${awardedResult === 'home' ? homeTeam.shortName : awayTeam.shortName}${on}.`
}

interface Own {
  readonly prediction: Prediction | undefined
  readonly earned: Earned | null
  /** Undefined while it loads, and if it failed to. */
  readonly crowd: readonly PickCount[] | undefined
}

/** A countdown for a sentence, where `0m` would be odd. */
const leftText = (at: number, now: number): string =>
  at - now < 60_000 ? 'less than a minute' : countdownText(at, now)

/** Sentence beside the reader’s pick. */
export function ownNote({ match, phase, now }: Moment, { prediction, earned, crowd }: Own): string | null {
  const { fixture } = match
  const cutoff = fixture.cutoffTime === null ? null : Date.parse(fixture.cutoffTime)
  const kickoff = fixture.kickoffTime === null ? null : Date.parse(fixture.kickoffTime)
  if (phase === 'open') return cutoff === null ? null : `Closes in ${leftText(cutoff, now)}`
  if (!prediction) {
    if (phase === 'cancelled') return null
    if (phase === 'undated' && !match.isRevealed) return 'Predict it once there is a date.'
    const before = cutoff === null || cutoff > now ? '' : ` before ${clockText(cutoff)}`
    return `You made none${before}. It counts 0 and stays out of your accuracy.`
  }
  const alike = crowd === undefined ? 0 : picksOf(crowd, scorelineOf(prediction)) - 1
  if (phase === 'closed' && kickoff !== null) {
    const starts = `Kickoff in ${leftText(kickoff, now)}.`
    return alike > 0 ? `${starts} ${counted(alike, 'other')} said so too.` : starts
  }
  if (phase === 'live') return 'Points are paid at full time.'
  if (phase !== 'finished' || earned === null) return null
  const before = correctedFrom(match.history)
  if (before !== null) return `Corrected ${dayAndMonth(Date.parse(match.history.at(-1)!.at))}.`
  if (earned.verdict !== 'exact') return null
  if (crowd === undefined) return null
  return alike > 0 ? `You and ${count(alike)} ${alike === 1 ? 'other' : 'others'} called it.` : 'Nobody else called it.'
}
