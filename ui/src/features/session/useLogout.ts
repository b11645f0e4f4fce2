import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { signOut } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { attempt } from '../../ui/useAction.ts'
import { noteLeaving } from './api.ts'

/** Signs out and goes to `/`. */
export function useLogout() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  return useCallback(async () => {
    const out = await attempt(signOut, { failed: 'Error', otherwise: 'Failed to log out' })
    if (!out.isDone) return
    noteLeaving()
    navigate('/')
    await mutate(shared.user.key, null, { revalidate: false })
  }, [mutate, navigate])
}
