import { useCallback, useEffect, useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { firstCheck, firstRead } from '../../api/firstRead.ts'
import { ApiError, http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { forgetTyped } from '../../lib/forgetTyped.ts'
import { toast } from '../../ui/Toast.tsx'

let isFirst = true

/** The signed-in user; null, without an error, for a 401. */
async function fetchUser(path: string): Promise<CurrentUser | null> {
  // No request for a visitor without a session. With one, the page itself has already sent it.
  const check = isFirst ? firstCheck() : undefined
  isFirst = false
  if (check === 'none') return null
  firstRead.begins(check === 'maybe')
  try {
    return await http<CurrentUser>(path)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

export type Session =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: CurrentUser }

export function useSession(): Session {
  const { data, error, mutate, isValidating } = useSWR(shared.user.key, fetchUser, shared.user.fresh)
  if (data) return { status: 'signed-in', user: data }
  if (data === null) return { status: 'signed-out' }
  if (error && !isValidating) return { status: 'failed', retry: () => void mutate() }
  return { status: 'loading' }
}

/** The current user, for pages that require a session. */
export function useUser(): CurrentUser {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('useUser requires a session')
  return session.user
}

export function useRefreshSession(): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => void mutate(shared.user.key), [mutate])
}

/**
 * Clears the previous user's cached reads when the user changes or signs out, and their typed text once another user
 * signs in. `userId` null: no session.
 */
export function useForgetOthers(userId: number | null): void {
  const { mutate } = useSWRConfig()
  const before = useRef<number | null>(null)
  useEffect(() => {
    // `revalidate` also discards reads in flight. After signing out no mounted page can start new ones.
    if (before.current !== null && before.current !== userId)
      void mutate((key) => key !== shared.user.key, undefined, { revalidate: true })
    if (userId !== null) forgetTyped(userId)
    before.current = userId
  }, [userId, mutate])
}

/** The user is signing out on purpose, so no session-end message is shown. */
let isLeaving = false

/** Marks an intended sign-out: typed text is discarded with it. */
export function noteLeaving(): void {
  forgetTyped(null)
  isLeaving = true
}

/** Announces the end of a session that the user did not end here: elsewhere, or by expiry. */
export function useAnnounceSessionEnd(status: Session['status']): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'signed-in' && status === 'signed-out') {
      if (!isLeaving)
        toast({ title: 'You have been signed out', description: 'Your session has ended. Sign in again.' })
      isLeaving = false
    }
    before.current = status
  }, [status])
}
