import useSWR from 'swr'
import type { Competition, CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { allCompetitions, shared } from '../../api/shared.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { untilChange } from './model.ts'
import { reads } from './reads.ts'

/** All competitions of the season, refetched when one starts or ends. */
export function useCompetitions() {
  return useSWR<Competition[]>(shared.competitions.key, allCompetitions, {
    ...shared.competitions.fresh,
    refreshInterval: (competitions) => untilChange(competitions ?? [], serverNow()),
  })
}

export function useCompetition(id: number) {
  return useSWR<CompetitionDetail>(reads.one.key(id, 0), {
    ...reads.one.fresh,
    refreshInterval: (competition) => untilChange(competition ? [competition] : [], serverNow()),
  })
}

/** A competition that the reader is in, with the own row of its standings. */
export const useOwnRow = (id: number) => useSWR<CompetitionDetail>(reads.own.key(id), reads.own.fresh)

/** A competition with one page of its standings. */
export const useStandings = (id: number, offset: number) =>
  useSWR<CompetitionDetail>(reads.one.key(id, offset), { ...reads.one.fresh, keepPreviousData: true })
