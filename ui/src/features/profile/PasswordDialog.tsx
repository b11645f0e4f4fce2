import { useState } from 'react'
import { LEAST_PASSWORD } from '../../../../src/contracts/recovery-limits.ts'
import { type Problems, secretProblems } from '../../lib/newPassword.ts'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { usePasswordChange } from './api.ts'
import { PresentPassword } from './PresentPassword.tsx'

/** Another password, by the present one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState('')
  const [pair, setPair] = useState({ password: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, change } = usePasswordChange()
  const send = async () => {
    const found = secretProblems({ secret, ...pair })
    setProblems(found)
    setRefused(null)
    if (Object.keys(found).length > 0) return
    const sent = await change({ currentPassword: secret, newPassword: pair.password })
    if (sent.isDone) onClose()
    else setRefused(refusalOf(sent.error))
  }
  return (
    <FormDialog
      title="Change password"
      description={`At least ${LEAST_PASSWORD.secret} characters. All your other sessions end.`}
      action="Change password"
      busy={isBusy}
      refused={refused}
      onSend={() => void send()}
      onClose={onClose}
    >
      <PresentPassword value={secret} onChange={setSecret} />
      <NewPassword least="secret" value={pair} problems={problems} onChange={setPair} />
    </FormDialog>
  )
}
