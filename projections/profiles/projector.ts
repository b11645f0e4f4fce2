import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { ProfileEvent } from '../../src/profiles/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type ProfilesTables, profilesDdl, profilesVersion, profilesViews } from './tables.ts'

type Known = ProfileEvent | AccountEvent
const hearing = {
  NameChanged: true,
  ProfileChanged: true,
  // Pictures stand beside the names, in `people`.
  AvatarChanged: false,
  AvatarRemoved: false,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>
type Row = ProfilesTables['profiles']

/** What people say of themselves. */
export const profilesGroup: ProjectionGroup<ProfilesTables, Handled> = {
  name: 'profiles',
  version: profilesVersion,
  events: heardIn(hearing),
  ddl: profilesDdl,
  views: profilesViews,
  project,
}

/** Folds the batch over the rows it touches and writes each of them once; of deleted users nothing stays. */
async function project(
  tx: Transaction<ProfilesTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const erased = facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []))
  if (erased.length > 0)
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
  const concerned = [...new Set(facts.map(({ data }) => data.userId))]
  const before = await sql<Row>`delete from profiles where user_id = any(${concerned}::int[]) returning *`.execute(tx)
  const rows = new Map(before.rows.map((row) => [row.user_id, row]))
  for (const fact of facts) fold(rows, fact)
  if (rows.size > 0)
    await sql`
      insert into profiles (user_id, first_name, last_name, bio, location, phone, favorite_team)
      select r.user_id, r.first_name, r.last_name, r.bio, r.location, r.phone, r.favorite_team
      from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as r (
        user_id int, first_name text, last_name text, bio text, location text, phone text, favorite_team int)
      where not exists (select from erased e where e.user_id = r.user_id)
    `.execute(tx)
  const told = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [] : [data.userId])))
  return [...told].map((id) => ({ room: `user:${id}`, topic: 'user' }))
}

function fold(rows: Map<number, Row>, fact: Recorded<Handled>): void {
  const { userId } = fact.data
  const row: Row = rows.get(userId) ?? {
    user_id: userId,
    ...{ first_name: null, last_name: null, bio: null, location: null, phone: null, favorite_team: null },
  }
  switch (fact.type) {
    case 'NameChanged': {
      const { firstName, lastName } = fact.data
      rows.set(userId, { ...row, first_name: firstName ?? null, last_name: lastName ?? null })
      return
    }
    case 'ProfileChanged': {
      const { bio = row.bio, location = row.location, phone = row.phone, favoriteTeam = row.favorite_team } = fact.data
      rows.set(userId, { ...row, bio, location, phone, favorite_team: favoriteTeam })
      return
    }
    case 'UserDeleted':
      rows.delete(userId)
  }
}
