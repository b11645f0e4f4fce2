import type { Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { reminderEvents } from '../../src/areas/reminders/events.ts'
import { reminderTables } from '../../src/areas/reminders/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { foldRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

const handled = { ...reminderEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>
type ReminderTables = TablesOf<typeof reminderTables>
type Row = ReminderTables['reminder_settings']

/** How players want to be reminded of missing picks. */
export const remindersGroup: ProjectionGroup<ReminderTables, Handled> = {
  name: 'reminders',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(reminderTables),
  project,
}

async function project(
  tx: Transaction<ReminderTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  await foldRows(tx, 'reminder_settings', facts, fold)
  const players = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [] : [data.userId])))
  return [...players].map((id) => ({ room: `user:${id}`, topic: 'reminders' }))
}

function fold(_row: Row | null, { type, data }: Recorded<Handled>): Row | null {
  if (type === 'UserDeleted') return null
  const { userId, mail, when, timeZone, pushDeclined } = data
  return { user_id: userId, mail, remind_when: when, time_zone: timeZone ?? null, push_declined: pushDeclined }
}
