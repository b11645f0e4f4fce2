import { gameweekPath } from '../../contracts/paths.ts'
import { matchText, pushText } from '../../contracts/reminder-words.ts'
import type { Database } from '../../database/database.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { mapLimited } from '../../kernel/map-limited.ts'
import { changesFor } from '../../slice/live-changes.ts'
import type { Progress } from '../../slice/progress.ts'
import { reminderMail } from './mail.ts'
import { isUpToDate } from './planner.ts'
import type { Push } from './push.ts'
import { type DeliveryRow, deliveryRows, leasedRows, type QuietZone, waitingZones } from './queries.ts'
import { quietUntil } from './schedule.ts'

/** Deliveries leased at once, and those in progress: all are attempted within the minute of a lease. */
const BATCH = 60
const AT_ONCE = 20
/** Longest time that a push service keeps a message, in seconds. */
const MOST_TTL_S = 86_400

type Channel = 'mail' | 'push'

export interface MailTransport {
  send(mail: {
    readonly id: string
    readonly userId: number
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly html: string
    readonly headers: Readonly<Record<string, string>>
  }): Promise<void>
  forget(userId: number): Promise<void>
}

interface DeliveryDependencies {
  readonly database: Pick<Database, 'db' | 'pool'>
  readonly log: Pick<EventLog, 'head'>
  readonly progress: Pick<Progress, 'passed' | 'announce'>
  readonly transport: MailTransport
  readonly push: Pick<Push, 'send'>
  readonly publicUrl: string
  readonly clock: Clock
  readonly logger: { warn(fields: object, message: string): void }
  /** Token of the player’s unsubscribe address. */
  tokenOf(userId: number): string
}

/**
 * Sends the mails and push messages of stored reminders, at least once. A mail has the same Message-ID in every attempt; a push message
 * has the topic and tag of its gameweek, so that a second one replaces the first.
 */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { database, log, progress, transport, push, publicUrl, clock, logger, tokenOf } = dependencies
  const { db, pool } = database

  async function sendMail(row: DeliveryRow, at: string): Promise<void> {
    const { id, user_id: userId, username, email, gameweek, missing, zone } = row
    const token = tokenOf(userId)
    const mail = reminderMail({
      ...{ username: username!, gameweek, missing, at, zone, publicUrl },
      unsubscribe: `${publicUrl}/unsubscribe/${token}`,
    })
    const headers = {
      'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    await transport.send({ id, userId, to: email!, ...mail, headers })
  }

  /** Returns false if the subscription has ended. */
  async function sendPush(row: DeliveryRow, at: string): Promise<boolean> {
    const { season, gameweek, missing, zone, endpoint, p256dh, auth, device } = row
    const first = missing[0]!
    const message = {
      ...pushText({ gameweek, missing: missing.length, cutoff: first.cutoff, firstMatch: matchText(first) }, at, zone),
      tag: `reminder-${season}-${gameweek}`,
      url: gameweekPath(gameweek),
    }
    const left = Math.ceil((Date.parse(missing.at(-1)!.cutoff) - Date.parse(at)) / 1_000)
    const subscription = { endpoint: endpoint!, p256dh: p256dh!, auth: auth! }
    if ((await push.send(subscription, message, Math.min(left, MOST_TTL_S))) === 'sent') {
      await pool.query('update app.push_subscriptions set reached_at = $2 where id = $1', [device, at])
      return true
    }
    await pool.query('delete from app.push_subscriptions where id = $1', [device])
    return false
  }

  /** Nothing is left to send without an address, consent, browser or missing pick. */
  const isObsolete = ({ username, email, endpoint, device, missing }: DeliveryRow): boolean =>
    username === null || missing.length === 0 || (device === null ? email === null : endpoint === null)

  /** Returns whether the attempt has an outcome. */
  async function deliver(row: DeliveryRow, at: string): Promise<boolean> {
    const { id, user_id: userId, device } = row
    if (isObsolete(row)) {
      await pool.query('delete from app.reminder_deliveries where id = $1', [id])
      return true
    }
    try {
      if (device === null) await sendMail(row, at)
      else if (!(await sendPush(row, at))) return true
    } catch (error) {
      // The message may contain an address or an endpoint, so it is not logged.
      const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
      logger.warn({ code, responseCode, name, reminder: id }, 'sending a reminder failed')
      return false
    }
    const { rowCount } = await pool.query('update app.reminder_deliveries set sent_at = $2 where id = $1', [id, at])
    // The account was deleted during sending, so the mail file was written after the deletion of all others.
    if (!rowCount && device === null) await transport.forget(userId)
    return true
  }

  /** Adds the players of the batch to `notified`. Returns whether others may be due. */
  async function sendBatch(channel: Channel, at: string, notified: Set<number>): Promise<boolean> {
    const { rows: zones } = await waitingZones(channel, at).execute(db)
    // Throws on a node that leads no more: another one sends then.
    if (zones.length === 0 || !(await isUpToDate({ log, progress }))) return false
    const quiet = zones.flatMap(({ zone }): QuietZone[] => {
      const ends = quietUntil(Date.parse(at), zone)
      return ends === null ? [] : [{ zone, ends: new Date(ends).toISOString() }]
    })
    const { rows: leased } = await leasedRows(channel, quiet, { at, limit: BATCH }).execute(db)
    if (leased.length === 0) return false
    const { rows } = await deliveryRows(
      leased.map(({ id }) => id),
      at,
    ).execute(db)
    const outcomes = await mapLimited(rows, AT_ONCE, (row) => deliver(row, at))
    for (const { user_id } of rows) notified.add(user_id)
    return outcomes.includes(true)
  }

  return {
    /**
     * Sends waiting deliveries until none is due, no attempt succeeds, or the node leads no more. Each batch is leased at the present
     * time: a run takes minutes, and the lease of a batch one.
     */
    async send(channel: Channel): Promise<void> {
      const notified = new Set<number>()
      try {
        while (await sendBatch(channel, isoNow(clock), notified));
      } finally {
        if (notified.size > 0) await progress.announce(changesFor(notified, 'reminders'))
      }
    },
  }
}

export type Deliveries = ReturnType<typeof createDeliveries>
