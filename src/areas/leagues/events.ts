import { byCall, byCalls, byGame, callOf, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'
import type { Ruleset } from '../league-rules/contract.ts'

export const leagueIds: IdKind = {
  name: 'league',
  views: ['leagues'],
  hidden: { group: 'leagues', tables: ['leagues'] },
  isOrdered: true,
}

/** Stream of a league: `league-{id}`. */
export const leagueStream = (leagueId: number): string => `league-${leagueId}`

const ofLeague = { names: { id: 'leagueId' } }

/**
 * Stream `league-{id}`: settings, joins, leaves, succession, rules. League names are not personal data. Rules hold from a gameweek
 * on and replace those chosen for it and for later ones of its season; their withdrawal does too.
 */
export const leagueEvents = {
  LeagueCreated: event<{
    leagueId: number
    name: string
    description: string | null
    type: 'private' | 'public'
    creatorId: number
    joinCode: string
  }>({ test: byCall('POST /api/leagues') }),
  LeagueChanged: event<{ leagueId: number; name: string; description: string | null; type: 'private' | 'public' }>({
    test: byCall('PATCH /api/leagues/:id', { ...ofLeague, accepts: ['name', 'description', 'type'] }),
  }),
  LeagueJoined: event<{ leagueId: number; userId: number; how: 'code' | 'click' }>({
    test: byCalls(callOf('POST /api/leagues/:id/join', ofLeague), callOf('POST /api/leagues/join-code')),
  }),
  LeagueLeft: event<{ leagueId: number; userId: number; how: 'left' | 'removed' | 'deleted' }>({
    test: byCall('DELETE /api/leagues/:id/members/:userId', ofLeague),
  }),
  LeagueAdminChanged: event<{ leagueId: number; userId: number; how: 'handed-over' | 'succession' }>({
    test: byCall('PATCH /api/leagues/:id', { ...ofLeague, accepts: ['adminId'], needs: ['adminId'] }),
  }),
  LeagueJoinCodeChanged: event<{ leagueId: number; joinCode: string }>({
    test: byCall('POST /api/leagues/:id/join-code', ofLeague),
  }),
  LeagueRulesChanged: event<{ leagueId: number; season: string; fromGameweek: number; rules: Ruleset }>({
    test: byCall('PUT /api/leagues/:id/rules', ofLeague),
  }),
  LeagueRulesWithdrawn: event<{ leagueId: number; season: string; fromGameweek: number }>({
    test: byCall('DELETE /api/leagues/:id/rules', ofLeague),
  }),
  LeagueClosed: event<{ leagueId: number }>({ test: byGame }),
}
export type LeagueEvent = EventsOf<typeof leagueEvents>
