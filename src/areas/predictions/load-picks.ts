import type { CommandContext, CommandHandler, HandleItem } from '../../kernel/command-handler.ts'
import { mapLimited } from '../../kernel/map-limited.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureDecider } from '../fixtures/fixture-decider.ts'
import type { FixtureState } from '../fixtures/fixture-state.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { entriesOf, type PlayerKeys } from './commitment.ts'
import type { Pick } from './events.ts'
import { type PredictionCommand, type PredictionState, predictionDecider } from './prediction-decider.ts'
import { predictionStream } from './streams.ts'

export interface PickOf {
  readonly userId: number
  readonly fixtureId: number
  readonly pick: Pick
}

/** A pick to submit or update. `gameweek`: the pick is rejected if its match is in another one. */
export type WantedPick = PickOf & {
  readonly context: CommandContext
  readonly gameweek?: number | undefined
} & (
    | { readonly type: 'submit'; readonly predictionId: number }
    | { readonly type: 'save'; readonly predictionId: number; readonly basedOn?: number | undefined }
    | { readonly type: 'update' }
  )

/** A pick with the latest state of its match and its prediction. */
export interface LoadedPick extends HandleItem<PredictionCommand, PredictionState> {
  readonly wanted: WantedPick
  /** Revision -1: the match does not exist. */
  readonly match: { readonly stream: string; readonly state: FixtureState; readonly revision: number }
}

type Match = LoadedPick['match']

/** Maximum number of concurrent reads of predictions. */
const READERS = 128

/** Returns a function that loads picks with their matches and predictions, in the order given. */
export function createPickLoader(db: ReadDb, { load }: CommandHandler, keysOf: PlayerKeys) {
  const streams = new Map<number, string>()

  /** Stream names of matches never change, so each is queried once. */
  async function findStreams(fixtureIds: readonly number[]): Promise<void> {
    const missing = fixtureIds.filter((id) => !streams.has(id))
    if (missing.length === 0) return
    for (const [id, stream] of await fixtureStreams(db, missing)) streams.set(id, stream)
  }

  async function matchOf(fixtureId: number): Promise<[number, Match]> {
    const stream = streams.get(fixtureId)
    if (stream === undefined) return [fixtureId, { stream: '', state: { status: 'none' }, revision: -1 }]
    return [fixtureId, { stream, ...(await load(fixtureDecider, stream)) }]
  }

  return async (wanted: readonly WantedPick[]): Promise<readonly LoadedPick[]> => {
    const fixtureIds = [...new Set(wanted.map(({ fixtureId }) => fixtureId))]
    const keysFound = keysOf([...new Set(wanted.map(({ userId }) => userId))])
    // Awaited below; a rejection before that is not unhandled.
    keysFound.catch(() => undefined)
    await findStreams(fixtureIds)
    const streamOf = ({ userId, fixtureId }: PickOf) => predictionStream(userId, fixtureId)
    // Concurrently, so that the log reads are batched into one.
    const [matches, loaded, keys] = await Promise.all([
      Promise.all(fixtureIds.map(matchOf)).then((found) => new Map(found)),
      mapLimited(wanted, READERS, (each) => load(predictionDecider, streamOf(each))),
      keysFound,
    ])
    return wanted.map((each, index) => {
      const { context, ...pick } = each
      const match = matches.get(each.fixtureId)!
      const entryOf = entriesOf(keys.get(each.userId), each)
      const command = { ...pick, match: match.state, at: context.at, entryOf }
      return { wanted: each, match, stream: streamOf(each), command, context, loaded: loaded[index]! }
    })
  }
}
