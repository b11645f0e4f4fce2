import type { Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { finalTableEvents } from '../../src/areas/final-table/events.ts'
import { finalTableTables } from '../../src/areas/final-table/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type FinalTableTables = TablesOf<typeof finalTableTables>
type Row = FinalTableTables['final_tables']

const handled = { ...finalTableEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>

/** Predictions of final tables. */
export const finalsGroup: ProjectionGroup<FinalTableTables, Handled> = {
  name: 'finals',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(finalTableTables),
  project,
}

/** Stores the last prediction of each player and season, then removes rows of erased people. */
async function project(
  tx: Transaction<FinalTableTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const rows = new Map<string, Row>()
  for (const { type, data, metadata } of facts) {
    if (type === 'UserDeleted') continue
    const { userId: user_id, season, clubIds: club_ids } = data
    rows.set(`${user_id} ${season}`, { season, user_id, club_ids, updated_at: metadata.at })
  }
  await saveRows(tx, 'final_tables', finalTableTables.public.final_tables, [...rows.values()])
  const players = [...rows.values()].map(({ user_id }) => user_id)
  const erased = await rememberErased(tx, facts, players)
  await erasePeople(tx, finalTableTables, erased)
  // Sent to the player alone: predictions of others are secret before the first cutoff.
  return [...new Set([...players, ...erased])].map((id) => ({ room: `user:${id}`, topic: 'final-table' }))
}
