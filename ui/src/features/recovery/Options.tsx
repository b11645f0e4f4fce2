import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { styled } from 'styled-components'
import { MOST_REASON } from '../../../../src/areas/recovery/constants.ts'
import type { SecurityQuestion } from '../../../../src/areas/recovery/contract.ts'
import { ApiError } from '../../api/http.ts'
import { secretProblems } from '../../lib/newPassword.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Small } from '../../ui/layout.ts'
import { toast } from '../../ui/Toast.tsx'
import { showFailure } from '../../ui/useAction.ts'
import { useRecoveryCall } from './api.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { Done, Note, TooMany, Username, UsernameInput } from './parts.tsx'

const FAILED = 'Password reset failed'

export function SelfService() {
  const [username, setUsername] = useState('')
  const [secret, setSecret] = useState('')
  return (
    <NewPasswordForm
      label="Self-Service"
      path="self-reset-password"
      least="secret"
      problemsOf={(passwords) => secretProblems({ username, secret, ...passwords })}
      body={{ username: username.trim(), currentPassword: secret }}
      words={{ done: { title: 'Password updated successfully' }, failed: FAILED }}
      offersMail
    >
      {() => (
        <>
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
        </>
      )}
    </NewPasswordForm>
  )
}

const Question = styled.p`
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

/** Result of a lookup: a username with its question, or without one. Null before the first lookup. */
type Lookup = { readonly username: string; readonly question: string | null } | null

export function SecurityQuestionReset() {
  const [username, setUsername] = useState('')
  const [lookup, setLookup] = useState<Lookup>(null)
  const [isMissing, setMissing] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall('get-security-question')

  const fetchQuestion = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const name = username.trim()
    setMissing(!name)
    setLookup(null)
    if (!name) return toast({ variant: 'destructive', title: 'Username required' })
    const sent = await send<SecurityQuestion>({ username: name })
    if (sent.isDone) return setLookup({ username: name, question: sent.answer.securityQuestion })
    const isUnknown = sent.error instanceof ApiError && sent.error.status === 404
    if (isUnknown) return setLookup({ username: name, question: null })
    showFailure('Request failed', sent.error, 'The server did not answer.')
  }

  if (heldUntil !== null) return <TooMany offersMail>{heldUntil}</TooMany>
  return (
    <>
      <Form noValidate onSubmit={fetchQuestion} aria-label="Get Question">
        <Field label="Username" error={isMissing ? 'Username required' : undefined}>
          <NameLine>
            <UsernameInput value={username} onChange={setUsername} />
            <Button type="submit" kind={lookup?.question ? 'neutral' : 'primary'} busy={isBusy}>
              Get Question
            </Button>
          </NameLine>
        </Field>
      </Form>
      {lookup && lookup.question === null && (
        <Note data-tone="warn" role="status">
          <TriangleAlert aria-hidden />
          <span>
            <strong>No security question found</strong>
            This account doesn't have a security question set up. Please use another reset method.
          </span>
        </Note>
      )}
      {lookup?.question != null && (
        <AnswerForm key={lookup.username} username={lookup.username} question={lookup.question} />
      )}
    </>
  )
}

function AnswerForm({ username, question }: { username: string; question: string }) {
  const [secret, setSecret] = useState('')
  return (
    <NewPasswordForm
      label="Security Question"
      path="security-reset-password"
      least="secret"
      problemsOf={(passwords) => secretProblems({ username, secret: secret.trim(), ...passwords })}
      body={{ username, securityAnswer: secret }}
      words={{ done: { title: 'Password reset successful' }, failed: FAILED }}
      offersMail
    >
      {() => (
        <>
          <Question>{question}</Question>
          <Field label="Answer">
            <Input
              autoComplete="off"
              maxLength={200}
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          </Field>
        </>
      )}
    </NewPasswordForm>
  )
}

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
      ...(why ? {} : { reason: 'Give a reason.' }),
    }
    setProblems(found)
    if (!name || !why) return
    const words = { done: { title: 'Request sent to admin' }, failed: 'Request failed' }
    const sent = await send({ username: name, reason: why }, words)
    setDone(sent.isDone)
  }

  if (isDone)
    return (
      <Done title="Request sent to admin">An administrator will see your request and set a new password for you.</Done>
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
      <Small as="p">An administrator will see your request and set a new password for you.</Small>
    </Form>
  )
}
