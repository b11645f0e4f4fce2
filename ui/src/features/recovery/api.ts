import { useState } from 'react'
import { ApiError, http } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { tryAgainIn } from './model.ts'

/**
 * A call that helps somebody in again. `heldUntil` says when to come back, once the server looks at nothing for a while.
 */
export function useRecoveryCall(path: string) {
  const { isBusy, run } = useAction()
  const [heldUntil, setHeld] = useState<string | null>(null)
  /** Whether it went well; what came of it has been said. */
  async function send(body: object, said: { done: string; failed: string; otherwise?: string }): Promise<boolean> {
    const { done, failed, otherwise } = said
    const outcome = await run(() => http<unknown>(`/api/auth/${path}`, { method: 'POST', body }), {
      done: { title: done },
      failed,
      otherwise: otherwise ?? 'The server did not answer.',
    })
    if (outcome.isDone) return true
    const { error } = outcome
    if (error instanceof ApiError && error.status === 429) setHeld(tryAgainIn(error.retryAfter))
    return false
  }
  return { isBusy, heldUntil, send }
}
