import { useCallback, useState } from 'react'
import { messageOf } from '../api/http.ts'
import { type ToastMessage, toast } from './Toast.tsx'

/** What is said of an action in toasts. */
export interface Words<T> {
  /** That it is done; without it nothing. */
  done?: ToastMessage | ((answer: T) => ToastMessage)
  /** That it failed: the title, above the server's words; without it nothing. */
  failed?: string
  /** Below that title, where the server gave no reason. */
  otherwise?: string
}

type Outcome<T> = { readonly isDone: true; readonly answer: T } | { readonly isDone: false; readonly error: unknown }

export function showFailure(title: string, error: unknown, otherwise = 'Please try again later.'): void {
  toast({ variant: 'destructive', title, description: messageOf(error, otherwise) })
}

/** Does something, says what came of it, and gives it. Never throws. */
export async function attempt<T>(call: () => Promise<T>, words: Words<T> = {}): Promise<Outcome<T>> {
  const { done, failed, otherwise } = words
  try {
    const answer = await call()
    if (done) toast(typeof done === 'function' ? done(answer) : done)
    return { isDone: true, answer }
  } catch (error) {
    if (failed) showFailure(failed, error, otherwise)
    return { isDone: false, error }
  }
}

/**
 * What a button does. `run` is `attempt`, and `isBusy` as long as it lasts. Where several buttons share one, each gives its mark;
 * `busy` is the mark of the one that was pressed.
 */
export function useAction<Mark extends string | number | true = true>() {
  const [busy, setBusy] = useState<Mark | null>(null)
  const run = useCallback(
    async <T>(call: () => Promise<T>, words?: Words<T>, mark = true as Mark): Promise<Outcome<T>> => {
      setBusy(mark)
      const outcome = await attempt(call, words)
      setBusy(null)
      return outcome
    },
    [],
  )
  return { busy, isBusy: busy !== null, run }
}
