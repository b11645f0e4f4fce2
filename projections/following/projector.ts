import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { followEvents } from '../../src/areas/following/events.ts'
import { followingTables } from '../../src/areas/following/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type FollowingTables = TablesOf<typeof followingTables>
type Tx = Transaction<FollowingTables>

const handled = { ...followEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>

/** Followers and followed players. */
export const followingGroup: ProjectionGroup<FollowingTables, Handled> = {
  name: 'following',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(followingTables),
  project,
}

interface Pair {
  readonly follower_id: number
  readonly followed_id: number
  readonly followed_at: string
  readonly isFollowing: boolean
}

/** Replaces the row of each pair by its last event in the batch, deletes rows of erased people on either side, then counts followers. */
async function project(tx: Tx, facts: readonly Recorded<Handled>[]): Promise<readonly LiveChange[]> {
  const pairs = new Map<string, Pair>()
  for (const { type, data, metadata } of facts) {
    switch (type) {
      case 'UserDeleted':
        break
      case 'PlayerFollowed':
      case 'PlayerUnfollowed': {
        const { followerId: follower_id, followedId: followed_id } = data
        const pair = { follower_id, followed_id, followed_at: metadata.at, isFollowing: type === 'PlayerFollowed' }
        pairs.set(`${follower_id} ${followed_id}`, pair)
        break
      }
      default:
        data satisfies never
    }
  }
  const changed = [...pairs.values()]
  const named = changed.flatMap(({ follower_id, followed_id }) => [follower_id, followed_id])
  const erased = await rememberErased(tx, facts, named)
  const followed = new Set([...changed.map(({ followed_id }) => followed_id), ...(await followedBy(tx, erased))])
  await replace(tx, changed)
  await erasePeople(tx, followingTables, erased)
  await count(tx, [...followed])
  return [...new Set(changed.map(({ follower_id }) => follower_id))].map((id) => ({
    room: `user:${id}`,
    topic: 'shares',
  }))
}

async function followedBy(tx: Tx, people: ReadonlySet<number>): Promise<readonly number[]> {
  if (people.size === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct followed_id as id from follows where follower_id = any(${[...people]}::int[])`.execute(tx)
  return rows.map(({ id }) => id)
}

async function replace(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`
    delete from follows where (follower_id, followed_id) in (
      select follower_id, followed_id from jsonb_populate_recordset(null::follows, ${JSON.stringify(pairs)}::jsonb))
  `.execute(tx)
  await sql`
    insert into follows
    select * from jsonb_populate_recordset(null::follows, ${JSON.stringify(pairs.filter((pair) => pair.isFollowing))}::jsonb)
  `.execute(tx)
}

async function count(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`delete from followed_players where user_id = any(${[...userIds]}::int[])`.execute(tx)
  await sql`
    insert into followed_players (user_id, followers)
    select followed_id, count(*)::int from follows where followed_id = any(${[...userIds]}::int[]) group by followed_id
  `.execute(tx)
}
