import type { NamingOf } from '../kernel/naming.ts'
import type { LeagueTeamEvent } from './events.ts'

/** Whom the events of teams in leagues name. */
export const leagueTeamNaming: NamingOf<LeagueTeamEvent> = {
  LeagueTeamCreated: { people: ['captainId'] },
  LeagueTeamJoined: { people: ['userId'] },
  LeagueTeamLeft: { people: ['userId'] },
  LeagueTeamRoleChanged: { people: ['userId'] },
  LeagueTeamDisbanded: { people: [] },
}
