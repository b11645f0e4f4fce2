import type { Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { profileEvents } from '../../src/areas/profiles/events.ts'
import { profileTables } from '../../src/areas/profiles/tables.ts'
import { type EventsOf, typesOf, without } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { foldRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

// Pictures are stored in `people`, with the names.
const handled = { ...without(profileEvents, 'AvatarChanged', 'AvatarRemoved'), UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>
type ProfilesTables = TablesOf<typeof profileTables>
type Row = ProfilesTables['profiles']

/** Profiles of players: name, bio, location, phone and favourite team. */
export const profilesGroup: ProjectionGroup<ProfilesTables, Handled> = {
  name: 'profiles',
  version: 2,
  events: typesOf(handled),
  ...tablesFor(profileTables),
  project,
}

async function project(
  tx: Transaction<ProfilesTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  await foldRows(tx, 'profiles', facts, fold)
  const userIds = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [] : [data.userId])))
  return [...userIds].map((id) => ({ room: `user:${id}`, topic: 'user' }))
}

function fold(before: Row | null, { type, data }: Recorded<Handled>): Row | null {
  const row: Row = before ?? {
    user_id: data.userId,
    ...{ first_name: null, last_name: null, bio: null, location: null, phone: null, favorite_team: null },
  }
  switch (type) {
    case 'NameChanged':
      return { ...row, first_name: data.firstName ?? null, last_name: data.lastName ?? null }
    case 'ProfileChanged': {
      const { bio = row.bio, location = row.location, phone = row.phone, favoriteTeam = row.favorite_team } = data
      return { ...row, bio, location, phone, favorite_team: favoriteTeam }
    }
    case 'UserDeleted':
      return null
  }
}
