import { sql, type Transaction } from 'kysely'
import { accountEvents, lockoutEvents } from '../../src/areas/accounts/events.ts'
import { accountTables } from '../../src/areas/accounts/tables.ts'
import { usernameKey } from '../../src/areas/accounts/username.ts'
import { avatarUrlOf } from '../../src/areas/profiles/avatar-name.ts'
import { displayNameOf } from '../../src/areas/profiles/display-name.ts'
import { profileEvents } from '../../src/areas/profiles/events.ts'
import { type EventsOf, typesOf, without } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

type PeopleTables = TablesOf<typeof accountTables>
type Person = PeopleTables['people']
type Lockout = PeopleTables['lockouts']

const ofPeople = { ...without(accountEvents, 'UserPasswordChanged'), ...without(profileEvents, 'ProfileChanged') }
const ofLockouts = without(lockoutEvents, 'LoginFailed')
type PeopleFact = EventsOf<typeof ofPeople>
type LockoutFact = EventsOf<typeof ofLockouts>
/** Events that change a name or picture shown to all players. */
const SHOWN = new Set<PeopleFact['type']>(['NameChanged', 'AvatarChanged', 'AvatarRemoved'])
type PeopleEvent = Recorded<PeopleFact>
type IpEvent = Recorded<LockoutFact>

/** Accounts, and locked addresses. */
export const peopleGroup: ProjectionGroup<PeopleTables, PeopleFact | LockoutFact> = {
  name: 'people',
  version: 4,
  events: typesOf({ ...ofPeople, ...ofLockouts }),
  ...tablesFor(accountTables),
  async project(tx, events) {
    const people = events.filter((event): event is PeopleEvent => event.type in ofPeople)
    const locks = events.filter((event): event is IpEvent => event.type in ofLockouts)
    if (people.length > 0) await projectPeople(tx, people)
    if (locks.length > 0) await projectLockouts(tx, locks)
    return changesOf(people, locks)
  },
}

/** Folds the batch over the rows it changes and writes each of them once. */
async function projectPeople(tx: Transaction<PeopleTables>, events: readonly PeopleEvent[]): Promise<void> {
  const ids = [...new Set(events.map((event) => event.data.userId))]
  const before = await tx
    .selectFrom('people')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const rows = new Map<number, Person>(before.map((row) => [row.id, row]))
  for (const event of events) {
    const row = foldPerson(rows.get(event.data.userId), event)
    if (row) rows.set(row.id, row)
  }
  await saveRows(tx, 'people', accountTables.public.people, [...rows.values()])
}

/** A login, role, name or picture of an unknown person changes nothing. */
function foldPerson(row: Person | undefined, event: PeopleEvent): Person | undefined {
  const { at } = event.metadata
  switch (event.type) {
    case 'UserRegistered': {
      const { userId, role } = event.data
      const username: string | null = event.data.username ?? null
      return {
        id: userId,
        username,
        username_key: username === null ? null : usernameKey(username),
        display_name: username,
        profile_image: null,
        role,
        registered_at: at,
        last_login_at: null,
        deleted_at: null,
      }
    }
    case 'UserLoggedIn':
      return row && { ...row, last_login_at: at }
    case 'UserRoleChanged':
      return row && { ...row, role: event.data.role }
    case 'NameChanged':
      return row && unlessDeleted(row, { display_name: displayNameOf(row.username, event.data) })
    case 'AvatarChanged':
      return row && unlessDeleted(row, { profile_image: avatarUrlOf(event.data.name) })
    case 'AvatarRemoved':
      return row && unlessDeleted(row, { profile_image: null })
    case 'UserDeleted': {
      const nameless = { username: null, username_key: null, display_name: null, profile_image: null }
      return row && { ...row, ...nameless, role: 'user', last_login_at: null, deleted_at: at }
    }
  }
}

/** Changes the displayed name or picture, unless the person is deleted. */
const unlessDeleted = (row: Person, shown: Partial<Person>): Person =>
  row.deleted_at === null ? { ...row, ...shown } : row

async function projectLockouts(tx: Transaction<PeopleTables>, events: readonly IpEvent[]): Promise<void> {
  const keys = [...new Set(events.map((event) => event.data.key))]
  const before = await tx
    .selectFrom('lockouts')
    .selectAll()
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  const rows = new Map<string, Lockout>(before.map((row) => [row.key, row]))
  for (const event of events) foldLockout(rows, event)
  const gone = keys.filter((key) => !rows.has(key))
  if (gone.length > 0) await tx.deleteFrom('lockouts').where('key', '=', sql<string>`any(${gone}::text[])`).execute()
  await saveRows(tx, 'lockouts', accountTables.public.lockouts, [...rows.values()])
}

/** An administrator's unlock removes the row; an expired lock stays as recently unlocked. */
function foldLockout(rows: Map<string, Lockout>, event: IpEvent): void {
  const { key } = event.data
  const { at } = event.metadata
  if (event.type === 'IpLocked') {
    const { ip, attempts, until } = event.data
    rows.set(key, {
      key,
      ip,
      failed_attempts: attempts,
      locked_at: at,
      locked_until: until,
      unlocked_at: null,
    })
    return
  }
  const row = rows.get(key)
  if (event.type === 'IpForgotten' || event.data.how === 'admin') rows.delete(key)
  else if (row && row.unlocked_at === null) rows.set(key, { ...row, unlocked_at: at })
}

function changesOf(people: readonly PeopleEvent[], locks: readonly IpEvent[]): LiveChange[] {
  const ids = new Set(people.map((event) => event.data.userId))
  const changes: LiveChange[] = [...ids].map((id) => ({ room: `user:${id}`, topic: 'user' }))
  if (people.some(({ type }) => SHOWN.has(type))) changes.push({ room: 'all', topic: 'people' })
  if (locks.length > 0) changes.push({ room: 'admins', topic: 'lockouts' })
  return changes
}
