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

/** Where the link of a mail to a new address leads. Its owner confirms it, signed in: opening the page changes nothing. */
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
              Mails go to {confirmed} from now on.
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
                ? `It becomes the address of ${session.user.username}.`
                : 'Sign in first, then open the link of the mail again.'}
            </EmptyState>
          )}
        </Inside>
      </Box>
    </RecoveryFrame>
  )
}
