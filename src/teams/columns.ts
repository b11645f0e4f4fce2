import type { ColumnWords } from '../slice/columns.ts'
import type { leagueTeamRows } from './read-model.ts'

export const leagueTeamColumns: ColumnWords<typeof leagueTeamRows> = {
  'read.league_teams': {
    id: 'Number of the team.',
    name: 'Its name.',
    description: 'What it says of itself; null: nothing.',
    captain_id: 'Its captain, by `people.id`, or the last one that it had.',
    max_members: 'How many may be in it.',
    color: 'Its colour, `#rrggbb`.',
    created_at: 'When it was founded.',
    disbanded_at: 'When the last member left; null: it stands.',
  },
  'read.league_team_stints': {
    team_id: 'The team, by `league_teams.id`.',
    revision: 'Revision of the joining in the stream of the league’s teams.',
    role: '`captain`, `vice-captain` or `member`, as of now or of when it ended.',
    left_at: 'When the player left; null: still in it.',
  },
}
