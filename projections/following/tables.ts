import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const followingVersion = 1

/** Tables of the group `following`. `followed_players` counts what `follows` lists, so that those most followed are found by an index. */
export const followingDdl = `
create table follows (
  follower_id integer not null,
  followed_id integer not null,
  followed_at timestamptz not null,
  primary key (follower_id, followed_id)
);
create index follows_followed on follows (followed_id);

create table followed_players (
  user_id integer primary key,
  followers integer not null
);

create table erased (
  user_id integer primary key
);
`

export const followingIndexes = `
create index followed_players_order on followed_players (followers desc, user_id);
`

export interface FollowingTables {
  follows: ReadModels['read.follows']
  followed_players: ReadModels['read.followed_players']
  erased: { user_id: number }
}

export const followingViews: readonly ReadView[] = [
  { name: 'follows', doc: 'Who follows whom since when: the business of these two.' },
  { name: 'followed_players', doc: 'How many follow a player; without a row: nobody.' },
]
