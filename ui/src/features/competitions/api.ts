import useSWR from 'swr'
import type { Competition, CompetitionCreate, CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { fresh } from '../../api/cache.ts'
import { keys } from '../../api/keys.ts'
import { lists } from '../../api/lists.ts'
import { useWrite } from '../../api/write.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { untilChange } from './model.ts'

/** All of the season; asked again when one of them starts or ends. */
export function useCompetitions() {
  return useSWR<Competition[]>(keys.competitions, lists.competitions, {
    ...fresh.competitions,
    refreshInterval: (competitions) => untilChange(competitions ?? [], serverNow()),
  })
}

export function useCompetition(id: number) {
  return useSWR<CompetitionDetail>(keys.competition(id), {
    ...fresh.competitions,
    refreshInterval: (competition) => untilChange(competition ? [competition] : [], serverNow()),
  })
}

/** Rows a page of the standings. */
export const STANDINGS_PAGE = 50

/** A page of the standings: those that came with the competition, else as they are asked for. */
export function useStandingsPage(competition: CompetitionDetail, offset: number) {
  const isKnown = offset + STANDINGS_PAGE <= PAGE.standings
  const path = keys.competitionPage(competition.id, STANDINGS_PAGE, offset)
  const read = useSWR<CompetitionDetail>(isKnown ? null : path, { ...fresh.competitions, keepPreviousData: true })
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
