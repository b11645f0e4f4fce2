import type { Position, Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { acceptsPick, foldCutoff } from '../fixtures/cutoff.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { evolveFixture, type FixtureState } from '../fixtures/fixture-state.ts'
import { isPending } from '../fixtures/match.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { type RejectionReason, rejectionReasonOf } from './prediction-decider.ts'

/** The status of the picks in a prediction's stream. */
export interface PickStatus {
  /** The pick that counts; null: none. */
  readonly effective: Pick | null
  /** Picks after the event that closed their match, by revision, with the rejection reason. */
  readonly voids: ReadonlyMap<number, RejectionReason>
  /** The last pick is void, and the stream has no `PredictionVoided` for it yet. */
  readonly needsVoidEvent: boolean
}

/**
 * Returns the status of a prediction's picks. Each pick is checked against the state of its match at the pick's position in the log.
 * The read tables apply the same rule, so both agree. `match`: events of the match's stream, read after the picks, so that no earlier
 * event is missing.
 */
export function pickStatusOf(
  picks: readonly Recorded<PredictionEvent>[],
  match: readonly Recorded<FixtureEvent>[],
  compare: EventLog['compare'],
): PickStatus {
  const reasonBy = voidReasonsIn(match, compare)
  const voids = new Map<number, RejectionReason>()
  let effective: Pick | null = null
  let needsVoidEvent = false
  for (const event of picks) {
    if (event.type === 'PredictionVoided') {
      needsVoidEvent = false
      continue
    }
    const reason = reasonBy(event.position, event.metadata.at)
    if (reason === null) effective = event.data.pick
    else voids.set(event.revision, reason)
    needsVoidEvent = reason !== null
  }
  return { effective, voids, needsVoidEvent }
}

/** Returns why a pick at a log position is void, given the earlier events of its match; null: it counts. */
export const voidReasonAt = (
  match: readonly Recorded<FixtureEvent>[],
  position: Position,
  at: string,
  compare: EventLog['compare'],
): RejectionReason | null => voidReasonsIn(match, compare)(position, at)

/** Returns a function for `voidReasonAt` over several picks. Its calls must be in the order of the picks' positions. */
function voidReasonsIn(match: readonly Recorded<FixtureEvent>[], compare: EventLog['compare']) {
  let next = 0
  let state: FixtureState = { status: 'none' }
  let cutoff: number | null = null
  return (position: Position, at: string): RejectionReason | null => {
    for (let event = match[next]; event && compare(event.position, position) < 0; event = match[++next]) {
      state = evolveFixture(state, event)
      cutoff = foldCutoff(cutoff, event, Date.parse(event.metadata.at))
    }
    if (state.status !== 'none' && acceptsPick(isPending(state.status), cutoff, Date.parse(at))) return null
    return rejectionReasonOf(state, at) ?? 'prediction-period-ended'
  }
}
