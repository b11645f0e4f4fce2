import { Clock, Mail } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { toast } from '../../ui/Toast.tsx'
import { useRecoveryCall } from './api.ts'
import { LOGIN, Note, TooMany, Username, useFocused } from './parts.tsx'

/** Longest delivery of a mail in minutes, and the time until sending counts as slow, in ms. */
export const DELIVERY_MINUTES = 5
const SLOW_MS = 2_000

const MISSING = 'Please enter your username.'

function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isBusy])
  return isSlow
}

export function ForgotForm() {
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, heldUntil, send } = useRecoveryCall('forgot-password')
  const isSlow = useSlow(isBusy)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const name = username.trim()
    setProblem(name ? null : MISSING)
    if (!name) return toast({ variant: 'destructive', title: 'Username required', description: MISSING })
    const body = { username: name, ...(email.trim() ? { email: email.trim() } : {}) }
    const otherwise = 'Failed to send reset email. Please try again.'
    const sent = await send(body, { done: { title: 'Reset email sent' }, failed: 'Error', otherwise })
    if (sent.isDone) setSentTo(name)
  }

  const again = () => {
    setSentTo(null)
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }

  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  if (sentTo !== null) return <Sent username={sentTo} onAnother={again} />
  return (
    <>
      <h1>Forgot password</h1>
      <p>We’ll send a link to the address on your account.</p>
      <Form ref={form} noValidate onSubmit={submit} aria-label="Forgot password">
        <Username value={username} error={problem ?? undefined} onChange={setUsername} />
        <Field
          label={
            <>
              Email <Small>(optional)</Small>
            </>
          }
          hint="We only send mail to the address on your account."
        >
          <Input
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {isSlow && (
          <Note role="status">
            <Clock aria-hidden />
            <span>Still sending. It is taking longer than usual.</span>
          </Note>
        )}
        <Button type="submit" kind="primary" block busy={isBusy}>
          {isBusy ? 'Sending' : 'Send reset link'}
        </Button>
      </Form>
    </>
  )
}

const Head = styled.div`
  display: flex;
  gap: var(--s3);
  align-items: flex-start;

  svg {
    flex: none;
    width: 32px;
    height: 32px;
  }
`

/** Identical for known and unknown usernames. */
function Sent({ username, onAnother }: { username: string; onAnother: () => void }) {
  return (
    <>
      <Head>
        <Mail aria-hidden />
        <h1 ref={useFocused<HTMLHeadingElement>()} tabIndex={-1}>
          Check Your Email
        </h1>
      </Head>
      <p>
        If <b>{username}</b> has an address with us, a link is on its way. It can take up to {DELIVERY_MINUTES} minutes.
      </p>
      <Stack>
        <ButtonAnchor block kind="primary" href={LOGIN}>
          Back to Login
        </ButtonAnchor>
        <Button block onClick={onAnother}>
          Try Different Username
        </Button>
      </Stack>
    </>
  )
}
