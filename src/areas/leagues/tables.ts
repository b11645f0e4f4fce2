import {
  boolean,
  code,
  erased,
  integer,
  readModel,
  table,
  text,
  timestamp,
  type ViewsOf,
  view,
  viewOf,
} from '../../slice/table.ts'
import type { LeagueType } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof leagueTables> {}
}

const leagues = table({
  doc: 'One row per league. `members`: number of members. `revision`: latest one of its stream; `teams_revision`: latest one of its teams’ stream, -1 before the first. `status` closed: all members have left; a closed league of test users only is hidden. Name, members and code of a private league are visible to its members only.',
  columns: {
    id: integer('Id of the league.'),
    name: text('Name of the league.'),
    description: text('Description; null: none.', { nullable: true }),
    type: code<LeagueType>('`private` (joined by code, seen by members) or `public`.', {
      sql: "check (type in ('private', 'public'))",
    }),
    status: code<'active' | 'closed'>('`active`, or `closed` once all members have left.', {
      sql: "check (status in ('active', 'closed'))",
    }),
    creator_id: integer('Creator, by `people.id`; may have left or be deleted.', {
      dataSubject: { keeps: 'the creator is part of the league', isOthers: true },
    }),
    admin_id: integer('Admin of the league, by `people.id`; the last one if closed.', {
      dataSubject: { keeps: 'the last admin of a closed league' },
    }),
    join_code: code('Join code; only members may see it.', {
      hidden: 'anyone with the code can join',
      secret: true,
    }),
    created_at: timestamp(),
    members: integer('Number of members.'),
    revision: integer('Latest revision of the league’s stream.'),
    teams_revision: integer('Latest revision of its teams’ stream; -1: no team yet.'),
    own_rules: boolean('Whether the league has chosen rules of its own (`league_rules`).'),
    joker_changes: integer('Number of changes of its members’ jokers.'),
    is_real: boolean('Whether a real user has ever been a member. If not, only the id of the closed league is kept.'),
  },
  key: ['id'],
  readIndexes: {
    leagues_code: "(join_code) where status = 'active'",
    leagues_public: "(members desc, id) where type = 'public' and status = 'active'",
  },
})

const members = table({
  doc: 'One row per membership. `revision`: of the join in the league’s stream, which gives the order of joining.',
  columns: {
    league_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    joined_at: timestamp(),
    revision: integer('Revision of the join in the league’s stream: the order of joining.'),
    erased: boolean('The user is deleted; the hidden row waits for the league’s event.'),
  },
  key: ['league_id', 'user_id'],
  indexes: { members_user: '(user_id)' },
})

export const leagueTables = readModel(
  {
    leagues: viewOf('leagues', leagues, { without: ['is_real'], where: "is_real or status = 'active'" }),
    league_members: viewOf('members', members, { without: ['erased'], where: 'not erased' }),
    league_members_to_leave: view({
      doc: 'Deleted users who are still in leagues, for the reactor that removes them. Usually empty.',
      columns: { league_id: members.columns.league_id, user_id: members.columns.user_id },
      sql: 'select league_id, user_id from members where erased',
    }),
  },
  {
    leagues,
    members,
    erased,
    test_users: table({
      doc: 'Users created by the testing tool.',
      columns: { user_id: integer('Id of the user.') },
      key: ['user_id'],
    }),
  },
)
