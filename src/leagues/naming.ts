import type { NamingOf } from '../kernel/naming.ts'
import type { LeagueEvent } from './events.ts'

/** Whom the events of leagues name. */
export const leagueNaming: NamingOf<LeagueEvent> = {
  LeagueCreated: { people: ['creatorId'], secret: ['joinCode'] },
  LeagueChanged: { people: [] },
  LeagueJoined: { people: ['userId'] },
  LeagueLeft: { people: ['userId'] },
  LeagueAdminChanged: { people: ['userId'] },
  LeagueJoinCodeChanged: { people: [], secret: ['joinCode'] },
  LeagueClosed: { people: [] },
}
