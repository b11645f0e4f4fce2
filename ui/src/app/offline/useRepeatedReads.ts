import { useEffect } from 'react'
import { type State, useSWRConfig } from 'swr'
import { ApiError } from '../../api/http.ts'

/** Time between two looks at failed reads, in ms: at least this, and up to twice as long, so that pages spread their reads. */
const EVERY = 10_000

/** Whether the same read may succeed later. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

/** Repeats reads that failed while the page shows older data: the server does not report their change again. */
export function useRepeatedReads(): void {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const isOutdated = (key: string) => {
      const { data, error, isValidating } = cache.get(key) ?? ({} as State)
      return data !== undefined && error !== undefined && !isValidating && isPassing(error)
    }
    const wait = () => {
      timer = setTimeout(
        () => {
          if (navigator.onLine) for (const key of cache.keys()) if (isOutdated(key)) void mutate(key)
          wait()
        },
        EVERY * (1 + Math.random()),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [cache, mutate])
}
