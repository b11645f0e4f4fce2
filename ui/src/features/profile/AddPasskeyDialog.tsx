import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { LONGEST_NAME } from '../../../../src/areas/passkeys/constants.ts'
import { ApiError } from '../../api/http.ts'
import { passkeyFailure, webauthn } from '../../api/passkeys.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { attempt } from '../../ui/useAction.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { reads } from './reads.ts'

interface AddPasskeyDialogProps {
  /** The session is too old to add a passkey without the password. */
  readonly needsPassword: boolean
  onClose(): void
}

export function AddPasskeyDialog({ needsPassword, onClose }: AddPasskeyDialogProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asksPassword, setAsksPassword] = useState(needsPassword)
  const [password, setPassword] = useState('')
  const { mutate } = useSWRConfig()
  const add = async () => {
    setProblem(undefined)
    if (!name.trim()) return setProblem('Give it a name')
    const added = await attempt(async () => (await webauthn()).create(name, asksPassword ? password : undefined), {
      done: { title: 'Passkey added', description: name.trim() },
    })
    if (!added.isDone) {
      // The session has become too old while the dialog was open.
      if (added.error instanceof ApiError && added.error.status === 403) setAsksPassword(true)
      return passkeyFailure(added.error)
    }
    await mutate(reads.passkeys.key)
    return onClose()
  }
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or screen lock. None of that reaches us."
      action="Add passkey"
      onSend={add}
      onClose={onClose}
    >
      <Field label="Name" hint="So that you know it again, such as “Phone”" error={problem}>
        <Input
          name="passkeyName"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {asksPassword && <CurrentPassword value={password} onChange={setPassword} />}
    </FormDialog>
  )
}
