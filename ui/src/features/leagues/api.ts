import useSWR from 'swr'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { League, LeagueDetail, LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { shared } from '../../api/shared.ts'
import type { StandingsOf } from './model.ts'
import { reads } from './reads.ts'

export const useMyLeagues = () => useSWR<League[]>(shared.myLeagues.key)

/** The league with a page of its standings; sends no request without a page. */
export function useLeague(id: number, page: StandingsOf | null) {
  return useSWR<LeagueDetail>(page && reads.league.key(id, page), { keepPreviousData: true })
}

export function useLeagueStatistics(id: number | null) {
  return useSWR<LeagueStatistics>(id === null ? null : reads.statistics.key(id))
}

/**
 * The gameweek in play or the next one, the last one after the season; undefined while loading, null without a season.
 */
export function useCurrentGameweek(): number | null | undefined {
  const current = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  return current.data ? (current.data[0]?.gameweek ?? null) : current.error ? null : undefined
}

/** The current gameweek, or the one before it while no match of the current one has closed. */
export function useBoardGameweek(): number | null {
  const { data } = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  const gameweek = data?.[0]?.gameweek
  if (!data || gameweek === undefined) return null
  const isAhead = data.every(({ isOpen, cutoffTime }) => isOpen || cutoffTime === null)
  return isAhead ? Math.max(1, gameweek - 1) : gameweek
}
