import { Check, Mail } from 'lucide-react'
import { useState } from 'react'
import type { RecoveryProfile } from '../../../../src/areas/recovery/contract.ts'
import { http } from '../../api/http.ts'
import { LOGIN } from '../../features/recovery/parts.tsx'
import type { Session } from '../../features/session/api.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useAction } from '../../ui/useAction.ts'
import { Box, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

/**
 * Target of the link in the email to a new address. The signed-in owner confirms it: opening the page changes nothing.
 */
export function ConfirmEmailPage({ session }: { session: Session }) {
  usePageTitle('Confirm Address')
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const confirm = async () => {
    const outcome = await run(
      () => http<RecoveryProfile>('/api/profile/email/confirm', { method: 'POST', body: { token } }),
      { done: { title: 'Address confirmed' }, failed: 'Address not confirmed' },
    )
    if (outcome.isDone) setConfirmed(outcome.answer.email)
  }
  const isSignedIn = session.status === 'signed-in'
  const link = (href: string, text: string) => (
    <ButtonAnchor kind="primary" href={href}>
      {text}
    </ButtonAnchor>
  )
  return (
    <RecoveryFrame>
      <Box aria-label="Confirm your address">
        <Inside>
          {confirmed !== null ? (
            <EmptyState isPage icon={Check} title="Address confirmed" action={link('/', 'Back to the game')}>
              We’ll use {confirmed} from now on.
            </EmptyState>
          ) : (
            <EmptyState
              isPage
              icon={Mail}
              title="Confirm your address"
              action={
                isSignedIn ? (
                  <Button kind="primary" busy={isBusy} onClick={confirm}>
                    Confirm Address
                  </Button>
                ) : (
                  link(LOGIN, 'Sign In')
                )
              }
            >
              {isSignedIn
                ? `Confirm it as the address of ${session.user.username}.`
                : 'Sign in first, then open the link in the email again.'}
            </EmptyState>
          )}
        </Inside>
      </Box>
    </RecoveryFrame>
  )
}
