import { useCallback, useState } from 'react'
import { ApiError, messageOf } from '../api/http.ts'
import { type ToastMessage, toast } from './Toast.tsx'

/** Toasts of an action. */
export interface Words<T> {
  /** Shown on success; no toast without it. */
  done?: ToastMessage | ((answer: T) => ToastMessage)
  /** Title on failure, above the server's message; no toast without it. */
  failed?: string
  /** Description on failure, if the server gives no reason. */
  otherwise?: string | ((error: unknown) => string)
}

type Outcome<T> = { readonly isDone: true; readonly answer: T } | { readonly isDone: false; readonly error: unknown }

export function failureText(
  error: unknown,
  otherwise: Words<unknown>['otherwise'] = 'Please try again later.',
): string {
  return messageOf(error, typeof otherwise === 'function' ? otherwise(error) : otherwise)
}

/** A text for responses only: a request without a response proves nothing about what was typed (docs/rules.md R385). */
export const ifAnswered = (refused: string) => (error: unknown) =>
  error instanceof ApiError ? refused : navigator.onLine ? 'The server did not answer.' : 'You are offline.'

export function showFailure(title: string, error: unknown, otherwise?: Words<unknown>['otherwise']): void {
  toast({ variant: 'destructive', title, description: failureText(error, otherwise) })
}

/** Runs a call, shows the toast of its outcome, and returns the outcome. Never throws. */
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
 * State of a button's action. `run` is `attempt`, and `isBusy` is true while it runs. Buttons that share the hook pass
 * different marks; `busy` is the mark of the one pressed.
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
