import { useState } from 'react'
import { tokenProblems } from '../../lib/newPassword.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { ifAnswered } from '../../ui/useAction.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'

const WORDS = {
  done: { title: 'Password reset successful' },
  failed: 'Reset failed',
  otherwise: ifAnswered('Invalid or expired reset token. Please try again.'),
}

/** Sets a new password with a mailed token. `urlToken`: the token of the mailed link; null: the player types it. */
export function TokenForm({ urlToken }: { urlToken: string | null }) {
  const [typed, setTyped] = useState('')
  const token = urlToken ?? typed
  return (
    <NewPasswordForm
      heading={urlToken === null ? <h2>Got our email? Enter its token</h2> : <h1>New password</h1>}
      label="Reset Password"
      path="reset-password"
      least="token"
      problemsOf={(passwords) => tokenProblems({ token, ...passwords })}
      body={{ token: token.trim() }}
      words={WORDS}
    >
      {(problems) =>
        urlToken === null && (
          <Field label="Reset token" hint="You’ll find it in the email, below the link." error={problems.token}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )
      }
    </NewPasswordForm>
  )
}
