import type { Reactor } from '../../projections/engine/reactor.ts'
import type { LeagueTeams } from './commands.ts'

/**
 * Who leaves a league, or is removed from it, leaves their team there. Joining a team is looked at too: it may have been
 * under way while its user left the league.
 */
export function createLeagueTeamReactor(teams: Pick<LeagueTeams, 'endOfStranger'>): Reactor<null> {
  return {
    name: 'teams-of-former-members',
    events: ['LeagueLeft', 'LeagueTeamCreated', 'LeagueTeamJoined'],
    initialState: null,
    async react(_state, event, context) {
      const { leagueId, userId, captainId } = event.data as { leagueId: number; userId?: number; captainId?: number }
      await teams.endOfStranger(leagueId, (userId ?? captainId)!, context)
      return null
    },
  }
}
