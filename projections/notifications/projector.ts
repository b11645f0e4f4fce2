import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { NotificationSettingsEvent } from '../../src/notifications/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type NotificationsTables, notificationsDdl, notificationsVersion, notificationsViews } from './tables.ts'

type Known = NotificationSettingsEvent | AccountEvent
const hearing = { NotificationsMuted: true, ...deletionsOnly } as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>

/** Which kinds of notifications players have muted. */
export const notificationsGroup: ProjectionGroup<NotificationsTables, Handled> = {
  name: 'notifications',
  version: notificationsVersion,
  events: heardIn(hearing),
  ddl: notificationsDdl,
  views: notificationsViews,
  project,
}

/** The last list of each user in the batch replaces what stood; of deleted users nothing stays. */
async function project(
  tx: Transaction<NotificationsTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const lists = new Map<number, readonly string[]>()
  const erased: number[] = []
  for (const fact of facts) {
    if (fact.type === 'UserDeleted') erased.push(fact.data.userId)
    else lists.set(fact.data.userId, fact.data.kinds)
  }
  if (erased.length > 0)
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
  const concerned = [...lists.keys(), ...erased]
  await sql`delete from mutes where user_id = any(${concerned}::int[])`.execute(tx)
  const rows = [...lists].flatMap(([user_id, kinds]) => kinds.map((kind) => ({ user_id, kind })))
  if (rows.length > 0)
    await sql`
      insert into mutes (user_id, kind)
      select r.user_id, r.kind from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id int, kind text)
      where not exists (select from erased e where e.user_id = r.user_id)
      on conflict do nothing
    `.execute(tx)
  return [...lists.keys()].map((id) => ({ room: `user:${id}`, topic: 'notifications' }))
}
