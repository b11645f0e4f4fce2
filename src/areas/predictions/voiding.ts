import { isRejection } from '../../kernel/decider.ts'
import type { NewEvent, Position, Recorded, RecordedEvent } from '../../kernel/event.ts'
import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../../kernel/event-log.ts'
import { mapLimited } from '../../kernel/map-limited.ts'
import { uuid5 } from '../../kernel/uuid5.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import type { PredictionEvent } from './events.ts'
import { type PickStatus, pickStatusOf, voidReasonAt } from './pick-status.ts'
import { type PredictionState, predictionDecider, type RejectionReason } from './prediction-decider.ts'
import { predictionStream } from './streams.ts'

/** How often it is looked again when something comes in between. */
const TRIES = 20
/** Most picks judged side by side. */
const JUDGES = 16

interface PredictionOf {
  readonly userId: number
  readonly fixtureId: number
  /** Of the match. */
  readonly matchStream: string
}

/** A pick of a prediction by its position in the log, or by its revision. */
export interface StoredPick extends PredictionOf {
  readonly place: { readonly position: Position } | { readonly revision: number }
  /** The time of the call, ISO 8601. */
  readonly at: string
}

export type JudgeLog = Pick<EventLog, 'append' | 'readStream' | 'compare'>

/**
 * Judges picks by the order of the log, and voids in its stream a last pick that is void. Every judge of the same stream finds the
 * same and would append the same event under the same id, so that a repeat, another node or a later sweep adds nothing.
 */
export function createJudge(log: JudgeLog) {
  const readMatch = (stream: string) => log.readStream(stream) as Promise<readonly Recorded<FixtureEvent>[]>

  /** The events of a prediction, and why picks among them are void, by revision. */
  async function voided({ userId, fixtureId, matchStream }: PredictionOf) {
    const stream = predictionStream(userId, fixtureId)
    for (let tries = 0; tries < TRIES; tries++) {
      // In this order: all that stands in the log before a pick is then there to be read.
      const events = await log.readStream(stream)
      const standing = pickStatusOf(events as never, await readMatch(matchStream), log.compare)
      const event = standing.needsVoidEvent ? voidedBy(events, standing, { userId, fixtureId }) : undefined
      try {
        if (event) await log.append(stream, [event], events.at(-1)!.revision)
        return { events, voids: standing.voids }
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error
      }
    }
    throw new EventLogUnavailable(`${stream}: still in conflict after ${TRIES} tries`)
  }

  return {
    voided,
    /** Why each of these picks is void; null: it counts, or there is nothing to judge. The picks have been stored when this is called. */
    async barriersOf(picks: readonly (StoredPick | null)[]): Promise<readonly (RejectionReason | null)[]> {
      const streams = [...new Set(picks.flatMap((pick) => (pick ? [pick.matchStream] : [])))]
      const matches = new Map(await Promise.all(streams.map(async (each) => [each, await readMatch(each)] as const)))
      return mapLimited(picks, JUDGES, async (pick) => {
        if (pick === null) return null
        const { matchStream, place, at } = pick
        const match = matches.get(matchStream)!
        // A repeat was stored before the time of its call: where it is void by that time, it may count by its own.
        if ('position' in place && voidReasonAt(match, place.position, at, log.compare) === null) return null
        const { events, voids } = await voided(pick)
        const isIt = ({ revision, position }: RecordedEvent) =>
          'position' in place ? log.compare(position, place.position) === 0 : revision === place.revision
        const judged = events.find(isIt)
        return (judged && voids.get(judged.revision)) ?? null
      })
    },
  }
}

/** Follows from the last pick alone. */
function voidedBy(
  events: readonly RecordedEvent[],
  { effective }: PickStatus,
  whose: Pick<PredictionOf, 'userId' | 'fixtureId'>,
): NewEvent | undefined {
  const state = (events as unknown as readonly PredictionEvent[]).reduce<PredictionState>(
    predictionDecider.evolve,
    predictionDecider.initialState,
  )
  const decision = predictionDecider.decide({ type: 'void', ...whose, effective }, state)
  if (isRejection(decision)) throw new Error(`a void pick was refused: ${decision.rejected}`)
  const { id, metadata } = events.at(-1)!
  const [event] = decision
  return (
    event && {
      ...event,
      id: uuid5(`prediction-voided/${id}`),
      metadata: { ...metadata, $causationId: id, actor: null, version: 1, source: 'system' },
    }
  )
}
