import { hash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { PushDevice, PushSubscription } from './contract.ts'
import type { Push } from './push.ts'

/** Most devices of a player: the oldest one makes room. */
const MOST_DEVICES = 10

interface DeviceDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly push: Push
}

/** Browsers that reminders are pushed to. */
export function createDevices({ database: { pool }, push }: DeviceDependencies) {
  return {
    publicKey: push.publicKey,

    /** Stores a subscription; null: its endpoint is at no allowed push service, or its keys are invalid. */
    async add(
      userId: number,
      { endpoint, keys }: PushSubscription,
      { name, at }: { readonly name: string; readonly at: string },
    ): Promise<PushDevice | null> {
      if (!push.accepts({ endpoint, ...keys })) return null
      const id = hash('sha256', endpoint, 'hex')
      // A browser has one subscription, which follows its user. Stores nothing if the account is being deleted at the same time.
      const { rows } = await pool.query<PushDevice>(
        `insert into app.push_subscriptions as d (id, user_id, name, endpoint, p256dh, auth, added_at)
         select $1, user_id, $3, $4, $5, $6, $7 from app.credentials where user_id = $2 for key share
         on conflict (id) do update set user_id = excluded.user_id, name = excluded.name, p256dh = excluded.p256dh,
           auth = excluded.auth, added_at = case when d.user_id = excluded.user_id then d.added_at else excluded.added_at end,
           reached_at = case when d.user_id = excluded.user_id then d.reached_at end
         returning id, name, added_at as "addedAt", reached_at as "reachedAt"`,
        [id, userId, name, endpoint, keys.p256dh, keys.auth, at],
      )
      // Waiting messages to the browser’s previous user must not reach the new one.
      await pool.query('delete from app.reminder_deliveries where device = $1 and user_id <> $2', [id, userId])
      await pool.query(
        `delete from app.push_subscriptions where id in (
           select id from app.push_subscriptions where user_id = $1 order by added_at desc, id offset $2)`,
        [userId, MOST_DEVICES],
      )
      return rows[0] ?? null
    },

    /** Returns whether the player had this device. */
    async remove(userId: number, id: string): Promise<boolean> {
      const { rowCount } = await pool.query('delete from app.push_subscriptions where id = $1 and user_id = $2', [
        id,
        userId,
      ])
      return rowCount === 1
    },

    /** Sends a test message; false: the player has no such device, or it has ended its subscription. Throws `OutboundFailure`. */
    async test(userId: number, id: string, at: string): Promise<boolean> {
      const { rows } = await pool.query<{ endpoint: string; p256dh: string; auth: string }>(
        'select endpoint, p256dh, auth from app.push_subscriptions where id = $1 and user_id = $2',
        [id, userId],
      )
      if (!rows[0]) return false
      const message = { title: 'Push works', body: 'This is how we’ll remind you.', tag: 'test', url: '/reminders' }
      const isSent = (await push.send(rows[0], message, 60)) === 'sent'
      await pool.query(
        isSent
          ? 'update app.push_subscriptions set reached_at = $2 where id = $1'
          : 'delete from app.push_subscriptions where id = $1 and $2::timestamptz is not null',
        [id, at],
      )
      return isSent
    },
  }
}

export type Devices = ReturnType<typeof createDevices>
