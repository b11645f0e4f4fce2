import { ProofsBody } from '../../features/proofs/ProofsBody.tsx'
import type { Session } from '../../features/session/api.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { OpenFrame } from '../../ui/OpenBar.tsx'
import { SlimBar } from '../shared/SlimBar.tsx'

/** The seals for readers without an account. */
export function OpenProofsPage({ session }: { session: Session }) {
  usePageTitle('Sealed picks')
  return (
    <OpenFrame bar={<SlimBar session={session} />}>
      <ProofsBody isSignedIn={false} />
    </OpenFrame>
  )
}
