import { useState } from 'react'
import { DELIVERY_MINUTES, ForgotForm } from '../../features/recovery/ForgotForm.tsx'
import { Elsewhere, LOGIN } from '../../features/recovery/parts.tsx'
import { TokenForm } from '../../features/recovery/TokenForm.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Box, Expect, type Fact, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

const FACTS: readonly Fact[] = [
  { number: DELIVERY_MINUTES, unit: 'min', says: 'A mail can take this long. Look in the spam folder too.' },
  { number: 60, unit: 'min', says: 'The link works once, for this long.' },
  { number: 0, unit: 'others', says: 'Every other session ends when the password changes.' },
]

export function ForgotPasswordPage() {
  usePageTitle('Reset Password')
  // A link that was cut off behind `token=` brings none: then it is typed in by hand.
  const [token] = useState(() => new URLSearchParams(location.search).get('token')?.trim() || null)
  const [isByHand, setByHand] = useState(false)
  return (
    <RecoveryFrame>
      <Box aria-label="Forgot password">
        <Inside>
          {token === null && !isByHand ? <ForgotForm /> : <TokenForm urlToken={token} />}
          <Row>
            <Elsewhere href={LOGIN}>Back to Login</Elsewhere>
            <Small aria-hidden>·</Small>
            <Elsewhere href="/password-reset">Other ways to reset</Elsewhere>
            {token === null && (
              <Button size="sm" kind="plain" aria-expanded={isByHand} onClick={() => setByHand(!isByHand)}>
                {isByHand ? 'Ask for a link' : 'Enter a token'}
              </Button>
            )}
          </Row>
        </Inside>
      </Box>
      <Expect facts={FACTS}>
        <Small as="p">The answer is the same whether a name exists or not.</Small>
      </Expect>
    </RecoveryFrame>
  )
}
