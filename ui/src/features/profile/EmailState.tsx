import { Check } from 'lucide-react'
import type { RecoveryProfile } from '../../../../src/areas/recovery/contract.ts'
import { Badge } from '../../ui/Badge.tsx'

export function EmailState({ emailConfirmed }: Pick<RecoveryProfile, 'emailConfirmed'>) {
  return emailConfirmed ? (
    <Badge tone="ok">
      <Check aria-hidden />
      Confirmed
    </Badge>
  ) : (
    <Badge tone="warn">Not confirmed</Badge>
  )
}
