import { useState } from 'react'
import { useSWRConfig } from 'swr'
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
  const change = async () => {
    const found = secretProblems({ secret, ...pair })
    setProblems(found)
    if (Object.keys(found).length > 0) return null
    const body = { currentPassword: secret, newPassword: pair.password }
    const sent = await attempt(() => http('/api/user/password', { method: 'POST', body }), {
      done: { title: 'Password updated successfully', description: 'You’re signed out everywhere else.' },
      failed: 'Update Failed',
      otherwise,
    })
    if (sent.isDone) await mutate(reads.sessions.key)
    return sent.isDone ? onClose() : refusalOf(sent.error)
  }
  return (
    <FormDialog
      title="Change password"
      description={`At least ${LEAST_PASSWORD.secret} characters. This signs you out everywhere else.`}
      action="Change password"
      onSend={change}
      onClose={onClose}
    >
      <CurrentPassword value={secret} onChange={setSecret} />
      <NewPassword least="secret" value={pair} problems={problems} onChange={setPair} />
    </FormDialog>
  )
}
