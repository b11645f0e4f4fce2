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
  doc: 'One row per team in a league. `disbanded_at`: the last member left; its past results still count in the comparison with other teams. A team that had test users only is deleted with them.',
  columns: {
    id: integer('Number of the team.'),
    league_id: integer(),
    name: text('Its name.'),
    description: text('Its description; null: none.', { nullable: true }),
    captain_id: integer('Its captain, by `people.id`; of a disbanded team, the last one.', {
      dataSubject: { keeps: 'the last captain of a team that has ended' },
    }),
    max_members: smallint('Maximum number of members.'),
    color: text('Its colour, `#rrggbb`.'),
    created_at: timestamp('When it was founded.'),
    disbanded_at: timestamp('When the last member left; null: it has members.', { nullable: true }),
    is_real: boolean('A user whom the testing tool did not create has been in it.'),
  },
  key: ['id'],
  readIndexes: { teams_league: '(league_id, id)' },
})

/** Rows stay after a stint has ended, because its points still count for the team. */
const stints = table({
  doc: 'One row per stint of a user in a team: `joined_at` to `left_at` (null: current member), with the present role. A user who joins again has a second row.',
  columns: {
    team_id: integer('The team, by `league_teams.id`.'),
    user_id: integer(null, { dataSubject: 'deletes' }),
    revision: integer('Revision of the joining event in the stream of the league’s teams.'),
    league_id: integer(),
    role: code<TeamRole>('`captain`, `vice-captain` or `member`: the current role, or the last one.', {
      sql: "check (role in ('captain', 'vice-captain', 'member'))",
    }),
    joined_at: timestamp(),
    left_at: timestamp('When the player left; null: current member.', { nullable: true }),
  },
  key: ['team_id', 'user_id', 'revision'],
  indexes: { stints_user: '(user_id)' },
  readIndexes: { stints_league: '(league_id)' },
})

/** Projected in the group of leagues. */
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
