import type { Clearings } from '../kernel/clearings.ts'
import { isRejection } from '../kernel/decider.ts'
import type { NewEvent, RecordedEvent } from '../kernel/event.ts'
import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../kernel/event-log.ts'
import { uuid5 } from '../kernel/uuid5.ts'
import { type PredictionState, prediction } from './decider.ts'
import type { PredictionEvent } from './events.ts'
import { type Standing, standingOf } from './standing.ts'
import { predictionStream } from './streams.ts'

/** How often it is looked again when something comes in between. */
const TRIES = 20

interface PredictionOf {
  readonly userId: number
  readonly fixtureId: number
  /** Of the match. */
  readonly matchStream: string
}

/** A prediction's stream as it was read, and what became of its picks. */
export interface Judged extends Standing {
  readonly events: readonly RecordedEvent[]
}

/** With all that was stored, so that revisions are the streams' own; in the clear. */
export type VoidingLog = Pick<EventLog, 'append' | 'readStream' | 'compare'>
/** What counts as not there. */
export type TakenBack = Pick<Clearings, 'ready' | 'hides'>

/**
 * Judges the picks of a prediction by the log, and says in its stream what it has found void. Whoever looks at the same
 * stream finds the same and would append the same event under the same id, so that a repeat, another node or a later sweep adds
 * nothing.
 */
export function createVoiding(log: VoidingLog, takenBack?: TakenBack) {
  const isThere = (event: RecordedEvent) => !takenBack?.hides(event)

  return async function judge({ userId, fixtureId, matchStream }: PredictionOf): Promise<Judged> {
    const stream = predictionStream(userId, fixtureId)
    await takenBack?.ready()
    for (let tries = 0; tries < TRIES; tries++) {
      // In this order: all that stands in the log before a pick is then there to be read.
      const all = await log.readStream(stream)
      const events = all.filter(isThere)
      const match = (await log.readStream(matchStream)).filter(isThere)
      const standing = standingOf(events as never, match as never, log.compare)
      const voided = standing.isUnsaid ? voidedBy(events, standing, { userId, fixtureId }) : undefined
      if (!voided) return { ...standing, events }
      try {
        await log.append(stream, [voided], all.length - 1)
        return { ...standing, isUnsaid: false, events }
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error
      }
    }
    throw new EventLogUnavailable(`${stream}: still in conflict after ${TRIES} tries`)
  }
}

/** Follows from the last pick alone. */
function voidedBy(
  events: readonly RecordedEvent[],
  { stands }: Standing,
  whose: Pick<PredictionOf, 'userId' | 'fixtureId'>,
): NewEvent | undefined {
  const state = (events as unknown as readonly PredictionEvent[]).reduce<PredictionState>(
    prediction.evolve,
    prediction.initialState,
  )
  const decision = prediction.decide({ type: 'void', ...whose, stands }, state)
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
