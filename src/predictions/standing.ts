import { foldCutoff, takesPick } from '../fixtures/cutoff.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { evolveFixture, type FixtureState } from '../fixtures/fixture-state.ts'
import { isPending } from '../fixtures/match.ts'
import type { Recorded, RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
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
  const there = new MatchInTime(match, compare)
  const voids = new Map<number, Barrier>()
  let stands: Pick | null = null
  let isUnsaid = false
  for (const event of picks) {
    if (event.type === 'PredictionVoided') {
      isUnsaid = false
      continue
    }
    const barrier = there.barrierAt(event)
    if (barrier === null) stands = event.data.pick
    else voids.set(event.revision, barrier)
    isUnsaid = barrier !== null
  }
  return { stands, voids, isUnsaid }
}

/** A match as it stood at places in the log, asked in their order. */
class MatchInTime {
  private readonly events: readonly Recorded<FixtureEvent>[]
  private readonly compare: EventLog['compare']
  private next = 0
  private state: FixtureState = { status: 'none' }
  private cutoff: number | null = null

  constructor(events: readonly Recorded<FixtureEvent>[], compare: EventLog['compare']) {
    this.events = events
    this.compare = compare
  }

  /** What a pick is void for; null: it counts. */
  barrierAt({ position, metadata: { at } }: RecordedEvent): Barrier | null {
    for (let event = this.events[this.next]; event && this.compare(event.position, position) < 0; ) {
      this.state = evolveFixture(this.state, event)
      this.cutoff = foldCutoff(this.cutoff, event, Date.parse(event.metadata.at))
      event = this.events[++this.next]
    }
    if (this.state.status !== 'none' && takesPick(isPending(this.state.status), this.cutoff, Date.parse(at)))
      return null
    return barrierOf(this.state, at) ?? 'prediction-period-ended'
  }
}
