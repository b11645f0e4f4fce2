import { useState } from 'react'
import { ApiError, http } from '../../api/http.ts'
import { useAction, type Words } from '../../ui/useAction.ts'
import { tryAgainIn } from './model.ts'

/** Sends a recovery request. `heldUntil`: end of the block, while the server rejects attempts unchecked. */
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
