import type { LeagueTeam } from '../contracts/league-teams.ts'
import { createKept } from '../kernel/kept.ts'
import type { SeenLeague } from '../leagues/queries.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { teamsOf } from './queries.ts'

/** Leagues whose teams are kept. */
const MOST_KEPT = 300

/** Teams of leagues, computed on the first read after a change. */
interface TeamLists {
  of(league: SeenLeague, season: string | null): Promise<readonly LeagueTeam[]>
}

export function createTeamLists({ db }: { readonly db: ReadDb }): TeamLists {
  const kept = createKept<readonly LeagueTeam[]>(MOST_KEPT)
  return {
    of: (league, season) => kept.get(`${league.id} ${season}`, league.version, () => teamsOf(db, league.id, season)),
  }
}
