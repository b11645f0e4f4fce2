import {
  boolean,
  code,
  integer,
  readModel,
  smallint,
  table,
  text,
  timestamp,
  type ViewsOf,
  viewOf,
} from '../../slice/table.ts'
import type { TeamRole } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof leagueTeamTables> {}
}

const teams = table({
  doc: 'One row a team that players founded in a league. `disbanded_at`: the last member left; its past results still count for the others. One that only test users were in is gone with them.',
  columns: {
    id: integer('Number of the team.'),
    league_id: integer(),
    name: text('Its name.'),
    description: text('What it says of itself; null: nothing.', { nullable: true }),
    captain_id: integer('Its captain, by `people.id`, or the last one that it had.', {
      dataSubject: { keeps: 'the last captain of a team that has ended' },
    }),
    max_members: smallint('How many may be in it.'),
    color: text('Its colour, `#rrggbb`.'),
    created_at: timestamp('When it was founded.'),
    disbanded_at: timestamp('When the last member left; null: it stands.', { nullable: true }),
    is_real: boolean('A user whom the testing tool did not create has been in it.'),
  },
  key: ['id'],
  readIndexes: { teams_league: '(league_id, id)' },
})

/** They stay after their end: points of that time are the team's. */
const stints = table({
  doc: 'One row a user’s time in a team: `joined_at` to `left_at` (null: still in it), with the present role. Who was in it twice has two.',
  columns: {
    team_id: integer('The team, by `league_teams.id`.'),
    user_id: integer(null, { dataSubject: 'deletes' }),
    revision: integer('Revision of the joining in the stream of the league’s teams.'),
    league_id: integer(),
    role: code<TeamRole>('`captain`, `vice-captain` or `member`, as of now or of when it ended.', {
      sql: "check (role in ('captain', 'vice-captain', 'member'))",
    }),
    joined_at: timestamp(),
    left_at: timestamp('When the player left; null: still in it.', { nullable: true }),
  },
  key: ['team_id', 'user_id', 'revision'],
  indexes: { stints_user: '(user_id)' },
  readIndexes: { stints_league: '(league_id)' },
})

/** Projected with leagues, in one group. */
export const leagueTeamTables = readModel(
  {
    league_teams: viewOf('teams', teams, {
      without: ['is_real'],
      where: 'is_real or disbanded_at is null or exists (select from stints s where s.team_id = teams.id)',
    }),
    league_team_stints: viewOf('stints', stints),
  },
  { teams, stints },
)
