import { useCallback, useRef } from 'react'
import { useSWRConfig } from 'swr'
import type { Credentials, CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { firstRead } from '../../api/firstRead.ts'
import { ApiError, http } from '../../api/http.ts'
import { passkeyBarrier, webauthn } from '../../api/passkeys.ts'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt, failureText, ifAnswered, showFailure } from '../../ui/useAction.ts'
import type { Mode } from './model.ts'

/** Reasons of a failure for which the server has no words. */
const FAILED = {
  login: ifAnswered('Invalid username or password'),
  register: ifAnswered('Failed to create account'),
} as const

export const reasonOf = (error: unknown, mode: Mode): string => failureText(error, FAILED[mode])

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

/** The suggestions are renewed before their challenge expires, in ms. */
const SUGGESTED_MS = 4 * 60_000

/** `suggestKeys`: offers passkeys in the suggestions of the username field. `onKeyDone`: enters the game after one was used. */
export function useKeyEnter() {
  const { mutate } = useSWRConfig()
  const suggestedAt = useRef(Number.NEGATIVE_INFINITY)
  const onKeyDone = useCallback(
    (user: CurrentUser) => {
      toast(WORDS.login.done)
      void mutate(shared.user.key, user, { revalidate: false })
    },
    [mutate],
  )
  const suggestKeys = useCallback(async () => {
    if (performance.now() - suggestedAt.current < SUGGESTED_MS || passkeyBarrier() !== null) return
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    suggestedAt.current = performance.now()
    const entered = await attempt(async () => (await webauthn()).signIn(true))
    if (entered.isDone) onKeyDone(entered.answer)
    // The browser also reports that nothing was picked, or that the button was used instead.
    else if (entered.error instanceof ApiError) showFailure(WORDS.login.failed, entered.error)
  }, [onKeyDone])
  return { onKeyDone, suggestKeys: () => void suggestKeys() }
}
