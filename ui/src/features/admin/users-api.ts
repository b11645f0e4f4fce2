import useSWR from 'swr'
import type {
  AdministratorsAct,
  AdminUser,
  AdminUserSummary,
  DeletionConsequences,
  DeletionReason,
  NewPassword,
} from '../../../../src/contracts/administration.ts'
import type { Team } from '../../../../src/contracts/fixtures.ts'
import { httpPage, type ListPage } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'
import type { UsersView } from './users.ts'

const page = <T>(path: string) => httpPage<T>(path)

/** A page of the users; the one before stays until it is there. */
export function useUsers(view: UsersView) {
  return useSWR<ListPage<AdminUser>>(reads.users.key(view), page<AdminUser>, { keepPreviousData: true })
}

/** The numbers above them. */
export function useUsersSummary() {
  return useSWR<AdminUserSummary>(reads.usersSummary.key)
}

/** The clubs that users may support; asked for only where one does. */
export function useClubs(isNeeded: boolean) {
  return useSWR<Team[]>(isNeeded ? shared.clubs.key : null)
}

/** What goes with a user. */
export function useConsequences(userId: number) {
  return useSWR<DeletionConsequences>(reads.consequences.key(userId), reads.consequences.fresh)
}

/** A page of what administrators did. */
export function useAdministratorsLog(offset: number) {
  return useSWR<ListPage<AdministratorsAct>>(reads.log.key(offset), page<AdministratorsAct>, { keepPreviousData: true })
}

const otherwise = 'The server did not answer.'

/** Makes somebody an administrator, or a user again. `busy` is the id of the user. */
export function useRoleChange() {
  const write = useWrite('users')
  const { busy, run } = useAction<number>()
  const change = ({ id, username, role }: AdminUser) => {
    const next = role === 'admin' ? 'user' : 'admin'
    const description =
      next === 'admin' ? `${username} is an administrator from now on.` : `${username} is a user from now on.`
    return run(
      () => write(`/api/admin/users/${id}/role`, { method: 'PATCH', body: { role: next } }),
      { done: { title: 'Role updated', description }, failed: 'Failed to update role', otherwise },
      id,
    )
  }
  return { busy, change }
}

/** Deletes a user. */
export function useUserDeletion() {
  const write = useWrite('users')
  const { isBusy, run } = useAction()
  const remove = ({ id }: AdminUser, reason: DeletionReason | null) =>
    run(() => write(`/api/admin/users/${id}${reason === null ? '' : `?reason=${reason}`}`, { method: 'DELETE' }), {
      done: { title: 'User deleted' },
      failed: 'Failed to delete user',
      otherwise,
    })
  return { isBusy, remove }
}

/** Gives a user a new password. */
export function usePasswordReset() {
  const write = useWrite('users')
  const { isBusy, run } = useAction()
  const reset = ({ id }: AdminUser, reason: string) =>
    run(
      () =>
        write<NewPassword>(`/api/admin/users/${id}/reset-password`, {
          method: 'POST',
          body: reason.trim() === '' ? {} : { reason },
        }),
      { done: { title: 'Password reset successfully' }, failed: 'Failed to reset password', otherwise },
    )
  return { isBusy, reset }
}
