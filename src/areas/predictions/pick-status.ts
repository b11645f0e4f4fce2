import type { Position, Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { acceptsPick, foldCutoff } from '../fixtures/cutoff.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { evolveFixture, type FixtureState } from '../fixtures/fixture-state.ts'
import { isPending } from '../fixtures/match.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { type RejectionReason, rejectionReasonOf } from './prediction-decider.ts'

/** What became of the picks of a prediction's stream. */
export interface PickStatus {
  /** The pick that counts; null: none does. */
  readonly effective: Pick | null
  /** Picks that came after what closed their match, by revision, with what they are refused for. */
  readonly voids: ReadonlyMap<number, RejectionReason>
  /** The last pick is void and nothing in the stream says so yet. */
  readonly needsVoidEvent: boolean
}

/**
 * Judges the picks of a prediction by their places in the log: each against its match as that stood there. The read tables
 * judge by the same rule, so what this gives is what they hold. `match`: events of the match's stream, read after the picks
 * were, so that none before them is missing.
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

/** Why a pick at a place in the log is void by the events of its match before it; null: it counts. */
export const voidReasonAt = (
  match: readonly Recorded<FixtureEvent>[],
  position: Position,
  at: string,
  compare: EventLog['compare'],
): RejectionReason | null => voidReasonsIn(match, compare)(position, at)

/** Tells what picks are void for by a match as it stood at their places in the log, asked in their order; null: they count. */
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
