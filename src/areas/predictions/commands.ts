import type { CommandContext, CommandHandler, Handled } from '../../kernel/command-handler.ts'
import { isRejection } from '../../kernel/decider.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { PlayerKeys } from './commitment.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { predictionIds } from './ids.ts'
import { createPickLoader, type LoadedPick, type PickOf, type WantedPick } from './load-picks.ts'
import { type PredictionError, type PredictionState, predictionDecider } from './prediction-decider.ts'
import { createPickValidator, type PickValidatorLog, type StoredPick } from './voiding.ts'

export const quotas = {
  /** Picks submitted or changed by a player. */
  predictions: quota(
    'predictions',
    { perMinute: 120, perHour: 2_000 },
    'You are changing your predictions too fast. Give it a moment.',
  ),
}

/** One of many picks. Each has its own time and actor, because simulations save picks of several players at once. */
export interface SaveItem extends PickOf {
  readonly context: CommandContext
  /** Default: the next number of the sequence. */
  readonly predictionId?: number
  /** Revision of the pick that it replaces, 0 for none; default: it replaces any. */
  readonly basedOn?: number | undefined
}

export type PredictionOutcome =
  | {
      readonly ok: true
      readonly predictionId: number
      readonly pick: Pick
      readonly revision: number
      /** True if this command created the prediction. */
      readonly created: boolean
      /** null: nothing changed. */
      readonly position: Position | null
    }
  | { readonly ok: false; readonly rejected: PredictionError }

interface SaveOptions {
  /** Picks of matches in other gameweeks are rejected. */
  readonly gameweek?: number
  /** Called with the number of picks that cause a change, before any event is stored. If it throws, nothing is stored. */
  readonly consume?: (changes: number) => Promise<void>
}

interface PredictionDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly log: PickValidatorLog
  readonly ids: Ids
  readonly keysOf: PlayerKeys
}

type Stored = Handled<PredictionEvent, PredictionState, PredictionError>

/** Maximum number of decisions per pick. */
const TRIES = 3

export type Predictions = ReturnType<typeof createPredictions>

/**
 * Commands of predictions. A pick is decided against the current state of its match, and stored. The order of the log then determines
 * whether it counts (docs/decisions/0020).
 */
export function createPredictions({ db, handler, log, ids, keysOf }: PredictionDependencies) {
  const load = createPickLoader(db, handler, keysOf)
  const judge = createPickValidator(log)

  /** Decides and stores picks, then checks by the order of the log that they count. Decides again where an earlier pick was void. */
  async function decide(
    wanted: readonly WantedPick[],
    consume?: SaveOptions['consume'],
    tries = TRIES,
  ): Promise<PredictionOutcome[]> {
    if (tries === 0) throw new EventLogUnavailable(`picks: still in conflict after ${TRIES} tries`)
    const loaded = await load(wanted)
    await consume?.(loaded.filter(isChange).length)
    const stored = await handler.handleMany(predictionDecider, loaded)
    const reasons = await judge.voidReasonsOf(loaded.map((each, index) => toJudge(each, stored[index]!)))
    const outcomes = loaded.map((each, index) => {
      const [outcome, reason] = [stored[index]!, reasons[index]!]
      if (reason === null) return outcomeOf(outcome)
      if (wrote(outcome)) return { ok: false, rejected: reason } as const
      return decide([each.wanted], undefined, tries - 1).then(([again]) => again!)
    })
    return Promise.all(outcomes)
  }

  return {
    async submit(pick: PickOf, context: CommandContext): Promise<PredictionOutcome> {
      const predictionId = await ids.next(predictionIds, context)
      return (await decide([{ ...pick, type: 'submit', predictionId, context }]))[0]!
    },

    update: async (pick: PickOf, context: CommandContext): Promise<PredictionOutcome> =>
      (await decide([{ ...pick, type: 'update', context }]))[0]!,

    /** Submits or updates picks, at most one per user and fixture. Returns one outcome per pick, in the same order. */
    async saveMany(
      items: readonly SaveItem[],
      { gameweek, consume }: SaveOptions = {},
    ): Promise<readonly PredictionOutcome[]> {
      const unnumbered = items.filter(({ predictionId }) => predictionId === undefined).length
      const numbers = (await ids.nextMany(predictionIds, unnumbered))[Symbol.iterator]()
      const wanted = items.map((item) => {
        const predictionId = item.predictionId ?? numbers.next().value!
        return { ...item, type: 'save', predictionId, gameweek } as const
      })
      return decide(wanted, consume)
    },

    /** Returns the position of the last event of several outcomes; null if no event was stored. */
    lastOf: (outcomes: readonly PredictionOutcome[]): Position | null =>
      outcomes
        .flatMap((outcome) => (outcome.ok ? (outcome.position ?? []) : []))
        .reduce<Position | null>((last, each) => (last && log.compare(each, last) < 0 ? last : each), null),
  }
}

/** Returns whether the pick causes an event, given the streams as loaded. */
function isChange({ command, loaded }: LoadedPick): boolean {
  const decided = predictionDecider.decide(command, loaded!.state)
  return !isRejection(decided) && decided.length > 0
}

const wrote = (stored: Stored): boolean => stored.ok && stored.position !== null

/** Returns the stored pick, or the earlier pick that the outcome depends on; null: none, or a pick that cannot be void. */
function toJudge({ wanted, match, context, loaded }: LoadedPick, stored: Stored): StoredPick | null {
  const { userId, fixtureId } = wanted
  const pick = { userId, fixtureId, matchStream: match.stream, at: context.at }
  if (stored.ok && stored.position !== null) return { ...pick, location: { position: stored.position } }
  // A match with a single event has never closed, so no earlier pick can be void.
  if (match.revision <= 0 || (!stored.ok && stored.rejected !== 'already-predicted')) return null
  return { ...pick, location: { revision: stored.ok ? stored.revision : loaded!.revision } }
}

function outcomeOf(stored: Stored): PredictionOutcome {
  if (!stored.ok) return { ok: false, rejected: stored.rejected }
  const { events, state } = stored
  const last = events.at(-1)?.data ?? (state.status === 'submitted' ? state : null)
  if (!last?.pick) throw new Error('a stored prediction has no pick')
  const { predictionId, pick } = last
  const revision = 'revision' in last ? last.revision : state.revision
  const created = stored.events.some((event) => event.type === 'PredictionSubmitted')
  return { ok: true, predictionId, pick, revision, created, position: stored.position }
}
