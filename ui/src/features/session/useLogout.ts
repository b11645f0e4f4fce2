import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { deleteAccount, signOut } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { attempt } from '../../ui/useAction.ts'
import { noteLeaving } from './api.ts'

/** Navigates to `/` after an intended sign-out. */
function useLeave() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  return async () => {
    noteLeaving()
    navigate('/')
    await mutate(shared.user.key, null, { revalidate: false })
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
