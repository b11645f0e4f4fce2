import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { type HttpOptions, http } from './http.ts'
import { isReadOf } from './reads.ts'

/** Sends a write and revalidates the reads of its topic. Throws as `http` does. */
export function useWrite(topic: string) {
  const { mutate } = useSWRConfig()
  return useCallback(
    async <T>(path: string, options: HttpOptions): Promise<T> => {
      const answer = await http<T>(path, options)
      await mutate((key) => isReadOf(topic, key))
      return answer
    },
    [mutate, topic],
  )
}
