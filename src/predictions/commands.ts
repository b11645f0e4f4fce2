import { fixtureAggregate } from '../fixtures/fixture-decider.ts'
import type { FixtureState } from '../fixtures/fixture-state.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import type { Aggregate, CommandContext, CommandHandler, Handled, Loaded } from '../kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../kernel/event.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import type { Ids } from '../kernel/ids.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import type { ReadDb } from '../slice/read-models.ts'
import {
  barrierOf,
  type PredictionCommand,
  type PredictionError,
  type PredictionState,
  prediction,
  samePick,
} from './decider.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { predictionIds } from './ids.ts'
import { voidPicksAfter } from './queries.ts'
import { predictionStream } from './streams.ts'
import { createVoiding, type Judged, type TakenBack, type VoidingLog } from './voiding.ts'

const predictionAggregate: Aggregate<PredictionCommand, PredictionEvent, PredictionState, PredictionError> = {
  decider: prediction,
}

interface PickOf {
  readonly userId: number
  readonly fixtureId: number
  readonly pick: Pick
}

/** One of many picks: each with its own time and actor, as a simulation needs. */
export interface SaveItem extends PickOf {
  readonly context: CommandContext
  /** Taken from the sequence when left out. */
  readonly predictionId?: number
  /** Nobody else has most likely touched the prediction or its match: decided by what is known of them, without reading first. */
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

/**
 * Commands of predictions. The match is asked by the latest revision of its stream, at the command's `at`, and once more when
 * the pick is stored: what stands in the log before the pick decides, so that what was answered as taken is taken
 * (docs/decisions/0020).
 */
export interface Predictions {
  submit(pick: PickOf, context: CommandContext): Promise<PredictionOutcome>
  update(pick: PickOf, context: CommandContext): Promise<PredictionOutcome>
  /** Submits or updates, an outcome each, in the order given; one pick a user and fixture. `gameweek`: what is not in it is refused. */
  saveMany(items: readonly SaveItem[], options?: { readonly gameweek?: number }): Promise<readonly PredictionOutcome[]>
  /** Says of every pick that is void in the read tables that it is, where a command that stored it died before it could. */
  sayVoid(): Promise<void>
  /** The position of the last event of several outcomes; null when nothing was written. */
  lastOf(outcomes: readonly PredictionOutcome[]): Position | null
}

interface PredictionDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly log: VoidingLog
  readonly takenBack?: TakenBack
  readonly ids: Ids
}

/** A match as a command found it before its picks were stored. */
interface Look {
  readonly stream: string | null
  readonly state: FixtureState
  readonly revision: number
  /** As this process had kept it: it may have moved since. A pick that was stored is looked at again anyway, all else is not known yet. */
  readonly isKept: boolean
}

/** A pick on its way: its command, once its match is known. */
interface Asked {
  readonly item: SaveItem
  readonly stream: string
  command(match: FixtureState): PredictionCommand
}

type Stored = Handled<PredictionEvent, PredictionState, PredictionError>

const noMatch: Look = { stream: null, state: { status: 'none' }, revision: -1, isKept: false }

/** How often a pick is decided anew. */
const TRIES = 3
/** Most predictions read side by side, and most picks judged. */
const [READERS, JUDGES] = [128, 16]
/** Void picks looked up at once. */
const PAGE = 500

export function createPredictions({ db, handler, log, takenBack, ids }: PredictionDependencies): Predictions {
  const streams = new Map<number, string>()
  const judge = createVoiding(log, takenBack)

  /** The names of fixtures' streams never change, so a look into the read model is enough once a season. */
  async function findStreams(fixtureIds: readonly number[]): Promise<void> {
    const missing = fixtureIds.filter((id) => !streams.has(id))
    if (missing.length === 0) return
    for (const [id, stream] of await fixtureStreams(db, missing)) streams.set(id, stream)
  }

  async function looksAt(items: readonly SaveItem[]): Promise<Map<number, Look>> {
    const unique = [...new Set(items.map(({ fixtureId }) => fixtureId))]
    const toRead = new Set(items.flatMap(({ fixtureId, fresh }) => (fresh ? [] : [fixtureId])))
    await findStreams(unique)
    const looks = await Promise.all(
      unique.map(async (id): Promise<[number, Look]> => {
        const stream = streams.get(id)
        if (stream === undefined) return [id, noMatch]
        const kept = handler.known(fixtureAggregate, stream)
        if (kept.revision >= 0 && !toRead.has(id)) return [id, { stream, ...kept, isKept: true }]
        return [id, { stream, ...(await handler.load(fixtureAggregate, stream)), isKept: false }]
      }),
    )
    return new Map(looks)
  }

  /** The predictions that are to be read before they are decided. */
  async function loadAll(items: readonly SaveItem[]): Promise<ReadonlyMap<SaveItem, Loaded<PredictionState>>> {
    const read = items.filter(({ fresh }) => !fresh)
    const loads = await mapLimited(
      read,
      READERS,
      async (item): Promise<[SaveItem, Loaded<PredictionState>]> => [
        item,
        await handler.load(predictionAggregate, predictionStream(item.userId, item.fixtureId)),
      ],
    )
    return new Map(loads)
  }

  /** The last event that the look knew of each match for which something was stored, and all that has come since. */
  async function sinceThen(
    asked: readonly Asked[],
    looks: ReadonlyMap<number, Look>,
    stored: readonly Stored[],
  ): Promise<ReadonlyMap<number, readonly RecordedEvent[]>> {
    const wrote = asked.filter((_, index) => wrotePosition(stored[index]!) !== null)
    const unique = [...new Set(wrote.map(({ item }) => item.fixtureId))]
    const events = unique.map(async (id): Promise<[number, readonly RecordedEvent[]]> => {
      const { stream, revision } = looks.get(id)!
      return [id, await log.readStream(stream!, revision)]
    })
    return new Map(await Promise.all(events))
  }

  /** Beyond doubt: the match was open when it was looked at before, and nothing came to it in front of the pick. */
  function isTaken(
    { state }: Look,
    [known, ...since]: readonly RecordedEvent[],
    position: Position,
    at: string,
  ): boolean {
    if (barrierOf(state, at) !== null || !known) return false
    const isBefore = (event: RecordedEvent) => log.compare(event.position, position) < 0
    return isBefore(known) && !since.some(isBefore)
  }

  async function judgeAt({ userId, fixtureId }: PickOf, { stream }: Look): Promise<Judged> {
    return judge({ userId, fixtureId, matchStream: stream! })
  }

  /** The outcome by the place that the pick has in the log; null: to be decided anew, as what it was decided by is void or may be old. */
  async function outcomeAt(
    { item }: Asked,
    look: Look,
    since: readonly RecordedEvent[] | undefined,
    stored: Stored,
  ): Promise<PredictionOutcome | null> {
    const position = wrotePosition(stored)
    if (position === null) {
      if (look.isKept) return null
      // A match with one event has been open ever since: no earlier pick can be void.
      if (look.revision <= 0 || !leansOnEarlier(stored)) return outcomeOf(stored)
      const { stands } = await judgeAt(item, look)
      return stands !== null && isTrueOf(stored, stands) ? outcomeOf(stored) : null
    }
    if (isTaken(look, since!, position, item.context.at)) return outcomeOf(stored)
    // The next fresh pick knows of what this one did not.
    if (look.isKept) await handler.load(fixtureAggregate, look.stream!)
    const { events, voids } = await judgeAt(item, look)
    const mine = events.find((event) => log.compare(event.position, position) === 0)
    const barrier = mine && voids.get(mine.revision)
    return barrier ? { ok: false, rejected: barrier } : outcomeOf(stored)
  }

  /** What has become of picks that the log was asked to store. */
  async function confirm(
    asked: readonly Asked[],
    looks: ReadonlyMap<number, Look>,
    stored: readonly Stored[],
    tries: number,
  ): Promise<PredictionOutcome[]> {
    const since = await sinceThen(asked, looks, stored)
    return mapLimited([...asked.entries()], JUDGES, async ([index, each]) => {
      const { fixtureId } = each.item
      const outcome = await outcomeAt(each, looks.get(fixtureId)!, since.get(fixtureId), stored[index]!)
      return outcome ?? one(each, tries - 1)
    })
  }

  async function one(asked: Asked, tries = TRIES): Promise<PredictionOutcome> {
    const { item, stream } = asked
    if (tries === 0) throw new EventLogUnavailable(`the match ${item.fixtureId} does not come to rest`)
    // Side by side, and so one read: the streams of matches are known from the first pick on.
    await findStreams([item.fixtureId])
    const read = { ...item, fresh: false }
    const [looks, loaded] = await Promise.all([looksAt([read]), handler.load(predictionAggregate, stream)])
    const command = asked.command(looks.get(item.fixtureId)!.state)
    const stored = await handler.handle(predictionAggregate, stream, command, item.context, loaded)
    return (await confirm([asked], looks, [stored], tries))[0]!
  }

  return {
    async submit(pick, context) {
      const predictionId = await ids.next(predictionIds, context)
      return one(askedFor({ type: 'submit', predictionId }, { ...pick, context }))
    },

    update: (pick, context) => one(askedFor({ type: 'update' }, { ...pick, context })),

    async saveMany(items, { gameweek } = {}) {
      await findStreams(items.map(({ fixtureId }) => fixtureId))
      const [looks, loaded] = await Promise.all([looksAt(items), loadAll(items)])
      const isElsewhere = ({ fixtureId }: SaveItem) => {
        const { state } = looks.get(fixtureId)!
        return gameweek !== undefined && state.status !== 'none' && state.gameweek !== gameweek
      }
      const here = items.filter((item) => !isElsewhere(item))
      const fresh = await ids.nextMany(predictionIds, here.filter((item) => item.predictionId === undefined).length)
      const given = fresh[Symbol.iterator]()
      const asked = here.map((item) =>
        askedFor({ type: 'save', predictionId: item.predictionId ?? given.next().value! }, item),
      )
      const stored = await handler.handleMany(
        predictionAggregate,
        asked.map(({ item, stream, command }) => ({
          stream,
          command: command(looks.get(item.fixtureId)!.state),
          context: item.context,
          ...(item.fresh ? { fresh: true } : { loaded: loaded.get(item)! }),
        })),
      )
      const outcomes = (await confirm(asked, looks, stored, TRIES))[Symbol.iterator]()
      return items.map((item) =>
        isElsewhere(item) ? { ok: false, rejected: 'wrong-gameweek' } : outcomes.next().value!,
      )
    },

    async sayVoid() {
      for (let after = { userId: 0, fixtureId: 0 }; ; ) {
        const page = await voidPicksAfter(db, after, PAGE)
        await findStreams(page.map(({ fixtureId }) => fixtureId))
        await mapLimited(page, JUDGES, (each) => judge({ ...each, matchStream: streams.get(each.fixtureId)! }))
        if (page.length < PAGE) return
        after = page.at(-1)!
      }
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

type Wanted = { readonly type: 'submit' | 'save'; readonly predictionId: number } | { readonly type: 'update' }

function askedFor(wanted: Wanted, item: SaveItem): Asked {
  const { userId, fixtureId, pick, context } = item
  const stream = predictionStream(userId, fixtureId)
  return { item, stream, command: (match) => ({ ...wanted, userId, fixtureId, pick, match, at: context.at }) }
}

const wrotePosition = (stored: Stored): Position | null => (stored.ok ? stored.position : null)

/** Nothing was stored, because of a pick that was there before. */
const leansOnEarlier = (stored: Stored): boolean => stored.ok || stored.rejected === 'already-predicted'

/** That the same pick was there, or any. */
const isTrueOf = (stored: Stored, stands: Pick): boolean =>
  !stored.ok || (stored.state.status === 'submitted' && samePick(stored.state.pick, stands))

function outcomeOf(stored: Stored): PredictionOutcome {
  if (!stored.ok) return { ok: false, rejected: stored.rejected }
  const { events, state } = stored
  const last = events.at(-1)?.data ?? (state.status === 'submitted' ? state : null)
  if (!last?.pick) throw new Error('a stored prediction has no pick')
  const { predictionId, pick } = last
  const created = stored.events.some((event) => event.type === 'PredictionSubmitted')
  return { ok: true, predictionId, pick, created, position: stored.position }
}
