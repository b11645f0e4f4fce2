import { sql, type Transaction } from 'kysely'
import type { AccountEvent, LockoutEvent } from '../../src/accounts/events.ts'
import { usernameKey } from '../../src/accounts/username.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import { avatarUrlOf } from '../../src/profiles/avatar-name.ts'
import { displayNameOf } from '../../src/profiles/display-name.ts'
import type { ProfileEvent } from '../../src/profiles/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type PeopleTables, peopleDdl, peopleIndexes, peopleVersion, peopleViews } from './tables.ts'

type Person = PeopleTables['people']
type Lockout = PeopleTables['lockouts']

const ofPeople = {
  UserRegistered: true,
  UserLoggedIn: true,
  UserRoleChanged: true,
  UserPasswordChanged: false,
  UserDeleted: true,
  NameChanged: true,
  ProfileChanged: false,
  AvatarChanged: true,
  AvatarRemoved: true,
} as const satisfies Hearing<AccountEvent | ProfileEvent>
const ofLockouts = {
  LoginFailed: false,
  IpLocked: true,
  IpUnlocked: true,
  IpForgotten: true,
} as const satisfies Hearing<LockoutEvent>
type PeopleFact = Heard<AccountEvent | ProfileEvent, typeof ofPeople>
type LockoutFact = Heard<LockoutEvent, typeof ofLockouts>
/** Change what everybody sees of somebody. */
const SHOWN = new Set<PeopleFact['type']>(['NameChanged', 'AvatarChanged', 'AvatarRemoved'])
type PeopleEvent = Recorded<PeopleFact>
type IpEvent = Recorded<LockoutFact>

/** Who is here, and which addresses are locked. */
export const peopleGroup: ProjectionGroup<PeopleTables, PeopleFact | LockoutFact> = {
  name: 'people',
  version: peopleVersion,
  events: [...heardIn(ofPeople), ...heardIn(ofLockouts)],
  ddl: peopleDdl,
  indexes: peopleIndexes,
  views: peopleViews,
  async project(tx, events) {
    const people = events.filter((event): event is PeopleEvent => event.type in ofPeople)
    const locks = events.filter((event): event is IpEvent => event.type in ofLockouts)
    if (people.length > 0) await projectPeople(tx, people)
    if (locks.length > 0) await projectLockouts(tx, locks)
    return changesOf(people, locks)
  },
}

/** Folds the batch over the rows it touches and writes each of them once. */
async function projectPeople(tx: Transaction<PeopleTables>, events: readonly PeopleEvent[]): Promise<void> {
  const known = new Set(events.filter((event) => event.type === 'UserRegistered').map((event) => event.data.userId))
  const others = [...new Set(events.map((event) => event.data.userId))].filter((id) => !known.has(id))
  const rows = new Map<number, Person>()
  if (others.length > 0)
    for (const row of await tx
      .selectFrom('people')
      .selectAll()
      .where('id', '=', sql<number>`any(${others}::bigint[])`)
      .execute())
      rows.set(row.id, row)
  for (const event of events) {
    const row = foldPerson(rows.get(event.data.userId), event)
    if (row) rows.set(row.id, row)
  }
  await upsertPeople(tx, [...rows.values()])
}

/** A login, role, name or picture of somebody the table does not know changes nothing. */
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
      return row && ifThere(row, { display_name: displayNameOf(row.username, event.data) })
    case 'AvatarChanged':
      return row && ifThere(row, { profile_image: avatarUrlOf(event.data.name) })
    case 'AvatarRemoved':
      return row && ifThere(row, { profile_image: null })
    case 'UserDeleted': {
      const nameless = { username: null, username_key: null, display_name: null, profile_image: null }
      return row && { ...row, ...nameless, role: 'user', last_login_at: null, deleted_at: at }
    }
  }
}

/** What somebody looks like; whoever is deleted looks like nobody. */
const ifThere = (row: Person, shown: Partial<Person>): Person => (row.deleted_at === null ? { ...row, ...shown } : row)

async function upsertPeople(tx: Transaction<PeopleTables>, rows: readonly Person[]): Promise<void> {
  await sql`
    insert into people (id, username, username_key, display_name, profile_image, role, registered_at, last_login_at, deleted_at)
    select id, username, username_key, display_name, profile_image, role, registered_at, last_login_at, deleted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id bigint, username text, username_key text, display_name text, profile_image text, role text, registered_at timestamptz,
      last_login_at timestamptz, deleted_at timestamptz)
    on conflict (id) do update set
      username = excluded.username, username_key = excluded.username_key, display_name = excluded.display_name,
      profile_image = excluded.profile_image, role = excluded.role,
      registered_at = excluded.registered_at, last_login_at = excluded.last_login_at, deleted_at = excluded.deleted_at
  `.execute(tx)
}

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
  await upsertLockouts(tx, [...rows.values()])
}

/** An administrator's unlock takes the address off the list; a lock that ran out stays as recently unlocked. */
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

async function upsertLockouts(tx: Transaction<PeopleTables>, rows: readonly Lockout[]): Promise<void> {
  await sql`
    insert into lockouts (key, ip, failed_attempts, locked_at, locked_until, unlocked_at)
    select key, ip, failed_attempts, locked_at, locked_until, unlocked_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      key text, ip text, failed_attempts int, locked_at timestamptz, locked_until timestamptz, unlocked_at timestamptz)
    on conflict (key) do update set
      ip = excluded.ip, failed_attempts = excluded.failed_attempts, locked_at = excluded.locked_at,
      locked_until = excluded.locked_until, unlocked_at = excluded.unlocked_at
  `.execute(tx)
}

function changesOf(people: readonly PeopleEvent[], locks: readonly IpEvent[]): LiveChange[] {
  const ids = new Set(people.map((event) => event.data.userId))
  const changes: LiveChange[] = [...ids].map((id) => ({ room: `user:${id}`, topic: 'user' }))
  if (people.some(({ type }) => SHOWN.has(type))) changes.push({ room: 'all', topic: 'people' })
  if (locks.length > 0) changes.push({ room: 'admins', topic: 'lockouts' })
  return changes
}
