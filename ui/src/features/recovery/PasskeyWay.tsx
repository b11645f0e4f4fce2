import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { passkeyBarrier } from '../../api/passkeys.ts'
import { Note } from './parts.tsx'

/** `children`: the button that signs in. */
export function PasskeyWay({ children }: { children: ReactNode }) {
  const barrier = passkeyBarrier()
  return (
    <>
      <h2>Have a passkey?</h2>
      {barrier === null ? (
        <>
          <p>Sign in with it, then choose a new password. You won’t need the old one for 15 minutes.</p>
          {children}
        </>
      ) : (
        <Note>
          <Info aria-hidden />
          <span>{barrier}</span>
        </Note>
      )}
    </>
  )
}
