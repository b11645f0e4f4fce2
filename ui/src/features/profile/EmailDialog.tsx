import { useState } from 'react'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useProfileChange } from './api.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { passwordOf, replacesEmail, sentTo } from './model.ts'

export function EmailDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [email, setEmail] = useState(profile.email ?? '')
  const [currentPassword, setPassword] = useState('')
  const { problems, save } = useProfileChange()
  const needsPassword = replacesEmail(email, profile)
  const send = async () => {
    const address = email.trim() || null
    if (address === profile.email) return onClose()
    if (await save({ email: address, ...(needsPassword ? passwordOf(currentPassword) : {}) }, sentTo(address)))
      onClose()
  }
  return (
    <FormDialog
      title={profile.email === null ? 'Set email' : 'Change email'}
      description="We’ll send you a link. Open it to start using this address."
      action="Save"
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Email"
        hint={profile.email === null ? undefined : 'Leave it empty to remove the address.'}
        error={problems.email}
      >
        <Input
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {needsPassword && (
        <CurrentPassword value={currentPassword} error={problems.currentPassword} onChange={setPassword} />
      )}
    </FormDialog>
  )
}
