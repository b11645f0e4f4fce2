import { useState } from 'react'
import { tokenProblems } from '../../lib/newPassword.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

const WORDS = {
  done: { title: 'Password reset successful' },
  failed: 'Reset failed',
  otherwise: 'Invalid or expired reset token. Please try again.',
}

/** Sets a new password with a mailed token. `given`: the token in the URL; null: the player types it. */
export function TokenForm({ given }: { given: string | null }) {
  const [typed, setTyped] = useState('')
  const token = given ?? typed
  return (
    <NewPasswordForm
      heading="New password"
      label="Reset Password"
      path="reset-password"
      least="token"
      problemsOf={(passwords) => tokenProblems({ token, ...passwords })}
      body={{ token: token.trim() }}
      words={WORDS}
    >
      {(problems) =>
        given === null && (
          <Field label="Reset token" hint="You’ll find it in the e-mail, below the link." error={problems.token}>
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
