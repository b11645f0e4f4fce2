import type { CommandContext, CommandHandler, Handled } from '../../kernel/command-handler.ts'
import { isRejection } from '../../kernel/decider.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { predictionIds } from './ids.ts'
import { createPickLoader, type LoadedPick, type PickOf, type WantedPick } from './load-picks.ts'
import { type PredictionError, type PredictionState, predictionDecider } from './prediction-decider.ts'
import { createJudge, type JudgeLog, type StoredPick } from './voiding.ts'

/** Quotas of players. */
export const quotas = {
  /** Picks made and changed. */
  predictions: quota(
    'predictions',
    { perMinute: 120, perHour: 2_000 },
    'You are changing your predictions too fast. Please wait a moment.',
  ),
}

/** One of many picks: each with its own time and actor, as a simulation needs. */
export interface SaveItem extends PickOf {
  readonly context: CommandContext
  /** Taken from the sequence when left out. */
  readonly predictionId?: number
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
  | { readonly ok: false; readonly rejected: PredictionError }

interface SaveOptions {
  /** A pick of a match that is not in it is refused. */
  readonly gameweek?: number
  /** Called before anything is stored, with the number of picks that change something. Nothing is stored where it throws. */
  readonly consume?: (changes: number) => Promise<void>
}

interface PredictionDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly log: JudgeLog
  readonly ids: Ids
}

type Stored = Handled<PredictionEvent, PredictionState, PredictionError>

/** How often a pick is decided again. */
const TRIES = 3

export type Predictions = ReturnType<typeof createPredictions>

/**
 * Commands of predictions. A pick is decided by its match as it is, and stored. Then the order of the log decides whether it counts
 * (docs/decisions/0020).
 */
export function createPredictions({ db, handler, log, ids }: PredictionDependencies) {
  const load = createPickLoader(db, handler)
  const judge = createJudge(log)

  /** Decides and stores picks. Then the order of the log decides whether they count, or the earlier picks that they rely on. */
  async function decide(
    wanted: readonly WantedPick[],
    consume?: SaveOptions['consume'],
    tries = TRIES,
  ): Promise<PredictionOutcome[]> {
    if (tries === 0) throw new EventLogUnavailable('picks do not come to rest')
    const asked = await load(wanted)
    await consume?.(asked.filter(isChange).length)
    const stored = await handler.handleMany(predictionDecider, asked)
    const barriers = await judge.barriersOf(asked.map((each, index) => toJudge(each, stored[index]!)))
    const outcomes = asked.map((each, index) => {
      const [outcome, barrier] = [stored[index]!, barriers[index]!]
      if (barrier === null) return outcomeOf(outcome)
      if (wrote(outcome)) return { ok: false, rejected: barrier } as const
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

    /** Submits or updates, an outcome each, in the order given; one pick a user and fixture. */
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

    /** The position of the last event of several outcomes; null when nothing was written. */
    lastOf: (outcomes: readonly PredictionOutcome[]): Position | null =>
      outcomes
        .flatMap((outcome) => (outcome.ok ? (outcome.position ?? []) : []))
        .reduce<Position | null>((last, each) => (last && log.compare(each, last) < 0 ? last : each), null),
  }
}

/** Whether it changes something by the streams as they were read. */
function isChange({ command, loaded }: LoadedPick): boolean {
  const decided = predictionDecider.decide(command, loaded!.state)
  return !isRejection(decided) && decided.length > 0
}

const wrote = (stored: Stored): boolean => stored.ok && stored.position !== null

/** The pick that was stored, or an earlier one that the outcome relies on; null: none, or one that cannot be void. */
function toJudge({ wanted, match, context, loaded }: LoadedPick, stored: Stored): StoredPick | null {
  const { userId, fixtureId } = wanted
  const pick = { userId, fixtureId, matchStream: match.stream, at: context.at }
  if (stored.ok && stored.position !== null) return { ...pick, place: { position: stored.position } }
  // A match with one event has been open ever since: no earlier pick can be void.
  if (match.revision <= 0 || (!stored.ok && stored.rejected !== 'already-predicted')) return null
  return { ...pick, place: { revision: stored.ok ? stored.revision : loaded!.revision } }
}

function outcomeOf(stored: Stored): PredictionOutcome {
  if (!stored.ok) return { ok: false, rejected: stored.rejected }
  const { events, state } = stored
  const last = events.at(-1)?.data ?? (state.status === 'submitted' ? state : null)
  if (!last?.pick) throw new Error('a stored prediction has no pick')
  const { predictionId, pick } = last
  const created = stored.events.some((event) => event.type === 'PredictionSubmitted')
  return { ok: true, predictionId, pick, created, position: stored.position }
}
