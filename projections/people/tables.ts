import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const peopleVersion = 3

export const peopleDdl = `
  create table people (
    id bigint primary key,
    username text,
    username_key text collate "C",
    display_name text,
    profile_image text collate "C",
    role text collate "C" not null check (role in ('user', 'admin')),
    registered_at timestamptz not null,
    last_login_at timestamptz,
    deleted_at timestamptz
  );

  create table lockouts (
    key text collate "C" primary key,
    ip text,
    failed_attempts int not null,
    locked_at timestamptz not null,
    locked_until timestamptz not null,
    unlocked_at timestamptz
  );
`

export const peopleIndexes = `
  create index on people (username_key, id);
  create index on people (registered_at, id) where deleted_at is null;
  create index on lockouts (locked_until);
`

export interface PeopleTables {
  people: ReadModels['read.people']
  lockouts: ReadModels['read.lockouts']
}

export const peopleViews: readonly ReadView[] = [
  {
    name: 'people',
    doc: 'A person who has registered. The only place where usernames stand in the clear; deleted people keep their row (deleted_at) without a name. display_name is first and last name where given, else the username; profile_image is the address of their picture. last_login_at is null until the first login after registering.',
  },
  {
    name: 'lockouts',
    doc: 'An address (IPv4, or the /64 of an IPv6 address) that was locked within the last 29 days, by five failed logins in 15 minutes or by thirty in an hour over three names or more, and not unlocked by an administrator. locked_until passes by itself; unlocked_at is set once that was recorded.',
  },
]
