import { useState } from 'react'
import { DELIVERY_MINUTES, ForgotForm } from '../../features/recovery/ForgotForm.tsx'
import { PasskeyWay } from '../../features/recovery/PasskeyWay.tsx'
import { Elsewhere, LOGIN } from '../../features/recovery/parts.tsx'
import { TokenForm } from '../../features/recovery/TokenForm.tsx'
import { PasskeyButton } from '../../features/session/PasskeyButton.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Row, Small } from '../../ui/layout.ts'
import { Column } from '../../ui/Page.ts'
import { Box, Expect, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

/** Opens the dialog for a new password. */
const NEW_PASSWORD = '/profile?tab=settings&change=password'

const FACTS = ['The link works once, within 60 minutes.', 'Changing your password signs you out on every device.']
const FACTS_BEFORE_THE_LINK = [
  `Our email can take up to ${DELIVERY_MINUTES} minutes. Check your spam folder, too.`,
  ...FACTS,
  'You’ll see the same answer whether or not the username exists.',
]

export function ForgotPasswordPage() {
  usePageTitle('Forgot Password')
  // A link cut off after `token=` has no token: then the user enters it.
  const [token] = useState(() => new URLSearchParams(location.search).get('token')?.trim() || null)
  return (
    <RecoveryFrame>
      <Column>
        <Box aria-label="Forgot password">
          <Inside>
            {token === null ? <ForgotForm /> : <TokenForm urlToken={token} />}
            <Row>
              <Elsewhere href={LOGIN}>Back to Login</Elsewhere>
              <Small aria-hidden>·</Small>
              <Elsewhere href="/password-reset">Other ways to reset</Elsewhere>
            </Row>
          </Inside>
        </Box>
        {token === null && (
          <Box aria-label="Sign in with a passkey">
            <Inside>
              <PasskeyWay>
                {/* An open page has no router. */}
                <PasskeyButton onDone={() => location.assign(NEW_PASSWORD)} />
              </PasskeyWay>
            </Inside>
          </Box>
        )}
        {token === null && (
          <Box aria-label="Token from our email">
            <Inside>
              <TokenForm urlToken={null} />
            </Inside>
          </Box>
        )}
      </Column>
      <Expect facts={token === null ? FACTS_BEFORE_THE_LINK : FACTS} />
    </RecoveryFrame>
  )
}
