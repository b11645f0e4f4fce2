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
  doc: 'One row a league. `members`: how many are in it. `revision`: of its stream, grows with every change; `teams_revision`: of the stream of its teams, -1 before the first. `status` closed: the last one has left; one that only test users were in is gone with that. Name, members and code of a private league are its members’ business.',
  columns: {
    id: integer('Number of the league.'),
    name: text('Its name.'),
    description: text('What its founder says of it; null: nothing.', { nullable: true }),
    type: code<LeagueType>('`private` (joined by code, seen by members) or `public`.', {
      sql: "check (type in ('private', 'public'))",
    }),
    status: code<'active' | 'closed'>('`active`, or `closed` once the last one has left.', {
      sql: "check (status in ('active', 'closed'))",
    }),
    creator_id: integer('Who founded it, by `people.id`; they may have left or be deleted.', {
      dataSubject: { keeps: 'who founded it belongs to the league', isOthers: true },
    }),
    admin_id: integer('Who runs it, by `people.id`, or did when it closed.', {
      dataSubject: { keeps: 'the last administrator of a league that has closed' },
    }),
    join_code: code('The code that lets in. Nobody but members may know it.', {
      hidden: 'whoever has it is in',
      secret: true,
      searched: true,
    }),
    created_at: timestamp(),
    members: integer('How many are in it.'),
    revision: integer('Latest revision of its stream in the log.'),
    teams_revision: integer('Latest revision of the stream of its teams; -1: none has been founded.'),
    is_real: boolean(
      'A user whom the testing tool did not create has been a member. Without one, only the id of a closed league remains known.',
    ),
  },
  key: ['id'],
  readIndexes: {
    leagues_code: "(join_code) where status = 'active'",
    leagues_public: "(members desc, id) where type = 'public' and status = 'active'",
  },
})

const members = table({
  doc: 'One row a league and member. `revision`: place of the joining in the league’s stream, so its order is that of joining.',
  columns: {
    league_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    joined_at: timestamp(),
    revision: integer('Revision of the joining in the league’s stream: the order of joining.'),
    erased: boolean('The user is deleted; the row is hidden and waits for the event of the league.'),
  },
  key: ['league_id', 'user_id'],
  indexes: { members_user: '(user_id)' },
})

export const leagueTables = readModel(
  {
    leagues: viewOf('leagues', leagues, { without: ['is_real'], where: "is_real or status = 'active'" }),
    league_members: viewOf('members', members, { without: ['erased'], where: 'not erased' }),
    league_members_to_leave: view({
      doc: 'Deleted users whose leagues have not yet taken note; for the reactor that tells them. Usually empty.',
      columns: { league_id: members.columns.league_id, user_id: members.columns.user_id },
      sql: 'select league_id, user_id from members where erased',
    }),
  },
  {
    leagues,
    members,
    erased,
    test_users: table({
      doc: 'Users whom the testing tool created.',
      columns: { user_id: integer('Id of the user.') },
      key: ['user_id'],
    }),
  },
)
