import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { styled } from 'styled-components'
import type { SecurityQuestion } from '../../../../src/contracts/recovery.ts'
import { MOST_REASON } from '../../../../src/contracts/recovery-limits.ts'
import { ApiError, http } from '../../api/http.ts'
import { firstOf, type Problems, secretProblems } from '../../lib/newPassword.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Small } from '../../ui/layout.ts'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { toast } from '../../ui/Toast.tsx'
import { sayFailed, useAction } from '../../ui/useAction.ts'
import { useRecoveryCall } from './api.ts'
import { tryAgainIn } from './model.ts'
import { Done, Note, TooMany, Username, UsernameInput } from './parts.tsx'

const FAILED = 'Password reset failed'
const NO_PASSWORDS = { password: '', again: '' }
const RESET = <Done title="Password reset successful">You are signed out everywhere else.</Done>

/** The form of whoever knows the present password. */
export function SelfService() {
  const [username, setUsername] = useState('')
  const [secret, setSecret] = useState('')
  const [passwords, setPasswords] = useState(NO_PASSWORDS)
  const [problems, setProblems] = useState<Problems>({})
  const [isDone, setDone] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall('self-reset-password')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = secretProblems({ username, secret, ...passwords })
    setProblems(found)
    const first = firstOf(found)
    if (first) return toast({ variant: 'destructive', title: first })
    const body = { username: username.trim(), currentPassword: secret, newPassword: passwords.password }
    setDone(await send(body, { done: 'Password updated successfully', failed: FAILED }))
  }

  if (isDone) return RESET
  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  return (
    <Form noValidate onSubmit={submit} aria-label="Self-Service">
      <Username value={username} onChange={setUsername} />
      <Field label="Current password">
        <Input
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      <NewPassword least="secret" value={passwords} problems={problems} onChange={setPasswords} />
      <Button type="submit" kind="primary" block busy={isBusy}>
        Reset Password
      </Button>
    </Form>
  )
}

const Asks = styled.p`
  padding: var(--s3);
  background: var(--surface-2);
  font: 600 var(--t4) / 1.15 var(--board);
  overflow-wrap: anywhere;
`

const NameLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s2);

  button {
    white-space: nowrap;
  }
`

/** Asked: the question of a name, or that there is none; null: nothing was asked yet. */
type Asked = { readonly username: string; readonly question: string | null } | null

/** Who is asked what, then the answer and a new password. */
export function SecurityQuestionReset() {
  const [username, setUsername] = useState('')
  const [asked, setAsked] = useState<Asked>(null)
  const [isMissing, setMissing] = useState(false)
  const [heldUntil, setHeld] = useState<string | null>(null)
  const { isBusy, run } = useAction()

  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const name = username.trim()
    setMissing(!name)
    setAsked(null)
    if (!name) return toast({ variant: 'destructive', title: 'Username required' })
    const body = { username: name }
    const outcome = await run(() => http<SecurityQuestion>('/api/auth/get-security-question', { method: 'POST', body }))
    if (outcome.isDone) return setAsked({ username: name, question: outcome.answer.securityQuestion })
    const { error } = outcome
    if (error instanceof ApiError && error.status === 404) return setAsked({ username: name, question: null })
    if (error instanceof ApiError && error.status === 429) setHeld(tryAgainIn(error.retryAfter))
    sayFailed('Request failed', error, 'The server did not answer.')
  }

  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  return (
    <>
      <Form noValidate onSubmit={ask} aria-label="Get Question">
        <Field label="Username" error={isMissing ? 'Username required' : undefined}>
          <NameLine>
            <UsernameInput value={username} onChange={setUsername} />
            <Button type="submit" kind={asked?.question ? 'neutral' : 'primary'} busy={isBusy}>
              Get Question
            </Button>
          </NameLine>
        </Field>
      </Form>
      {asked && asked.question === null && (
        <Note data-tone="warn" role="status">
          <TriangleAlert aria-hidden />
          <span>
            <strong>No security question found</strong>
            This account doesn't have a security question set up. Please use another reset method.
          </span>
        </Note>
      )}
      {asked?.question != null && (
        <AnswerForm key={asked.username} username={asked.username} question={asked.question} />
      )}
    </>
  )
}

function AnswerForm({ username, question }: { username: string; question: string }) {
  const [secret, setSecret] = useState('')
  const [passwords, setPasswords] = useState(NO_PASSWORDS)
  const [problems, setProblems] = useState<Problems>({})
  const [isDone, setDone] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall('security-reset-password')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = secretProblems({ username, secret: secret.trim(), ...passwords })
    setProblems(found)
    const first = firstOf(found)
    if (first) return toast({ variant: 'destructive', title: first })
    const body = { username, securityAnswer: secret, newPassword: passwords.password }
    setDone(await send(body, { done: 'Password reset successful', failed: FAILED }))
  }

  if (isDone) return RESET
  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  return (
    <Form noValidate onSubmit={submit} aria-label="Security Question">
      <Asks>{question}</Asks>
      <Field label="Answer">
        <Input autoComplete="off" maxLength={200} value={secret} onChange={(event) => setSecret(event.target.value)} />
      </Field>
      <NewPassword least="secret" value={passwords} problems={problems} onChange={setPasswords} />
      <Button type="submit" kind="primary" block busy={isBusy}>
        Reset Password
      </Button>
    </Form>
  )
}

/** Asks the administrators. */
export function AdminHelp() {
  const [username, setUsername] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ username?: string; reason?: string }>({})
  const [isDone, setDone] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall('request-admin-reset')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const [name, why] = [username.trim(), reason.trim()]
    const found = {
      ...(name ? {} : { username: 'Please enter your username.' }),
      ...(why ? {} : { reason: 'Please give a reason.' }),
    }
    setProblems(found)
    if (!name || !why) return
    setDone(await send({ username: name, reason: why }, { done: 'Request sent to admin', failed: 'Request failed' }))
  }

  if (isDone)
    return (
      <Done title="Request sent to admin">An administrator sees your request and sets a new password for you.</Done>
    )
  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  return (
    <Form noValidate onSubmit={submit} aria-label="Admin Help">
      <Username value={username} error={problems.username} onChange={setUsername} />
      <Field label="Reason" error={problems.reason}>
        <TextArea rows={3} maxLength={MOST_REASON} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button type="submit" kind="primary" block busy={isBusy}>
        Request Reset
      </Button>
      <Small as="p">An administrator sees your request and sets a new password for you.</Small>
    </Form>
  )
}
