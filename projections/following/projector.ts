import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import type { FollowEvent } from '../../src/following/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type FollowingTables, followingDdl, followingIndexes, followingVersion, followingViews } from './tables.ts'

type Known = FollowEvent | AccountEvent
const hearing = { PlayerFollowed: true, PlayerUnfollowed: true, ...deletionsOnly } as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>

/** Who follows whom. */
export const followingGroup: ProjectionGroup<FollowingTables, Handled> = {
  name: 'following',
  version: followingVersion,
  events: heardIn(hearing),
  ddl: followingDdl,
  indexes: followingIndexes,
  views: followingViews,
  project,
}

interface Pair {
  readonly follower_id: number
  readonly followed_id: number
  readonly followed_at: string
  readonly isFollowing: boolean
}

/** The last word of each pair in the batch replaces what stood; of deleted users nothing stays on either side. Then the followed are counted anew. */
async function project(
  tx: Transaction<FollowingTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const pairs = new Map<string, Pair>()
  const erased: number[] = []
  for (const { type, data, metadata } of facts) {
    if (type === 'UserDeleted') erased.push(data.userId)
    else {
      const { followerId: follower_id, followedId: followed_id } = data
      const pair = { follower_id, followed_id, followed_at: metadata.at, isFollowing: type === 'PlayerFollowed' }
      pairs.set(`${follower_id} ${followed_id}`, pair)
    }
  }
  if (erased.length > 0)
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
  const changed = [...pairs.values()]
  const followed = new Set(changed.map(({ followed_id }) => followed_id))
  for (const id of await removed(tx, changed, erased)) followed.add(id)
  await sql`
    insert into follows (follower_id, followed_id, followed_at)
    select r.follower_id, r.followed_id, r.followed_at
    from jsonb_populate_recordset(null::follows, ${JSON.stringify(changed.filter((pair) => pair.isFollowing))}::jsonb) r
    where not exists (select from erased e where e.user_id in (r.follower_id, r.followed_id))
  `.execute(tx)
  await count(tx, [...followed])
  return [...new Set(changed.map(({ follower_id }) => follower_id))].map((id) => ({
    room: `user:${id}`,
    topic: 'shares',
  }))
}

/** Takes away what the batch replaces, and what is of deleted users. Gives who was followed. */
async function removed(
  tx: Transaction<FollowingTables>,
  pairs: readonly Pair[],
  erased: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from follows f where f.follower_id = any(${[...erased]}::int[]) or f.followed_id = any(${[...erased]}::int[])
        or (f.follower_id, f.followed_id) in (
          select r.follower_id, r.followed_id from jsonb_populate_recordset(null::follows, ${JSON.stringify(pairs)}::jsonb) r)
      returning followed_id
    ) select distinct followed_id as id from gone
  `.execute(tx)
  return rows.map(({ id }) => id)
}

async function count(tx: Transaction<FollowingTables>, userIds: readonly number[]): Promise<void> {
  await sql`delete from followed_players where user_id = any(${[...userIds]}::int[])`.execute(tx)
  await sql`
    insert into followed_players (user_id, followers)
    select followed_id, count(*)::int from follows where followed_id = any(${[...userIds]}::int[]) group by followed_id
  `.execute(tx)
}
