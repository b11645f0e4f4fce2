import { useSWRConfig } from 'swr'
import type { Credentials, CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { firstRead } from '../../api/firstRead.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { attempt } from '../../ui/useAction.ts'
import type { Mode } from './model.ts'

/** Reasons of a failure for which the server has no words. */
export const FAILED = { login: 'Invalid username or password', register: 'Failed to create account' } as const

const WORDS = {
  login: { done: { title: 'Welcome back!' }, failed: 'Login failed', otherwise: FAILED.login },
  register: {
    done: { title: 'Account created!' },
    failed: 'Registration failed',
    otherwise: FAILED.register,
  },
} as const

export function useEnter() {
  const { mutate } = useSWRConfig()
  return (mode: Mode, credentials: Credentials) =>
    attempt(async () => {
      firstRead.begins()
      const user = await http<CurrentUser>(`/api/${mode}`, { method: 'POST', body: credentials })
      await mutate(shared.user.key, user, { revalidate: false })
    }, WORDS[mode])
}
