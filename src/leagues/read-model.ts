import type { LeagueType } from '../contracts/leagues.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof leagueRows> {}
}

export const leagueRows = rows({
  'read.leagues': {
    id: 'integer',
    name: 'text',
    description: 'text | null',
    type: text<LeagueType>(),
    status: text<'active' | 'closed'>(),
    creator_id: 'integer',
    admin_id: 'integer',
    join_code: 'text',
    created_at: 'timestamp with time zone',
    members: 'integer',
    revision: 'integer',
    teams_revision: 'integer',
  },
  'read.league_members': {
    league_id: 'integer',
    user_id: 'integer',
    joined_at: 'timestamp with time zone',
    revision: 'integer',
  },
  'read.league_members_to_leave': {
    league_id: 'integer',
    user_id: 'integer',
  },
})
