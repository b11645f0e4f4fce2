import type { ReactNode } from 'react'
import { useProvisionalLeague } from '../../features/matches/api.ts'
import { ProvisionalTop } from '../../features/matches/ProvisionalBoard.tsx'
import { areScoresHidden } from '../../lib/hiddenScores.ts'
import { Loading } from '../../ui/Skeleton.tsx'

interface WithLiveBoardProps {
  leagueId: number
  userId: number
  children: ReactNode
}

/**
 * The league with the matches under way, above its standings. Absent while nothing is on, and while live scores are
 * hidden. The standings wait for it, since it would push them down.
 */
export function WithLiveBoard({ leagueId, userId, children }: WithLiveBoardProps) {
  const read = useProvisionalLeague(leagueId)
  if (!areScoresHidden() && read.data === undefined && read.error === undefined)
    return <Loading label="Loading standings" rows={8} />
  return (
    <>
      <ProvisionalTop title="Right now" userId={userId} read={read} />
      {children}
    </>
  )
}
