import { useState } from 'react'
import { styled } from 'styled-components'
import type { Profile } from '../../../../src/contracts/profile.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useAction } from '../../ui/useAction.ts'
import { goingWith } from './model.ts'

const Going = styled.ul`
  display: grid;
  gap: var(--s1);
  padding-inline-start: 1.2em;
  list-style: square;
  font-size: var(--t1);
`

interface DeleteDialogProps {
  readonly profile: Profile
  onDelete(password: string): Promise<void>
  onClose(): void
}

/** Says what goes with the account, and asks for its password. */
export function DeleteDialog({ profile, onDelete, onClose }: DeleteDialogProps) {
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const send = async () => {
    setRefused(null)
    const gone = await run(() => onDelete(password), { done: { title: 'Account deleted' } })
    if (!gone.isDone) setRefused(refusalOf(gone.error))
  }
  return (
    <FormDialog
      title="Delete account"
      description="This is permanent. What the log keeps can no longer be read by anybody."
      action="Delete account"
      isDangerous
      busy={isBusy}
      refused={refused}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Going>
        {goingWith(profile).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Going>
      <Field label="Password">
        <Input
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
