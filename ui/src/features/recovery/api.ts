import { useState } from 'react'
import { ApiError, http } from '../../api/http.ts'
import { useAction, type Words } from '../../ui/useAction.ts'
import { tryAgainIn } from './model.ts'

/** A call that helps somebody in again. `heldUntil` says when to come back, once the server looks at nothing for a while. */
export function useRecoveryCall(path: string) {
  const { isBusy, run } = useAction()
  const [heldUntil, setHeld] = useState<string | null>(null)
  async function send<T>(body: object, words: Words<T> = {}) {
    const call = () => http<T>(`/api/auth/${path}`, { method: 'POST', body })
    const sent = await run(call, { otherwise: 'The server did not answer.', ...words })
    if (!sent.isDone && sent.error instanceof ApiError && sent.error.status === 429)
      setHeld(tryAgainIn(sent.error.retryAfter))
    return sent
  }
  return { isBusy, heldUntil, send }
}
