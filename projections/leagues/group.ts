import type { ProjectionGroup } from '../../src/slice/group.ts'
import { concernsLeagues, type LeaguesFact, leaguesEvents, projectLeagues } from './projector.ts'
import { type LeaguesTables, leaguesDdl, leaguesIndexes, leaguesVersion, leaguesViews } from './tables.ts'

/** Leagues and the teams in them, with everybody's times of joining and leaving. */
export const leaguesGroup: ProjectionGroup<LeaguesTables, LeaguesFact> = {
  name: 'leagues',
  version: leaguesVersion,
  events: leaguesEvents,
  concerns: concernsLeagues,
  ddl: leaguesDdl,
  indexes: leaguesIndexes,
  views: leaguesViews,
  project: projectLeagues,
}
