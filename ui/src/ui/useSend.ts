import { useCallback } from 'react'
import type { HttpOptions } from '../api/http.ts'
import { useWrite } from '../api/write.ts'
import { useAction, type Words } from './useAction.ts'

interface Sending<T, Mark> extends HttpOptions, Words<T> {
  mark?: Mark
}

/** `useAction` for writes: `send` makes a request, `POST` by default, and revalidates the reads of the topic. */
export function useSend<Mark extends string | number | true = true>(topic: string) {
  const write = useWrite(topic)
  const { run, ...state } = useAction<Mark>()
  const send = useCallback(
    <T>(path: string, { done, failed, otherwise, mark, ...options }: Sending<T, Mark>) =>
      run(() => write<T>(path, { method: 'POST', ...options }), { done, failed, otherwise }, mark),
    [run, write],
  )
  return { ...state, send }
}
