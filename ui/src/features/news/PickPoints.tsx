import type { RevealedPick } from '../../../../src/areas/players/contract.ts'
import { Small } from '../../ui/layout.ts'
import { PointsTag } from '../../ui/PointsTag.tsx'

/** Points of a settled pick with their verdict. Renders nothing before that. */
export function PickPoints({ pick: { pointsEarned, verdict }, isTheirs }: { pick: RevealedPick; isTheirs?: boolean }) {
  if (verdict === 'void') return <Small>No points</Small>
  if (pointsEarned === null || verdict === null) return null
  return <PointsTag points={pointsEarned} verdict={verdict} isTheirs={isTheirs} />
}
