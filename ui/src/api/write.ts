import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { ApiError, type HttpOptions, http } from './http.ts'
import { isReadOf } from './reads.ts'

/** A new idempotency key. Works without a secure context, where `randomUUID` is missing. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Keys of POSTs without an answer, by path and body: sent again, they take effect once (docs/rules.md R383). */
const unanswered = new Map<string, string>()

async function post<T>(path: string, options: HttpOptions): Promise<T> {
  const name = `${path} ${JSON.stringify(options.body)}`
  const idempotencyKey = unanswered.get(name) ?? newKey()
  unanswered.set(name, idempotencyKey)
  try {
    const answer = await http<T>(path, { ...options, idempotencyKey })
    unanswered.delete(name)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(name)
    throw error
  }
}

/** Sends a write and revalidates the reads of its topic. Throws as `http` does. */
export function useWrite(topic: string) {
  const { mutate } = useSWRConfig()
  return useCallback(
    async <T>(path: string, options: HttpOptions): Promise<T> => {
      const answer = await (options.method === 'POST' ? post<T> : http<T>)(path, options)
      await mutate((key) => isReadOf(topic, key))
      return answer
    },
    [mutate, topic],
  )
}
