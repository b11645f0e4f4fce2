import { useState } from 'react'
import { DELIVERY_MINUTES, ForgotForm } from '../../features/recovery/ForgotForm.tsx'
import { Elsewhere, LOGIN } from '../../features/recovery/parts.tsx'
import { TokenForm } from '../../features/recovery/TokenForm.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Box, Expect, type Fact, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

const FACTS: readonly Fact[] = [
  { number: DELIVERY_MINUTES, unit: 'min', text: 'Your email can take this long. Check your spam folder, too.' },
  { number: 60, unit: 'min', text: 'Use the link within this time. It works once.' },
  { number: 0, unit: 'others', text: 'Changing your password signs you out on every other device.' },
]

export function ForgotPasswordPage() {
  usePageTitle('Reset Password')
  // A link cut off after `token=` has no token: then the user enters it.
  const [token] = useState(() => new URLSearchParams(location.search).get('token')?.trim() || null)
  const [isManual, setManual] = useState(false)
  return (
    <RecoveryFrame>
      <Box aria-label="Forgot password">
        <Inside>
          {token === null && !isManual ? <ForgotForm /> : <TokenForm urlToken={token} />}
          <Row>
            <Elsewhere href={LOGIN}>Back to Login</Elsewhere>
            <Small aria-hidden>·</Small>
            <Elsewhere href="/password-reset">Other ways to reset</Elsewhere>
            {token === null && (
              <Button size="sm" kind="plain" aria-expanded={isManual} onClick={() => setManual(!isManual)}>
                {isManual ? 'Ask for a link' : 'Enter a token'}
              </Button>
            )}
          </Row>
        </Inside>
      </Box>
      <Expect facts={FACTS}>
        <Small as="p">You’ll see the same answer whether or not the username exists.</Small>
      </Expect>
    </RecoveryFrame>
  )
}
