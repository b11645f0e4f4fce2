import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { OwnPasskeys } from '../../../../src/areas/passkeys/contract.ts'
import { LEAST_PASSWORD } from '../../../../src/areas/recovery/constants.ts'
import { http } from '../../api/http.ts'
import { type Problems, secretProblems } from '../../lib/newPassword.ts'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { attempt } from '../../ui/useAction.ts'
import { otherwise } from './api.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { reads } from './reads.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState('')
  const [pair, setPair] = useState({ password: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const { mutate } = useSWRConfig()
  /** A passkey has just opened this session: it proves the player instead of the current password. */
  const isProven = useSWR<OwnPasskeys>(reads.passkeys.key, reads.passkeys.fresh).data?.setsPassword ?? false
  const change = async () => {
    const found = secretProblems({ ...(isProven ? {} : { secret }), ...pair })
    setProblems(found)
    if (Object.keys(found).length > 0) return null
    const body = { ...(isProven ? {} : { currentPassword: secret }), newPassword: pair.password }
    const sent = await attempt(() => http('/api/user/password', { method: 'POST', body }), {
      done: { title: 'Password updated successfully', description: 'You’re signed out everywhere else.' },
      failed: 'Update Failed',
      otherwise,
    })
    // Also after a refusal: the sign-in may have become too old.
    await Promise.all([reads.sessions, reads.passkeys].map(({ key }) => mutate(key)))
    return sent.isDone ? onClose() : refusalOf(sent.error)
  }
  const why = isProven ? ' You signed in with a passkey, so we don’t need the current one.' : ''
  return (
    <FormDialog
      title="Change password"
      description={`At least ${LEAST_PASSWORD.secret} characters. This signs you out everywhere else.${why}`}
      action="Change password"
      onSend={change}
      onClose={onClose}
    >
      {!isProven && <CurrentPassword value={secret} onChange={setSecret} />}
      <NewPassword least="secret" value={pair} problems={problems} onChange={setPair} />
    </FormDialog>
  )
}
