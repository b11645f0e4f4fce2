import type { IdKind } from '../kernel/ids.ts'

/** Teams that players found in their leagues. */
export const leagueTeamIds: IdKind = {
  name: 'league_team',
  views: ['league_teams'],
  hidden: { group: 'leagues', tables: ['teams'] },
  isOrdered: true,
}
