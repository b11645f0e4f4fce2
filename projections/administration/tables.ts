import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const administrationVersion = 2

/** Tables of the group `administration`. Acts are numbered by the projector: several may be of the same moment. */
export const administrationDdl = `
create table acts (
  id text collate "C" primary key,
  n integer not null unique,
  at timestamptz not null,
  kind text collate "C" not null,
  by_user_id integer,
  at_server boolean not null,
  user_id integer,
  fixture_id integer,
  home_score smallint,
  away_score smallint,
  outcome text collate "C",
  kickoff timestamptz,
  addresses integer not null,
  reason text,
  why text collate "C"
);
create index acts_by on acts (by_user_id);
create index acts_user on acts (user_id);

create table user_counts (
  one boolean primary key default true check (one),
  users integer not null
);

create table erased (
  user_id integer primary key
);
`

export interface AdministrationTables {
  acts: ReadModels['read.administrators_acts']
  user_counts: { one: boolean; users: number }
  erased: { user_id: number }
}

export const administrationViews: readonly ReadView[] = [
  {
    name: 'administrators_acts',
    sql: 'select * from acts',
    doc:
      'What administrators did, one row an act, numbered as they came: roles, resets, deletions, addresses let in again (`addresses`: how many at once), runs of unlocking and rulings about ' +
      'matches. `by_user_id` null: somebody deleted by now, or, with `at_server`, whoever sat at the server. `user_id`: to whom; null once they are deleted, with the `reason` that ' +
      'was written. `why`: the reason of a deletion, one of a few words.',
  },
  {
    name: 'user_counts',
    sql: 'select users from user_counts',
    doc: 'One row once anybody has registered: how many accounts there are, without the deleted ones.',
  },
]
