import { accountEvents } from '../../src/areas/accounts/events.ts'
import { shoutEvents } from '../../src/areas/shouts/events.ts'
import { shoutTables } from '../../src/areas/shouts/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type ShoutsTables = TablesOf<typeof shoutTables>
const handled = { ...shoutEvents, UserDeleted: accountEvents.UserDeleted }

/** Projects shouts between players. */
export const shoutsGroup: ProjectionGroup<ShoutsTables, EventsOf<typeof handled>> = {
  name: 'shouts',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(shoutTables),
  /** Adds the batch's shouts. Deletes those of erased people, even if their events follow the deletion. */
  async project(tx, facts) {
    const rows = facts.flatMap(({ type, data }) => {
      if (type === 'UserDeleted') return []
      const { shoutId: id, userId: user_id, playerId: player_id, words, postedAt: posted_at } = data
      return { id, user_id, player_id, words, posted_at }
    })
    if (rows.length > 0) await tx.insertInto('shouts').values(rows).execute()
    const people = rows.flatMap(({ user_id, player_id }) => [user_id, player_id])
    await erasePeople(tx, shoutTables, await rememberErased(tx, facts, people))
    return people.map((id) => ({ room: `user:${id}`, topic: 'shouts' }))
  },
}
