import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { deleteAccount, signOut } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { attempt } from '../../ui/useAction.ts'
import { noteLeaving } from './api.ts'

/** Deletes the player's data on this device and navigates to `/` after an intended sign-out. */
function useLeave() {
  const { mutate, cache } = useSWRConfig()
  const navigate = useNavigate()
  return async () => {
    noteLeaving()
    const user: CurrentUser | undefined = cache.get(shared.user.key)?.data
    const forgotten = user && import('../../api/device.ts').then(({ forgetPlayer }) => forgetPlayer(user.id))
    navigate('/')
    await mutate(shared.user.key, null, { revalidate: false })
    await forgotten
  }
}

export function useLogout() {
  const leave = useLeave()
  return async () => {
    const out = await attempt(signOut, { failed: 'Error', otherwise: 'Failed to log out' })
    if (out.isDone) await leave()
  }
}

/** Deletes the account with its password and navigates to `/`; throws on refusal. */
export function useAccountDeletion() {
  const leave = useLeave()
  return async (password: string) => {
    await deleteAccount({ password })
    await leave()
  }
}
