import useSWR from 'swr'
import type { Competition, CompetitionCreate, CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { fresh } from '../../api/cache.ts'
import { keys } from '../../api/keys.ts'
import { useWrite } from '../../api/write.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { untilChange } from './model.ts'

/** The season's; asked again when one of them starts or ends. */
export function useCompetitions() {
  return useSWR<Competition[]>(keys.competitions, {
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

/** What can be done with competitions; each throws what the server refuses. */
export function useCompetitionWrites() {
  const write = useWrite('competitions')
  return {
    join: (id: number) => write<Competition>(`/api/competitions/${id}/join`, { method: 'POST' }),
    create: (body: CompetitionCreate) => write<Competition>('/api/competitions', { method: 'POST', body }),
  }
}
