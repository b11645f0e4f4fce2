import { useState } from 'react'
import { styled } from 'styled-components'
import { type AdminUser, DeletionReason } from '../../../../src/contracts/administration.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { DELETION_REASONS, goingWith } from './users.ts'
import { useConsequences, usePasswordReset, useUserDeletion } from './users-api.ts'

const Going = styled.ul`
  display: grid;
  gap: var(--s1);
  padding-inline-start: 1.2em;
  list-style: square;
  font-size: var(--t1);
  overflow-wrap: anywhere;
`

interface UserDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Says what goes with a user before they are deleted, and asks why. */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const consequences = useConsequences(user.id)
  const { isBusy, remove } = useUserDeletion()
  const [reason, setReason] = useState<DeletionReason | null>(null)
  const send = async () => {
    await remove(user, reason)
    onClose()
  }
  return (
    <FormDialog
      title="Confirm User Deletion"
      description={`This is permanent. It removes predictions, league memberships and account data of ${user.username}.`}
      action="Delete"
      isDangerous
      busy={isBusy}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Loaded
        read={consequences}
        failed="Failed to load what goes"
        waiting={<Loading label="Loading what goes" rows={3} rowHeight="18px" />}
      >
        {(data) => (
          <Going>
            {goingWith(data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Going>
        )}
      </Loaded>
      <Field label="Why, for the log">
        <Select
          value={reason ?? ''}
          onChange={(event) =>
            setReason(DeletionReason.options.find((option) => option === event.target.value) ?? null)
          }
        >
          <option value="">Not said</option>
          {DeletionReason.options.map((option) => (
            <option key={option} value={option}>
              {DELETION_REASONS[option]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

interface ResetDialogProps extends UserDialogProps {
  onReset: (newPassword: string) => void
}

/** Asks before a user gets another password, and why. */
export function ResetPasswordDialog({ user, onReset, onClose }: ResetDialogProps) {
  const { isBusy, reset } = usePasswordReset()
  const [reason, setReason] = useState('')
  const send = async () => {
    const done = await reset(user, reason)
    onClose()
    if (done.isDone) onReset(done.answer.newPassword)
  }
  return (
    <FormDialog
      title="Reset User Password"
      description={`A new password is made and shown to you once. All sessions of ${user.username} end at once.`}
      action="Reset Password"
      busy={isBusy}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Field label="Why, for the log" hint="It goes with the user when they are deleted.">
        <Input maxLength={200} autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
