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

/** Maximum number of attempts after concurrent appends. */
const TRIES = 20
/** Maximum number of picks judged concurrently. */
const JUDGES = 16

interface PredictionOf {
  readonly userId: number
  readonly fixtureId: number
  /** Stream name of the match. */
  readonly matchStream: string
}

/** A pick identified by its position in the log, or by its revision. */
export interface StoredPick extends PredictionOf {
  readonly location: { readonly position: Position } | { readonly revision: number }
  /** Time of the request, ISO 8601. */
  readonly at: string
}

export type PickValidatorLog = Pick<EventLog, 'append' | 'readStream' | 'compare'>

/**
 * Judges picks by the order of the log, and appends `PredictionVoided` if the last pick of a stream is void. The event and its id
 * depend on the stream only, so repeats on any node append nothing new.
 */
export function createPickValidator(log: PickValidatorLog) {
  const readMatch = (stream: string) => log.readStream(stream) as Promise<readonly Recorded<FixtureEvent>[]>

  /** Returns the events of a prediction, and the reasons of its void picks by revision. Appends `PredictionVoided` if needed. */
  async function voided({ userId, fixtureId, matchStream }: PredictionOf) {
    const stream = predictionStream(userId, fixtureId)
    for (let tries = 0; tries < TRIES; tries++) {
      // Picks first: the match's stream then contains every event that precedes them.
      const events = await log.readStream(stream)
      const status = pickStatusOf(events as never, await readMatch(matchStream), log.compare)
      const event = status.needsVoidEvent ? voidEventOf(events, status, { userId, fixtureId }) : undefined
      try {
        if (event) await log.append(stream, [event], events.at(-1)!.revision)
        return { events, voids: status.voids }
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error
      }
    }
    throw new EventLogUnavailable(`${stream}: still in conflict after ${TRIES} tries`)
  }

  return {
    voided,
    /** Returns why each of these stored picks is void; null: it counts, or there is nothing to judge. */
    async voidReasonsOf(picks: readonly (StoredPick | null)[]): Promise<readonly (RejectionReason | null)[]> {
      const streams = [...new Set(picks.flatMap((pick) => (pick ? [pick.matchStream] : [])))]
      const matches = new Map(await Promise.all(streams.map(async (each) => [each, await readMatch(each)] as const)))
      return mapLimited(picks, JUDGES, async (pick) => {
        if (pick === null) return null
        const { matchStream, location, at } = pick
        const match = matches.get(matchStream)!
        // A repeated request returns a pick stored earlier. If that pick is void by the request's time, its own time decides.
        if ('position' in location && voidReasonAt(match, location.position, at, log.compare) === null) return null
        const { events, voids } = await voided(pick)
        const isIt = ({ revision, position }: RecordedEvent) =>
          'position' in location ? log.compare(position, location.position) === 0 : revision === location.revision
        const judged = events.find(isIt)
        return (judged && voids.get(judged.revision)) ?? null
      })
    },
  }
}

/** Returns the `PredictionVoided` event, with an id derived from the last pick; undefined: nothing to void. */
function voidEventOf(
  events: readonly RecordedEvent[],
  { effective }: PickStatus,
  whose: Pick<PredictionOf, 'userId' | 'fixtureId'>,
): NewEvent | undefined {
  const state = (events as unknown as readonly PredictionEvent[]).reduce<PredictionState>(
    predictionDecider.evolve,
    predictionDecider.initialState,
  )
  const decision = predictionDecider.decide({ type: 'void', ...whose, effective }, state)
  if (isRejection(decision)) throw new Error(`the void command was rejected: ${decision.rejected}`)
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
