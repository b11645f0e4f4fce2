import type { Event } from '../kernel/event.ts'

/** Stream `league-{id}`. Names of leagues are not personal data. */
export type LeagueEvent =
  | Event<
      'LeagueCreated',
      {
        leagueId: number
        name: string
        description: string | null
        type: 'private' | 'public'
        creatorId: number
        joinCode: string
      }
    >
  | Event<'LeagueChanged', { leagueId: number; name: string; description: string | null; type: 'private' | 'public' }>
  | Event<'LeagueJoined', { leagueId: number; userId: number; how: 'code' | 'click' }>
  | Event<'LeagueLeft', { leagueId: number; userId: number; how: 'left' | 'removed' | 'deleted' }>
  | Event<'LeagueAdminChanged', { leagueId: number; userId: number; how: 'handed-over' | 'succession' }>
  | Event<'LeagueJoinCodeChanged', { leagueId: number; joinCode: string }>
  | Event<'LeagueClosed', { leagueId: number }>
