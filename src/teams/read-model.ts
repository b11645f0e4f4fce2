import type { TeamRole } from '../contracts/league-teams.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof leagueTeamRows> {}
}

export const leagueTeamRows = rows({
  'read.league_teams': {
    id: 'integer',
    league_id: 'integer',
    name: 'text',
    description: 'text | null',
    captain_id: 'integer',
    max_members: 'smallint',
    color: 'text',
    created_at: 'timestamp with time zone',
    disbanded_at: 'timestamp with time zone | null',
  },
  'read.league_team_stints': {
    team_id: 'integer',
    user_id: 'integer',
    revision: 'integer',
    league_id: 'integer',
    role: text<TeamRole>(),
    joined_at: 'timestamp with time zone',
    left_at: 'timestamp with time zone | null',
  },
})
