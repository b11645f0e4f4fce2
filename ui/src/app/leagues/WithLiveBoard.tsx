import type { ReactNode } from 'react'
import { useProvisionalLeague } from '../../features/matches/api.ts'
import { ProvisionalTab } from '../../features/matches/ProvisionalBoard.tsx'
import { areScoresHidden } from '../../lib/hiddenScores.ts'
import { Loading } from '../../ui/Skeleton.tsx'

interface WithLiveBoardProps {
  leagueId: number
  userId: number
  /** `live`: null while nothing is on, and while live scores are hidden. */
  children: (live: ReactNode) => ReactNode
}

/** The league with the matches under way. The standings wait for it, since they begin with it. */
export function WithLiveBoard({ leagueId, userId, children }: WithLiveBoardProps) {
  const read = useProvisionalLeague(leagueId)
  if (!areScoresHidden() && read.data === undefined && read.error === undefined)
    return <Loading label="Loading standings" rows={8} />
  const provisional = read.data?.provisional
  return children(provisional ? <ProvisionalTab title="Right now" userId={userId} {...provisional} /> : null)
}
