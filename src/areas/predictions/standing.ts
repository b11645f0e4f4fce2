import type { Position, Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { foldCutoff, takesPick } from '../fixtures/cutoff.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { evolveFixture, type FixtureState } from '../fixtures/fixture-state.ts'
import { isPending } from '../fixtures/match.ts'
import { type Barrier, barrierOf } from './decider.ts'
import type { Pick, PredictionEvent } from './events.ts'

/** What became of the picks of a prediction's stream. */
export interface Standing {
  /** The pick that counts; null: none does. */
  readonly stands: Pick | null
  /** Picks that came after what closed their match, by revision, with what they are refused for. */
  readonly voids: ReadonlyMap<number, Barrier>
  /** The last pick is void and nothing in the stream says so yet. */
  readonly isUnsaid: boolean
}

/**
 * Judges the picks of a prediction by their places in the log: each against its match as that stood there. The read tables
 * judge by the same rule, so what this gives is what they hold. `match`: events of the match's stream, read after the picks
 * were, so that none before them is missing.
 */
export function standingOf(
  picks: readonly Recorded<PredictionEvent>[],
  match: readonly Recorded<FixtureEvent>[],
  compare: EventLog['compare'],
): Standing {
  const barrierBy = barriersIn(match, compare)
  const voids = new Map<number, Barrier>()
  let stands: Pick | null = null
  let isUnsaid = false
  for (const event of picks) {
    if (event.type === 'PredictionVoided') {
      isUnsaid = false
      continue
    }
    const barrier = barrierBy(event.position, event.metadata.at)
    if (barrier === null) stands = event.data.pick
    else voids.set(event.revision, barrier)
    isUnsaid = barrier !== null
  }
  return { stands, voids, isUnsaid }
}

/** Why a pick at a place in the log is void by the events of its match before it; null: it counts. */
export const barrierAt = (
  match: readonly Recorded<FixtureEvent>[],
  position: Position,
  at: string,
  compare: EventLog['compare'],
): Barrier | null => barriersIn(match, compare)(position, at)

/** Tells what picks are void for by a match as it stood at their places in the log, asked in their order; null: they count. */
function barriersIn(match: readonly Recorded<FixtureEvent>[], compare: EventLog['compare']) {
  let next = 0
  let state: FixtureState = { status: 'none' }
  let cutoff: number | null = null
  return (position: Position, at: string): Barrier | null => {
    for (let event = match[next]; event && compare(event.position, position) < 0; event = match[++next]) {
      state = evolveFixture(state, event)
      cutoff = foldCutoff(cutoff, event, Date.parse(event.metadata.at))
    }
    if (state.status !== 'none' && takesPick(isPending(state.status), cutoff, Date.parse(at))) return null
    return barrierOf(state, at) ?? 'prediction-period-ended'
  }
}
