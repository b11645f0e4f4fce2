import useSWR from 'swr'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import type { League, LeagueDetail, LeagueStatistics } from '../../../../src/contracts/leagues.ts'
import { shared } from '../../api/shared.ts'
import { useWrite } from '../../api/write.ts'
import type { LeagueSettings, StandingsOf } from './model.ts'
import { reads } from './reads.ts'

/** Leagues a page of Discover. */
export const DISCOVER_PAGE = 60

/** A page of the reader's own leagues. */
export function useMyLeagues(offset = 0) {
  return useSWR<League[]>(offset === 0 ? shared.myLeagues.key : reads.moreOfMine.key(offset))
}

/** A page of the leagues to discover; the first holds the reader's own too. */
export function useLeagues(offset: number) {
  return useSWR<League[]>(reads.discover.key(DISCOVER_PAGE, offset))
}

/** The league with a page of its standings; asks nothing without a page. */
export function useLeague(id: number, page: StandingsOf | null) {
  return useSWR<LeagueDetail>(page && reads.league.key(id, page), { keepPreviousData: true })
}

export function useLeagueStatistics(id: number | null) {
  return useSWR<LeagueStatistics>(id === null ? null : reads.statistics.key(id))
}

/** The gameweek that is being played or comes next, the last one after the season; undefined while loading, null without a season. */
export function useCurrentGameweek(): number | null | undefined {
  const current = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  return current.data ? (current.data[0]?.gameweek ?? null) : current.error ? null : undefined
}

/** What can be done with leagues; each throws what the server refuses. */
export function useLeagueWrites() {
  const write = useWrite('leagues')
  return {
    create: (league: LeagueSettings) => write<League>('/api/leagues', { method: 'POST', body: league }),
    joinByCode: (joinCode: string) => write<League>('/api/leagues/join-code', { method: 'POST', body: { joinCode } }),
    join: (id: number) => write<League>(`/api/leagues/${id}/join`, { method: 'POST' }),
    change: (id: number, settings: Partial<LeagueSettings> & { adminId?: number }) =>
      write<League>(`/api/leagues/${id}`, { method: 'PATCH', body: settings }),
    newCode: (id: number) => write<League>(`/api/leagues/${id}/join-code`, { method: 'POST' }),
    removeMember: (id: number, userId: number) =>
      write<undefined>(`/api/leagues/${id}/members/${userId}`, { method: 'DELETE' }),
  }
}
