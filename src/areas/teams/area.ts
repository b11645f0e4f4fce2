import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { LEAGUES } from '../leagues/area.ts'
import { createLeagueTeams, type LeagueTeams, quotas } from './commands.ts'
import { leagueTeamEvents, leagueTeamIds } from './events.ts'
import { teamNotifications } from './notifications.ts'
import { createLeagueTeamReactor } from './reactor.ts'
import { leagueTeamRoutes } from './routes.ts'
import { leagueTeamTables } from './tables.ts'

export const TEAMS = { LeagueTeams: identifier<LeagueTeams>('LeagueTeams') } as const

/** Teams within leagues. They are projected with the leagues, in one group. */
export const teams: Area = {
  name: 'teams',
  events: leagueTeamEvents,
  module: new ContainerModule(({ bind }) => {
    bind(TEAMS.LeagueTeams).toResolvedValue(
      (handler, ids, leagues, log) => createLeagueTeams({ handler, ids, leagues, log }),
      [TYPES.Handler, TYPES.Ids, LEAGUES.Leagues, TYPES.Log],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, teams, seasons) => leagueTeamRoutes({ db, teams, seasons }),
      [TYPES.Database, TEAMS.LeagueTeams, FIXTURES.Seasons],
    )
    bind(PARTS.Reactor).toResolvedValue(createLeagueTeamReactor, [TEAMS.LeagueTeams])
  }),
  readModel: leagueTeamTables,
  quotas,
  ids: [leagueTeamIds],
  notifications: teamNotifications,
}
