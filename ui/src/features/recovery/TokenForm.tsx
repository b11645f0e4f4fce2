import { type FormEvent, useState } from 'react'
import { firstOf, type Problems, tokenProblems } from '../../lib/newPassword.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useRecoveryCall } from './api.ts'
import { Done, TooMany } from './parts.tsx'

/** A new password by the token of a mail; `given`: that of the address, else it is typed in by hand. */
export function TokenForm({ given }: { given: string | null }) {
  const [typed, setTyped] = useState('')
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isDone, setDone] = useState(false)
  const { isBusy, heldUntil, send } = useRecoveryCall('reset-password')
  const token = given ?? typed

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = tokenProblems({ token, ...passwords })
    setProblems(found)
    const first = firstOf(found)
    if (first) return toast({ variant: 'destructive', title: first })
    const body = { token: token.trim(), newPassword: passwords.password }
    const otherwise = 'Invalid or expired reset token. Please try again.'
    setDone(await send(body, { done: 'Password reset successful', failed: 'Reset failed', otherwise }))
  }

  if (isDone) return <Done title="Password reset successful">You are signed out everywhere else.</Done>
  if (heldUntil !== null) return <TooMany>{heldUntil}</TooMany>
  return (
    <>
      <h1>New password</h1>
      <Form noValidate onSubmit={submit} aria-label="Reset Password">
        {given === null ? (
          <Field label="Reset token" hint="It stands in the mail, under the link." error={problems.token}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        ) : null}
        <NewPassword least="token" value={passwords} problems={problems} onChange={setPasswords} />
        <Button type="submit" kind="primary" block busy={isBusy}>
          Reset Password
        </Button>
      </Form>
    </>
  )
}
