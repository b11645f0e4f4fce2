import { UK_ZONE } from '../../contracts/time-zones.ts'
import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import { uuid5 } from '../../kernel/uuid5.ts'
import { changesFor } from '../../slice/live-changes.ts'
import type { NewNotification } from '../../slice/notifications.ts'
import type { Progress } from '../../slice/progress.ts'
import type { MissingPicksPayload } from './notifications.ts'
import { choiceRows, closingRows, storedReminders } from './queries.ts'
import { dueReminders, LONGEST_LEAD_MS } from './schedule.ts'

/** Reminders per statement. */
const BATCH = 500
/** Milliseconds that a run waits for the projections. */
const WAIT_MS = 10_000
/** Events whose projections a run waits for: it must not remind of a pick that was just saved, nor mail without consent. */
const READ_FROM = [
  'PredictionSubmitted',
  'FixtureRescheduled',
  'ReminderSettingsChanged',
  'EmailChanged',
  'UserDeleted',
]
/**
 * Time in milliseconds after which a run looks again for players whose reminder was already due: new players, changed settings, void
 * picks. It looks at every player (1.4 s with 100,000 who have picked all), so not each minute.
 */
const LOOK_AGAIN_MS = 10 * 60_000
/** Days for which sent reminders are kept: longer than a season, so that no gameweek has two. */
const KEPT_DAYS = 400

export interface Inbox {
  notify(
    notifications: readonly {
      readonly source: {
        readonly id: string
        readonly at: string
        readonly storedAt: string
        readonly isSimulated: boolean
      }
      readonly notification: NewNotification<MissingPicksPayload>
    }[],
  ): Promise<readonly number[]>
}

interface PlannerDependencies {
  readonly database: Pick<Database, 'db' | 'pool'>
  readonly log: Pick<EventLog, 'head'>
  readonly progress: Pick<Progress, 'passed' | 'announce'>
  readonly inbox: Inbox
  /** The current season at a time (ISO 8601). */
  seasonAt(at: string): Promise<string | null>
}

/** Whether the projections have every event of the log that a reminder depends on. */
export async function isUpToDate({ log, progress }: Pick<PlannerDependencies, 'log' | 'progress'>): Promise<boolean> {
  const head = await log.head()
  return head !== null && progress.passed(head, READ_FROM, WAIT_MS)
}

/**
 * Stores reminders when they are due. The row of a reminder is its only one; its deliveries are stored with it, and its inbox entry has
 * an id that follows from it. So a run that is killed, repeated or concurrent with another adds nothing.
 */
export function createPlanner({ database, log, progress, inbox, seasonAt }: PlannerDependencies) {
  const { db, pool } = database
  /** What was due when the last run had stored all of it; another node, or this one after a restart, only looks once more. */
  let complete: { readonly due: string; readonly at: number } | null = null

  async function store(season: string, at: string): Promise<void> {
    const until = new Date(Date.parse(at) + LONGEST_LEAD_MS).toISOString()
    const { rows: closing } = await closingRows(season, at, until).execute(db)
    if (closing.length === 0) return
    const choices = [{ when: 'day', zone: UK_ZONE } as const, ...(await choiceRows().execute(db)).rows]
    const { due, gameweeks } = dueReminders(closing, choices, at)
    if (due.length === 0) return
    const present = { due: JSON.stringify([season, gameweeks, due]), at: Date.parse(at) }
    const age = complete?.due === present.due ? present.at - complete.at : LOOK_AGAIN_MS
    // Below 0, the clock was set back.
    if ((age >= 0 && age < LOOK_AGAIN_MS) || !(await isUpToDate({ log, progress }))) return
    for (;;) {
      const { rows } = await storedReminders(season, gameweeks, due, { at, limit: BATCH }).execute(db)
      // Fewer than a batch: no others are due. Those that another node, perhaps a dead one, has stored meanwhile count as well.
      if (rows[0]!.found < BATCH) break
    }
    complete = present
  }

  /** Puts a batch of stored reminders into the inboxes, locked until they are marked. Returns whether there were any. */
  async function noteBatch(at: string): Promise<boolean> {
    const notified = await inTransaction(database, async (client) => {
      const { rows } = await client.query<Unnoted>(
        `select user_id, season, gameweek, missing, closes_at, created_at from app.reminders
         where noted_at is null order by created_at, user_id limit ${BATCH} for update skip locked`,
      )
      if (rows.length === 0) return null
      const players = await inbox.notify(rows.map(notificationOf))
      await client.query(
        `update app.reminders r set noted_at = $1
         from jsonb_to_recordset($2) as n (user_id bigint, season text, gameweek int)
         where r.user_id = n.user_id and r.season = n.season and r.gameweek = n.gameweek`,
        [at, JSON.stringify(rows.map(({ user_id, season, gameweek }) => ({ user_id, season, gameweek })))],
      )
      return players
    })
    if (notified !== null) await progress.announce(changesFor(new Set(notified), 'notifications', 'reminders'))
    return notified !== null
  }

  async function note(at: string): Promise<void> {
    // Usually all are noted; then this is one statement without a transaction.
    const { rowCount } = await pool.query(`${PREPARED} select from app.reminders where noted_at is null limit 1`)
    if (rowCount) while (await noteBatch(at));
  }

  return {
    /** Stores due reminders and puts them into the inboxes. `at`: the present time, ISO 8601. */
    async run(at: string): Promise<void> {
      const season = await seasonAt(at)
      if (season !== null) await store(season, at)
      await note(at)
    },
    /** Deletes reminders of earlier seasons. */
    async sweep(at: string): Promise<void> {
      const oldest = new Date(Date.parse(at) - KEPT_DAYS * 86_400_000).toISOString()
      await pool.query('delete from app.reminders where created_at < $1', [oldest])
      await pool.query('delete from app.reminder_deliveries where until < $1', [oldest])
    },
  }
}

type Unnoted = Pick<
  AppTables['app.reminders'],
  'user_id' | 'season' | 'gameweek' | 'missing' | 'closes_at' | 'created_at'
>

/** The inbox entry of a reminder. Its source follows from the reminder, so that a repeat adds no second one. */
const notificationOf = ({
  user_id: userId,
  season,
  gameweek,
  missing,
  closes_at: closesAt,
  created_at: at,
}: Unnoted) => ({
  source: { id: uuid5(`reminder/${season}/${gameweek}/${userId}`), at, storedAt: at, isSimulated: false },
  notification: { kind: 'reminder', userId, payload: { what: 'picks-missing', gameweek, missing, closesAt } } as const,
})

export type Planner = ReturnType<typeof createPlanner>
