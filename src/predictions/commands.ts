import type { Kysely } from 'kysely'
import type { EventLog } from '../event-log/port.ts'
import { isOpenAt } from '../fixtures/cutoff.ts'
import { fixtureAggregate } from '../fixtures/fixture-decider.ts'
import type { FixtureState } from '../fixtures/fixture-state.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import type { Aggregate, CommandContext, CommandHandler, Handled, HandleItem } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import {
  type Barrier,
  type PredictionCommand,
  type PredictionError,
  type PredictionState,
  prediction,
} from './decider.ts'
import type { Pick, PredictionEvent } from './events.ts'

/** `prediction-{user}-{fixture}`: one prediction of one user for one fixture. */
export const predictionStream = (userId: number, fixtureId: number): string => `prediction-${userId}-${fixtureId}`

export const predictionAggregate: Aggregate<PredictionCommand, PredictionEvent, PredictionState, PredictionError> = {
  decider: prediction,
}

export interface PickOf {
  readonly userId: number
  readonly fixtureId: number
  readonly pick: Pick
}

/** One of many picks: each with its own time and actor, as a simulation needs. */
export interface SaveItem extends PickOf {
  readonly context: CommandContext
  /** Taken from the sequence when left out. */
  readonly predictionId?: number
  /** There is most likely no prediction yet: decided without reading its stream first. */
  readonly fresh?: boolean
}

export type PredictionOutcome =
  | {
      readonly ok: true
      readonly predictionId: number
      readonly pick: Pick
      /** True where this command made the prediction. */
      readonly created: boolean
      /** null: nothing changed. */
      readonly position: Position | null
    }
  | { readonly ok: false; readonly rejected: PredictionError | 'wrong-gameweek' }

/** Commands of predictions. The fixture is asked by the latest revision of its stream, at the command's `at` (security.md T26). */
export interface Predictions {
  submit(pick: PickOf, context: CommandContext): Promise<PredictionOutcome>
  update(pick: PickOf, context: CommandContext): Promise<PredictionOutcome>
  /** Submits or updates, an outcome each, in the order given; one pick a user and fixture. `gameweek`: what is not in it is refused. */
  saveMany(items: readonly SaveItem[], options?: { readonly gameweek?: number }): Promise<readonly PredictionOutcome[]>
  /** The position of the last event of several outcomes; null when nothing was written. */
  lastOf(outcomes: readonly PredictionOutcome[]): Position | null
}

export interface PredictionDependencies {
  readonly db: Kysely<unknown>
  readonly handler: CommandHandler
  readonly log: { compare: EventLog['compare'] }
  readonly ids: Ids
}

export function createPredictions({ db, handler, log, ids }: PredictionDependencies): Predictions {
  const streams = new Map<number, string>()

  /** The names of fixtures' streams never change, so a look into the read model is enough once. */
  async function findStreams(fixtureIds: readonly number[]): Promise<void> {
    const missing = fixtureIds.filter((id) => !streams.has(id))
    if (missing.length === 0) return
    for (const [id, stream] of await fixtureStreams(db, missing)) streams.set(id, stream)
  }

  async function fixtureStates(fixtureIds: readonly number[]): Promise<Map<number, FixtureState>> {
    const unique = [...new Set(fixtureIds)]
    await findStreams(unique)
    const states = await Promise.all(
      unique.map(async (id): Promise<[number, FixtureState]> => {
        const stream = streams.get(id)
        return [id, stream === undefined ? { status: 'none' } : (await handler.load(fixtureAggregate, stream)).state]
      }),
    )
    return new Map(states)
  }

  async function one(type: 'submit' | 'update', { userId, fixtureId, pick }: PickOf, context: CommandContext) {
    const state = (await fixtureStates([fixtureId])).get(fixtureId)!
    const base = { userId, fixtureId, pick, barrier: barrierOf(state, context.at) }
    const command: PredictionCommand =
      type === 'submit' ? { type, predictionId: await ids.next('prediction', context), ...base } : { type, ...base }
    return outcomeOf(await handler.handle(predictionAggregate, predictionStream(userId, fixtureId), command, context))
  }

  return {
    submit: (pick, context) => one('submit', pick, context),
    update: (pick, context) => one('update', pick, context),

    async saveMany(items, { gameweek } = {}) {
      const states = await fixtureStates(items.map((item) => item.fixtureId))
      const isElsewhere = ({ fixtureId }: SaveItem) => {
        const state = states.get(fixtureId)!
        return gameweek !== undefined && state.status !== 'none' && state.gameweek !== gameweek
      }
      const asked = items.filter((item) => !isElsewhere(item))
      const fresh = await ids.nextMany('prediction', asked.filter((item) => item.predictionId === undefined).length)
      const given = fresh[Symbol.iterator]()
      const handled = await handler.handleMany(
        predictionAggregate,
        asked.map((item): HandleItem<PredictionCommand> => {
          const { userId, fixtureId, pick, context } = item
          const predictionId = item.predictionId ?? given.next().value!
          const barrier = barrierOf(states.get(fixtureId)!, context.at)
          const command = { type: 'save', predictionId, userId, fixtureId, pick, barrier } as const
          return { stream: predictionStream(userId, fixtureId), command, context, fresh: item.fresh ?? false }
        }),
      )
      const outcomes = handled.map(outcomeOf)[Symbol.iterator]()
      return items.map((item) =>
        isElsewhere(item) ? { ok: false, rejected: 'wrong-gameweek' } : outcomes.next().value!,
      )
    },

    lastOf(outcomes) {
      const positions = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.position !== null ? [outcome.position] : [],
      )
      return positions.reduce<Position | null>(
        (last, position) => (last !== null && log.compare(position, last) < 0 ? last : position),
        null,
      )
    },
  }
}

/** What keeps a fixture from taking a pick at a time; null: nothing. */
export function barrierOf(state: FixtureState, at: string): Barrier | null {
  if (state.status === 'none') return 'fixture-not-found'
  if (state.status === 'cancelled') return 'fixture-cancelled'
  if (isOpenAt(state, at)) return null
  return state.kickoff === null && !state.closed ? 'no-date' : 'prediction-period-ended'
}

function outcomeOf(handled: Handled<PredictionEvent, PredictionState, PredictionError>): PredictionOutcome {
  if (!handled.ok) return { ok: false, rejected: handled.rejected }
  if (handled.state.status === 'none') throw new Error('a stored prediction has no state')
  const { predictionId, pick } = handled.events.at(-1)?.data ?? handled.state
  const created = handled.events.some((event) => event.type === 'PredictionSubmitted')
  return { ok: true, predictionId, pick, created, position: handled.position }
}
