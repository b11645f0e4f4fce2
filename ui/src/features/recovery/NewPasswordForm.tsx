import { type FormEvent, type ReactNode, useState } from 'react'
import { firstOf, type PasswordPair, type Problems } from '../../lib/newPassword.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { toast } from '../../ui/Toast.tsx'
import { failureText, type Words } from '../../ui/useAction.ts'
import { useRecoveryCall } from './api.ts'
import { Done, TooMany } from './parts.tsx'

interface NewPasswordFormProps {
  heading?: ReactNode
  label: string
  /** Path below `/api/auth`. */
  path: string
  least: 'token' | 'secret'
  problemsOf: (passwords: PasswordPair) => Problems
  body: object
  words: Words<unknown>
  offersMail?: boolean
  children: (problems: Problems) => ReactNode
}

export function NewPasswordForm({
  heading,
  label,
  path,
  least,
  problemsOf,
  body,
  words,
  ...more
}: NewPasswordFormProps) {
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isDone, setDone] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall(path)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = problemsOf(passwords)
    setProblems(found)
    const first = firstOf(found)
    if (first) return toast({ variant: 'destructive', title: first })
    const sent = await send({ ...body, newPassword: passwords.password }, words)
    // The toast is far from the form on a large screen.
    if (sent.isDone) setDone(true)
    else setProblems({ all: failureText(sent.error, words.otherwise ?? 'The server did not answer.') })
  }

  if (isDone) return <Done title="Password reset successful">You’re signed out everywhere.</Done>
  if (heldUntil !== null) return <TooMany offersMail={more.offersMail}>{heldUntil}</TooMany>
  return (
    <>
      {heading}
      <Form noValidate onSubmit={submit} aria-label={label}>
        {more.children(problems)}
        <NewPassword least={least} value={passwords} problems={problems} onChange={setPasswords} />
        <Button type="submit" kind="primary" block busy={isBusy}>
          Reset Password
        </Button>
      </Form>
    </>
  )
}
