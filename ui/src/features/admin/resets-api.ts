import useSWR from 'swr'
import type { NewPassword } from '../../../../src/contracts/administration.ts'
import type { ResetRequest } from '../../../../src/contracts/recovery.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'

/** Who waits for a new password, longest first. */
export function useResetRequests() {
  return useSWR<ResetRequest[]>(reads.resetRequests.key, reads.resetRequests.fresh)
}

/** Answers requests. `busy` is the id of the user whose request is being answered. */
export function useResets() {
  const write = useWrite('reset-requests')
  const { busy, run } = useAction<number>()
  return {
    busy,
    /** Gives the new password, which nobody can ask for again; null where it failed. */
    async reset(userId: number): Promise<string | null> {
      const outcome = await run(
        () => write<NewPassword>(`/api/admin/users/${userId}/reset-password`, { method: 'POST' }),
        { done: { title: 'Password reset successfully' }, failed: 'Failed to reset password' },
        userId,
      )
      return outcome.isDone ? outcome.answer.newPassword : null
    },
    dismiss: (userId: number) =>
      run(
        () => write(`/api/admin/reset-requests/${userId}`, { method: 'DELETE' }),
        { done: { title: 'Request dismissed' }, failed: 'Failed to dismiss the request' },
        userId,
      ),
  }
}
