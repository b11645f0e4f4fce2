import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { type ApiError, type HttpOptions, http } from './http.ts'
import { isReadOf } from './reads.ts'

/** A new idempotency key. Works without a secure context, where `randomUUID` is missing. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Keys of POSTs without an answer, by path and body: sent again, they take effect once (docs/rules.md R383). The next write
 * that succeeds clears them: after joining, leaving and joining again, the last one is not a repetition.
 */
let unanswered: Record<string, string> = {}

function post<T>(path: string, options: HttpOptions): Promise<T> {
  const name = path + JSON.stringify(options.body)
  unanswered[name] ??= newKey()
  const sent = http<T>(path, { ...options, idempotencyKey: unanswered[name] })
  sent.catch(({ status }: Partial<ApiError>) => status! < 500 && delete unanswered[name])
  return sent
}

/** Sends a write and revalidates the reads of its topic. Throws as `http` does. */
export function useWrite(topic: string) {
  const { mutate } = useSWRConfig()
  return useCallback(
    async <T>(path: string, options: HttpOptions): Promise<T> => {
      const answer = await (options.method === 'POST' ? post<T> : http<T>)(path, options)
      unanswered = {}
      await mutate((key) => isReadOf(topic, key))
      return answer
    },
    [mutate, topic],
  )
}
