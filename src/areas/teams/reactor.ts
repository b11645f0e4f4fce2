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
 * Removes players who leave a league, or are removed from it, from their team there. Also checks new members of teams, because they may
 * have left the league while they joined.
 */
export function createLeagueTeamReactor(
  teams: Pick<LeagueTeams, 'removeNonMember' | 'removeFormerMember'>,
): Reactor<null, EventsOf<typeof handled>> {
  return {
    name: 'teams-of-former-members',
    events: typesOf(handled),
    initialState: null,
    async react(_state, event, context) {
      const { leagueId } = event.data
      if (event.type === 'LeagueLeft')
        await teams.removeFormerMember(leagueId, event.data.userId, event.position, context)
      else {
        const userId = event.type === 'LeagueTeamCreated' ? event.data.captainId : event.data.userId
        await teams.removeNonMember(leagueId, userId, context)
      }
      return null
    },
  }
}
