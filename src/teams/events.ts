import type { Event } from '../kernel/event.ts'

/** Stream `league-teams-{league id}`: all teams of a league and their members, so that "one team a user and league" is one aggregate. */
export type LeagueTeamEvent =
  | Event<
      'LeagueTeamCreated',
      {
        leagueId: number
        teamId: number
        name: string
        description: string | null
        captainId: number
        maxMembers: number
        teamColor: string
      }
    >
  | Event<'LeagueTeamJoined', { leagueId: number; teamId: number; userId: number }>
  | Event<
      'LeagueTeamLeft',
      { leagueId: number; teamId: number; userId: number; how: 'left' | 'removed' | 'league-left' }
    >
  | Event<
      'LeagueTeamRoleChanged',
      { leagueId: number; teamId: number; userId: number; role: 'captain' | 'vice-captain' | 'member' }
    >
  | Event<'LeagueTeamDisbanded', { leagueId: number; teamId: number }>
