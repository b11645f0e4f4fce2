import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Reactor } from '../../slice/reactor.ts'
import { leagueEvents } from '../leagues/events.ts'
import type { LeagueTeams } from './commands.ts'
import { leagueTeamEvents } from './events.ts'

const handled = {
  ...only(leagueEvents, 'LeagueLeft'),
  ...only(leagueTeamEvents, 'LeagueTeamCreated', 'LeagueTeamJoined'),
}

/**
 * Who leaves a league, or is removed from it, leaves their team there. Joining a team is looked at too: it may have been
 * under way while its user left the league.
 */
export function createLeagueTeamReactor(
  teams: Pick<LeagueTeams, 'endOfStranger'>,
): Reactor<null, EventsOf<typeof handled>> {
  return {
    name: 'teams-of-former-members',
    events: typesOf(handled),
    initialState: null,
    async react(_state, event, context) {
      const userId = event.type === 'LeagueTeamCreated' ? event.data.captainId : event.data.userId
      await teams.endOfStranger(event.data.leagueId, userId, context)
      return null
    },
  }
}
