import type { ReadView } from '../../src/slice/group.ts'

/** Raise it when a table or the projector's logic changes. */
export const shoutsVersion = 1

export const shoutsDdl = `
create table shouts (
  id integer primary key,
  user_id integer not null,
  player_id integer not null,
  words text,
  shouted_at timestamptz not null
);
create index shouts_user on shouts (user_id);
create index shouts_player on shouts (player_id);

create table erased (
  user_id integer primary key
);
`

export interface ShoutsTables {
  shouts: { id: number; user_id: number; player_id: number; words: string | null; shouted_at: string }
  erased: { user_id: number }
}

export const shoutsViews: readonly ReadView[] = [
  { name: 'shouts', doc: 'One row a shout: `user_id` shouted `words` at `player_id`.' },
]
