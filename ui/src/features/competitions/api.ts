import useSWR from 'swr'
import type { Competition, CompetitionCreate, CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { allCompetitions, shared } from '../../api/shared.ts'
import { useWrite } from '../../api/write.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { untilChange } from './model.ts'
import { reads } from './reads.ts'

/** All of the season; asked again when one of them starts or ends. */
export function useCompetitions() {
  return useSWR<Competition[]>(shared.competitions.key, allCompetitions, {
    ...shared.competitions.fresh,
    refreshInterval: (competitions) => untilChange(competitions ?? [], serverNow()),
  })
}

export function useCompetition(id: number) {
  return useSWR<CompetitionDetail>(reads.one.key(id), {
    ...reads.one.fresh,
    refreshInterval: (competition) => untilChange(competition ? [competition] : [], serverNow()),
  })
}

/** Rows a page of the standings. */
export const STANDINGS_PAGE = 50

/** A page of the standings: those that came with the competition, else as they are asked for. */
export function useStandingsPage(competition: CompetitionDetail, offset: number) {
  const isKnown = offset + STANDINGS_PAGE <= PAGE.standings
  const path = reads.page.key(competition.id, STANDINGS_PAGE, offset)
  const read = useSWR<CompetitionDetail>(isKnown ? null : path, { ...reads.page.fresh, keepPreviousData: true })
  return isKnown
    ? { ...read, data: competition, answer: { from: 0, limit: PAGE.standings } }
    : { ...read, answer: { from: offset, limit: STANDINGS_PAGE } }
}

/** What can be done with competitions; each throws what the server refuses. */
export function useCompetitionWrites() {
  const write = useWrite('competitions')
  return {
    join: (id: number) => write<Competition>(`/api/competitions/${id}/join`, { method: 'POST' }),
    create: (body: CompetitionCreate) => write<Competition>('/api/competitions', { method: 'POST', body }),
  }
}
