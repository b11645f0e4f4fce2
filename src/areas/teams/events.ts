import { byCall, byGame, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'

/** Ids of teams in leagues. */
export const leagueTeamIds: IdKind = {
  name: 'league_team',
  views: ['league_teams'],
  hidden: { group: 'leagues', tables: ['teams'] },
  isOrdered: true,
}

/** Stream of all teams of a league. */
export const leagueTeamsStream = (leagueId: number): string => `league-teams-${leagueId}`

const ofLeague = { names: { id: 'leagueId' } }

/** Events of stream `league-teams-{league id}`: all teams of a league, because "one team per user and league" needs one aggregate. */
export const leagueTeamEvents = {
  LeagueTeamCreated: event<{
    leagueId: number
    teamId: number
    name: string
    description: string | null
    captainId: number
    maxMembers: number
    teamColor: string
  }>({
    test: byCall('POST /api/leagues/:id/teams', {
      ...ofLeague,
      accepts: ['name', 'description', 'maxMembers', 'teamColor'],
    }),
  }),
  LeagueTeamJoined: event<{ leagueId: number; teamId: number; userId: number }>({
    test: byCall('POST /api/teams/:teamId/members', { accepts: [] }),
  }),
  LeagueTeamLeft: event<{ leagueId: number; teamId: number; userId: number; how: 'left' | 'removed' | 'league-left' }>({
    test: byCall('DELETE /api/teams/:teamId/members/:userId'),
  }),
  LeagueTeamRoleChanged: event<{
    leagueId: number
    teamId: number
    userId: number
    role: 'captain' | 'vice-captain' | 'member'
  }>({ test: byCall('PATCH /api/teams/:teamId/members/:userId') }),
  LeagueTeamDisbanded: event<{ leagueId: number; teamId: number }>({ test: byGame }),
}
export type LeagueTeamEvent = EventsOf<typeof leagueTeamEvents>
