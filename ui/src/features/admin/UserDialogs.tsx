import { useState } from 'react'
import useSWR from 'swr'
import {
  type AdminUser,
  type DeletionConsequences,
  DeletionReason,
  type NewPassword,
} from '../../../../src/areas/administration/contract.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { SmallList } from '../../ui/SmallList.tsx'
import { useSend } from '../../ui/useSend.ts'
import { reads } from './reads.ts'
import { DELETION_REASONS, deletionEffects } from './users.ts'

const otherwise = 'The server did not answer.'

const REASONS: readonly { value: DeletionReason | null; label: string }[] = [
  { value: null, label: 'No reason given' },
  ...DeletionReason.options.map((value) => ({ value, label: DELETION_REASONS[value] })),
]

interface UserDialogProps {
  user: AdminUser
  onClose: () => void
}

export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const consequences = useSWR<DeletionConsequences>(reads.consequences.key(user.id), reads.consequences.fresh)
  const { send } = useSend('users')
  const [reason, setReason] = useState<DeletionReason | null>(null)
  const remove = async () => {
    await send(`/api/admin/users/${user.id}${reason === null ? '' : `?reason=${reason}`}`, {
      method: 'DELETE',
      done: { title: 'User deleted' },
      failed: 'Failed to delete user',
      otherwise,
    })
    onClose()
  }
  return (
    <FormDialog
      title="Confirm User Deletion"
      description={`This is permanent. It removes ${user.username}’s predictions, league memberships and account data.`}
      action="Delete"
      isDangerous
      onSend={remove}
      onClose={onClose}
    >
      <Loaded
        read={consequences}
        failed="Failed to load the details"
        waiting={<Loading label="Loading the details" rows={3} rowHeight="18px" />}
      >
        {(data) => <SmallList lines={deletionEffects(data)} />}
      </Loaded>
      <Field label="Reason for the log">
        <Choice value={reason} options={REASONS} onChoose={setReason} />
      </Field>
    </FormDialog>
  )
}

interface ResetDialogProps extends UserDialogProps {
  onReset: (newPassword: string) => void
}

export function ResetPasswordDialog({ user, onReset, onClose }: ResetDialogProps) {
  const { send } = useSend('users')
  const [reason, setReason] = useState('')
  const reset = async () => {
    const done = await send<NewPassword>(`/api/admin/users/${user.id}/reset-password`, {
      body: reason.trim() === '' ? {} : { reason },
      done: { title: 'Password reset successfully' },
      failed: 'Failed to reset password',
      otherwise,
    })
    onClose()
    if (done.isDone) onReset(done.answer.newPassword)
  }
  return (
    <FormDialog
      title="Reset User Password"
      description={`You’ll see the new password once. This signs ${user.username} out everywhere.`}
      action="Reset Password"
      onSend={reset}
      onClose={onClose}
    >
      <Field label="Reason for the log" hint="Deleted along with the user.">
        <Input maxLength={200} autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
