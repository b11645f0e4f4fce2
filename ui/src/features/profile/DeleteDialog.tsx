import { useState } from 'react'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SmallList } from '../../ui/SmallList.tsx'
import { attempt } from '../../ui/useAction.ts'
import { deletionEffects } from './model.ts'

interface DeleteDialogProps {
  readonly profile: Profile
  onDelete(password: string): Promise<void>
  onClose(): void
}

export function DeleteDialog({ profile, onDelete, onClose }: DeleteDialogProps) {
  const [password, setPassword] = useState('')
  const send = async () => {
    const outcome = await attempt(() => onDelete(password), { done: { title: 'Account deleted' } })
    return outcome.isDone ? undefined : refusalOf(outcome.error)
  }
  return (
    <FormDialog
      title="Delete account"
      description="This is permanent. Nobody can read what remains in the log."
      action="Delete account"
      isDangerous
      onSend={send}
      onClose={onClose}
    >
      <SmallList lines={deletionEffects(profile)} />
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
