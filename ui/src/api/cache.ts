import { type Middleware, type SWRConfiguration, useSWRConfig } from 'swr'

/** Longest delay of a timer, in ms: for data that only a write or a live change makes stale. */
const FOR_EVER = 2 ** 31 - 1

/**
 * Retries failed polling reads after `afterMs` milliseconds, for example while the server restarts. SWR would stop
 * polling.
 */
export const again = (afterMs: number): SWRConfiguration => ({
  shouldRetryOnError: true,
  onErrorRetry: (_error, _key, _config, revalidate, options) =>
    void setTimeout(() => void revalidate(options), afterMs),
})

/**
 * SWR renders a component again for the fields that were used before. A dialog uses its response only after its own code
 * has loaded, and would miss a response that arrives earlier. With `keepPreviousData`, SWR would keep the data of the earlier
 * key beside the error of this one.
 */
const usesResponse: Middleware = (useNext) => (key, fetcher, config) => {
  const { cache } = useSWRConfig()
  const read = useNext(key, fetcher, config)
  const { data, error } = read
  return data && error && !cache.get(key as string)?.data ? { ...read, data: undefined } : read
}

/**
 * No retry, no refetch on focus or reconnection, no polling; data never goes stale unless its read declares it
 * (docs/rules.md R67). A component that mounts again uses a fresh response without a request. Live changes and writes
 * revalidate at once.
 */
export const swrDefaults: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  dedupingInterval: FOR_EVER,
  use: [usesResponse],
}
