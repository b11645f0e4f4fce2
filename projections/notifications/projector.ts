import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { notificationSettingsEvents } from '../../src/areas/notifications/events.ts'
import { notificationTables } from '../../src/areas/notifications/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type NotificationsTables = TablesOf<typeof notificationTables>

const handled = { ...notificationSettingsEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>

/** Kinds of notifications that players have muted. */
export const notificationsGroup: ProjectionGroup<NotificationsTables, Handled> = {
  name: 'notifications',
  version: 2,
  events: typesOf(handled),
  ...tablesFor(notificationTables),
  project,
}

/** The last list of each user in the batch replaces their rows. */
async function project(
  tx: Transaction<NotificationsTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const lists = new Map<number, readonly string[]>()
  for (const { type, data } of facts) if (type !== 'UserDeleted') lists.set(data.userId, data.kinds)
  const players = [...lists.keys()]
  await sql`delete from mutes where user_id = any(${players}::int[])`.execute(tx)
  const rows = [...lists].flatMap(([user_id, kinds]) => [...new Set(kinds)].map((kind) => ({ user_id, kind })))
  await sql`
    insert into mutes select * from jsonb_populate_recordset(null::mutes, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
  await erasePeople(tx, notificationTables, await rememberErased(tx, facts, players))
  return players.map((id) => ({ room: `user:${id}`, topic: 'notifications' }))
}
