import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../teams/allowances.ts'
import { leagueTeamColumns } from '../teams/columns.ts'
import { createLeagueTeams, type LeagueTeams } from '../teams/commands.ts'
import { leagueTeamIds } from '../teams/ids.ts'
import { leagueTeamLetters } from '../teams/letters.ts'
import { leagueTeamNaming } from '../teams/naming.ts'
import { createLeagueTeamReactor } from '../teams/reactor.ts'
import { leagueTeamRows } from '../teams/read-model.ts'
import { leagueTeamRoutes } from '../teams/routes.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'
import { LEAGUES } from './leagues.ts'

export const TEAMS = { LeagueTeams: identifier<LeagueTeams>('LeagueTeams') } as const

/** Teams within leagues; the read model of leagues holds them. */
export const teams: Area = {
  name: 'teams',
  naming: leagueTeamNaming,
  module: new ContainerModule(({ bind }) => {
    bind(TEAMS.LeagueTeams).toResolvedValue(
      (handler, ids, leagues) => createLeagueTeams({ handler, ids, leagues }),
      [TYPES.Handler, TYPES.Ids, LEAGUES.Leagues],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, teams, seasons) => leagueTeamRoutes({ db, teams, seasons }),
      [TYPES.Database, TEAMS.LeagueTeams, FIXTURES.Seasons],
    )
    bind(PARTS.Reactor).toResolvedValue(createLeagueTeamReactor, [TEAMS.LeagueTeams])
  }),
  rows: leagueTeamRows,
  columns: leagueTeamColumns,
  allowances,
  ids: [leagueTeamIds],
  letters: leagueTeamLetters,
  person: [
    { view: 'league_teams', by: ['captain_id'], keeps: { captain_id: 'the last captain of a team that has ended' } },
    { view: 'league_team_stints', by: ['user_id'] },
  ],
}
