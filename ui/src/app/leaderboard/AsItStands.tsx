import { useProvisionalBoard } from '../../features/matches/api.ts'
import { ProvisionalTop, TOP_ROWS } from '../../features/matches/ProvisionalBoard.tsx'
import { areScoresHidden } from '../dashboard/useHiddenScores.ts'

/** The board with the matches under way. Absent while nothing is on, and while live scores are hidden. */
export function AsItStands({ userId }: { userId: number }) {
  const read = useProvisionalBoard(areScoresHidden() ? null : TOP_ROWS)
  return <ProvisionalTop title="Everybody" userId={userId} read={read} />
}
