import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import type { Credentials, CurrentUser } from '../../../../src/contracts/accounts.ts'
import { firstRead } from '../../api/firstRead.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { attempt } from '../../ui/useAction.ts'

function useEnter(path: string, welcome: string, failed: string, fallback: string) {
  const { mutate } = useSWRConfig()
  return useCallback(
    /** What came of it has been said. */
    (credentials: Credentials) =>
      attempt(
        async () => {
          firstRead.begins()
          const user = await http<CurrentUser>(path, { method: 'POST', body: credentials })
          await mutate(shared.user.key, user, { revalidate: false })
        },
        { done: { title: welcome }, failed, otherwise: fallback },
      ),
    [path, welcome, failed, fallback, mutate],
  )
}

export function useLogin() {
  return useEnter('/api/login', 'Welcome back!', 'Login failed', 'Invalid username or password')
}

export function useRegister() {
  return useEnter('/api/register', 'Account created!', 'Registration failed', 'Failed to create account')
}
