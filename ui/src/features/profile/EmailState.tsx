import { Check } from 'lucide-react'
import type { RecoveryProfile } from '../../../../src/contracts/recovery.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Whether mails go to the address yet. */
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
