import { type Heard, type Hearing, heardIn } from '../kernel/event.ts'
import type { LeagueEvent } from '../leagues/events.ts'
import type { Reactor } from '../slice/reactor.ts'
import type { LeagueTeams } from './commands.ts'
import type { LeagueTeamEvent } from './events.ts'

type Known = LeagueEvent | LeagueTeamEvent
const hearing = {
  LeagueCreated: false,
  LeagueChanged: false,
  LeagueJoined: false,
  LeagueLeft: true,
  LeagueAdminChanged: false,
  LeagueJoinCodeChanged: false,
  LeagueClosed: false,
  LeagueTeamCreated: true,
  LeagueTeamJoined: true,
  LeagueTeamLeft: false,
  LeagueTeamRoleChanged: false,
  LeagueTeamDisbanded: false,
} as const satisfies Hearing<Known>

/**
 * Who leaves a league, or is removed from it, leaves their team there. Joining a team is looked at too: it may have been
 * under way while its user left the league.
 */
export function createLeagueTeamReactor(
  teams: Pick<LeagueTeams, 'endOfStranger'>,
): Reactor<null, Heard<Known, typeof hearing>> {
  return {
    name: 'teams-of-former-members',
    events: heardIn(hearing),
    initialState: null,
    async react(_state, event, context) {
      const userId = event.type === 'LeagueTeamCreated' ? event.data.captainId : event.data.userId
      await teams.endOfStranger(event.data.leagueId, userId, context)
      return null
    },
  }
}
