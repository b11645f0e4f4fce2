import { type RawBuilder, sql } from 'kysely'
import type { CommandContext, CommandHandler, Handled, HandleItem } from '../../kernel/command-handler.ts'
import type { Position } from '../../kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../../kernel/event-log.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { ReadDb, ReadModels } from '../../slice/read-models.ts'
import { type AchievementCommand, type AchievementState, achievement } from './achievement-decider.ts'
import type { AchievementEntry } from './catalogue.ts'
import type { AchievementEvent } from './events.ts'
import { reasonsOf } from './reasons.ts'
import { achievementStream } from './streams.ts'

export const ACHIEVEMENT_REACTOR = 'achievement-unlocks'

/** How long the read tables may be behind before the event is tried again. */
const PATIENCE_MS = 5_000
/** Unlockings handed to the log at once: what is in memory. */
const PAGE = 1_000

interface AchievementReactorDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly catalogue: readonly AchievementEntry[]
  readonly compare: EventLog['compare']
  /** The events that players' facts are folded from. */
  readonly events: readonly string[]
  /** Whether a read model has come to a place in the log within some milliseconds. */
  readonly reached: (name: string, position: Position, timeoutMs: number) => Promise<boolean>
  /** Whether the projections of some event types have passed a place in the log within some milliseconds. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
  /** How far the fold of the facts has come. */
  readonly folded: () => Position | null
}

/**
 * Appends what is due: the difference between what players have earned by the fold of the log and what the log says they
 * have. What is due stands in tables that the fold keeps, so a killed run goes on with what is left of it, and whatever
 * is done twice changes nothing: a stream a player and achievement, event ids from the event that earned it.
 */
export function createAchievementReactor(deps: AchievementReactorDependencies): Reactor<null> {
  const { db, compare, reached, passed, folded } = deps
  /** Up to here nothing is due. */
  let cleared: Position | null = null

  /** Waits for what was appended to be projected, for as long as that goes on: who waits for this reactor also sees the ledger. */
  async function projected(position: Position): Promise<void> {
    let before = folded()
    while (!(await passed(position, ['AchievementUnlocked', 'AchievementRevoked'], PATIENCE_MS))) {
      const now = folded()
      if (now === before) throw new EventLogUnavailable('the read models of achievements are behind')
      before = now
    }
  }

  /** Appends all that is due, until nothing is: only what has been projected is not due any more. */
  async function clear(context: CommandContext): Promise<void> {
    for (;;) {
      // What was unlocked before the last look is no reason to look again.
      const until = folded()
      const last = await appendDue(deps, context, projected)
      if (last === null) {
        cleared = until
        return
      }
      await projected(last)
    }
  }

  return {
    name: ACHIEVEMENT_REACTOR,
    events: deps.events,
    initialState: null,
    async react(_state, event, context) {
      const isCleared = cleared !== null && compare(event.position, cleared) <= 0
      if (!isCleared && !(await reached('achievements', event.position, PATIENCE_MS)))
        throw new EventLogUnavailable('the facts of achievements have not been folded as far yet')
      // Behind the fold, where nothing of theirs is left that a check could still claim.
      if (event.type === 'UserDeleted') {
        const { userId } = event.data as { userId: number }
        await sql`delete from app.told_achievements where user_id = ${userId}`.execute(db)
      }
      if (!isCleared) await clear(context)
      return null
    },
    dependsOn: { group: 'achievements', onRebuilt: clear },
  }
}

type Due = Readonly<ReadModels['read.achievements_due']>

/**
 * One pass over what is due, in pages; gives the position of the last event, null when nothing was appended. While a page is
 * appended the one before is projected, so that the log never runs far ahead of the tables.
 */
async function appendDue(
  deps: AchievementReactorDependencies,
  context: CommandContext,
  projected: (position: Position) => Promise<void>,
): Promise<Position | null> {
  const { db, handler, catalogue, compare } = deps
  const entries = new Map(catalogue.map((entry) => [entry.id, entry]))
  let last: Position | null = null
  let after: Pick<Due, 'user_id' | 'achievement'> = { user_id: 0, achievement: '' }
  for (;;) {
    const { rows: due } = await dueRows(after, [...entries.keys()]).execute(db)
    const reasons = await reasonsOf(
      db,
      due.flatMap(({ unlock_id, lost }) => (unlock_id !== null && lost ? lost : [])),
    )
    const before = last
    const items = due.map((row) => itemOf(row, entries.get(row.achievement)!, reasons(row.lost), context))
    const handled = await handler.handleMany(achievement, items)
    const again = items.flatMap((item, index) => renewed(item, handled[index]!))
    for (const outcome of [...handled, ...(await handler.handleMany(achievement, again))])
      if (outcome.ok && outcome.position !== null && (last === null || compare(outcome.position, last) > 0))
        last = outcome.position
    if (due.length < PAGE) return last
    if (before !== null) await projected(before)
    after = due.at(-1)!
  }
}

/** A page of what is due, as a query. */
export const dueRows = (
  { user_id, achievement }: Pick<Due, 'user_id' | 'achievement'>,
  known: readonly string[],
): RawBuilder<Due> => sql`${prepared}
    select * from read.achievements_due
    where (user_id, achievement) > (${user_id}::int, ${achievement}::text) and achievement = any(${[...known]}::text[])
    order by user_id, achievement limit ${PAGE}`

/** Dated by the event that earned it or took it away; ids from that event, so that a repeat is one. */
function itemOf(
  row: Due,
  { id, name, points, revision = 1 }: AchievementEntry,
  reason: string,
  context: CommandContext,
): HandleItem<AchievementCommand> {
  const { user_id: userId, earned_by, lost } = row
  const stream = achievementStream(userId, id)
  const { simulated: _, ...base } = context
  const because = { ...base, ...(row.simulated ? { simulated: true as const } : {}) }
  if (row.unlock_id === null) {
    const unlock = { userId, achievementId: id, name, points, season: row.season!, earnedBy: earned_by! }
    const idBase = `achievement:${revision}:${earned_by}`
    const context = { ...because, at: row.earned_at!, causationId: earned_by!, idBase }
    return { stream, command: { type: 'unlock', ...unlock }, context, fresh: true }
  }
  const lostBy = lost?.event ?? row.unlock_id
  const command = { type: 'revoke', lostBy, reason } as const
  const idBase = `achievement-lost:${row.unlock_id}`
  return { stream, command, context: { ...because, at: lost?.at ?? context.at, causationId: lostBy, idBase } }
}

type Outcome = Handled<AchievementEvent, AchievementState, never>

/**
 * The same ground may earn it once more: where a catalogue took it away and an earlier one is back. Its ids are then taken by an
 * unlocking that does not stand any more, so it gets those of its place in the stream.
 */
function renewed(item: HandleItem<AchievementCommand>, outcome: Outcome): HandleItem<AchievementCommand>[] {
  if (item.command.type !== 'unlock' || !outcome.ok || outcome.state.unlocked !== null) return []
  return [{ ...item, fresh: false, context: { ...item.context, idBase: `${item.context.idBase}:${outcome.revision}` } }]
}
