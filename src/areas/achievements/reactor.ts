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

/** Maximum time in ms that the read tables may lag before the event is retried. */
const PROJECTION_TIMEOUT_MS = 5_000
/** Achievements read and appended at once; limits memory. */
const PAGE = 1_000

interface AchievementReactorDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly catalogue: readonly AchievementEntry[]
  readonly compare: EventLog['compare']
  /** The event types from which players' facts are folded. */
  readonly events: readonly string[]
  /** Resolves to true if a read model reaches a log position within the timeout in ms. */
  readonly reached: (name: string, position: Position, timeoutMs: number) => Promise<boolean>
  /** Resolves to true if the projections of the event types pass a log position within the timeout in ms. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
  /** Log position that the fold of the facts has reached. */
  readonly folded: () => Position | null
}

/**
 * Appends the difference between the achievements that players have earned and those they have in the log. Due rows are
 * stored in tables by the fold, so an interrupted run continues with the rest. Everything is idempotent: one stream per
 * player and achievement, event ids derived from the event that earned it.
 */
export function createAchievementReactor(deps: AchievementReactorDependencies): Reactor<null> {
  const { db, compare, reached, passed, folded } = deps
  /** Nothing is due up to this log position. */
  let completeUntil: Position | null = null

  /**
   * Waits until appended events are projected, as long as the fold makes progress. Callers that wait for this reactor
   * then also see the ledger.
   */
  async function projected(position: Position): Promise<void> {
    let before = folded()
    while (!(await passed(position, ['AchievementUnlocked', 'AchievementRevoked'], PROJECTION_TIMEOUT_MS))) {
      const now = folded()
      if (now === before) throw new EventLogUnavailable('the read models of achievements are behind')
      before = now
    }
  }

  /** Appends everything that is due. Repeats until nothing is, because events stop being due once projected. */
  async function appendAllDue(context: CommandContext): Promise<void> {
    for (;;) {
      // Read before the pass: unlocks appended earlier need no further check.
      const until = folded()
      const last = await appendDue(deps, context, projected)
      if (last === null) {
        completeUntil = until
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
      const isComplete = completeUntil !== null && compare(event.position, completeUntil) <= 0
      if (!isComplete && !(await reached('achievements', event.position, PROJECTION_TIMEOUT_MS)))
        throw new EventLogUnavailable('the facts of achievements have not been folded up to the event')
      // Runs after the fold, when a check can no longer claim unlocks of the deleted user.
      if (event.type === 'UserDeleted') {
        const { userId } = event.data as { userId: number }
        await sql`delete from app.told_achievements where user_id = ${userId}`.execute(db)
      }
      if (!isComplete) await appendAllDue(context)
      return null
    },
    dependsOn: { group: 'achievements', onRebuilt: appendAllDue },
  }
}

type Due = Readonly<ReadModels['read.achievements_due']>

/**
 * One pass over the due rows, in pages. Returns the position of the last event, or null if nothing was appended. Each
 * page waits until the previous one is projected, so that the log does not run far ahead of the tables.
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

/** Query for a page of due rows. */
export const dueRows = (
  { user_id, achievement }: Pick<Due, 'user_id' | 'achievement'>,
  known: readonly string[],
): RawBuilder<Due> => sql`${prepared}
    select * from read.achievements_due
    where (user_id, achievement) > (${user_id}::int, ${achievement}::text) and achievement = any(${[...known]}::text[])
    order by user_id, achievement limit ${PAGE}`

/**
 * The command for a due row, dated by the event that earned or lost the achievement. Ids derive from that event, so a
 * repeat is idempotent.
 */
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
 * The same event can earn the achievement again: a catalogue revoked it, and an earlier catalogue is back. The ids of
 * the revoked unlock are already used, so the new ids include the revision of the stream.
 */
function renewed(item: HandleItem<AchievementCommand>, outcome: Outcome): HandleItem<AchievementCommand>[] {
  if (item.command.type !== 'unlock' || !outcome.ok || outcome.state.unlocked !== null) return []
  return [{ ...item, fresh: false, context: { ...item.context, idBase: `${item.context.idBase}:${outcome.revision}` } }]
}
