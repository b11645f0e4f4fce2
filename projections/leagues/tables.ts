import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const leaguesVersion = 3

/**
 * Tables of the group `leagues`. `erased`: the user is deleted; the row waits for the league's own event and nobody sees
 * it. Stints of a team stay after their end: points of that time are the team's. `is_real`: somebody has been in it whom the testing tool
 * did not make; of a league or a team without them nobody reads once it is over, and only its id is still known.
 */
export const leaguesDdl = `
create table leagues (
  id integer primary key,
  name text not null,
  description text,
  type text collate "C" not null check (type in ('private', 'public')),
  status text collate "C" not null check (status in ('active', 'closed')),
  creator_id integer not null,
  admin_id integer not null,
  join_code text collate "C" not null,
  created_at timestamptz not null,
  members integer not null,
  revision integer not null,
  teams_revision integer not null,
  is_real boolean not null
);

create table members (
  league_id integer not null,
  user_id integer not null,
  joined_at timestamptz not null,
  revision integer not null,
  erased boolean not null,
  primary key (league_id, user_id)
);
create index members_user on members (user_id);

create table teams (
  id integer primary key,
  league_id integer not null,
  name text not null,
  description text,
  captain_id integer not null,
  max_members smallint not null,
  color text not null,
  created_at timestamptz not null,
  disbanded_at timestamptz,
  is_real boolean not null
);

create table stints (
  team_id integer not null,
  user_id integer not null,
  revision integer not null,
  league_id integer not null,
  role text collate "C" not null check (role in ('captain', 'vice-captain', 'member')),
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (team_id, user_id, revision)
);
create index stints_user on stints (user_id);

create table erased (
  user_id integer primary key
);

create table test_users (
  user_id integer primary key
);
`

export const leaguesIndexes = `
create index leagues_code on leagues (join_code) where status = 'active';
create index leagues_public on leagues (members desc, id) where type = 'public' and status = 'active';
create index teams_league on teams (league_id, id);
create index stints_league on stints (league_id);
`

export interface LeaguesTables {
  leagues: ReadModels['read.leagues'] & { is_real: boolean }
  members: ReadModels['read.league_members'] & { erased: boolean }
  teams: ReadModels['read.league_teams'] & { is_real: boolean }
  stints: ReadModels['read.league_team_stints']
  erased: { user_id: number }
  test_users: { user_id: number }
}

export const leaguesViews: readonly ReadView[] = [
  {
    name: 'leagues',
    sql: `select id, name, description, type, status, creator_id, admin_id, join_code, created_at, members, revision, teams_revision
      from leagues where is_real or status = 'active'`,
    doc: 'One row a league. `members`: how many are in it. `revision`: of its stream, grows with every change; `teams_revision`: of the stream of its teams, -1 before the first. `status` closed: the last one has left; one that only test users were in is gone with that. Name, members and code of a private league are its members’ business.',
  },
  {
    name: 'league_members',
    sql: 'select league_id, user_id, joined_at, revision from members where not erased',
    doc: 'One row a league and member. `revision`: place of the joining in the league’s stream, so its order is that of joining.',
  },
  {
    name: 'league_members_to_leave',
    sql: 'select league_id, user_id from members where erased',
    doc: 'Deleted users whose leagues have not yet taken note; for the reactor that tells them. Usually empty.',
  },
  {
    name: 'league_teams',
    sql: `select id, league_id, name, description, captain_id, max_members, color, created_at, disbanded_at
      from teams t where is_real or disbanded_at is null or exists (select from stints s where s.team_id = t.id)`,
    doc: 'One row a team that players founded in a league. `disbanded_at`: the last member left; its past results still count for the others. One that only test users were in is gone with them.',
  },
  {
    name: 'league_team_stints',
    sql: 'select * from stints',
    doc: 'One row a user’s time in a team: `joined_at` to `left_at` (null: still in it), with the present role. Who was in it twice has two.',
  },
]
