import type { SWRConfiguration } from 'swr'

/** In ms. */
export const MINUTE = 60_000

/** Longest time a timer takes: data that only a write or a live change makes stale. */
const FOR_EVER = 2 ** 31 - 1

/** What is looked at again and again goes on behind a failure (a server that restarts), where SWR would let it rest. In ms. */
export const again = (afterMs: number): SWRConfiguration => ({
  shouldRetryOnError: true,
  onErrorRetry: (_error, _key, _config, revalidate, options) =>
    void setTimeout(() => void revalidate(options), afterMs),
})

/**
 * No retry, no refetch on focus or reconnection, no polling; data never goes stale unless its read says so (docs/rules.md R67).
 * While an answer is fresh, a part that appears again shows what is there and asks nothing; a live change or a write asks at once all
 * the same.
 */
export const swrDefaults: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  dedupingInterval: FOR_EVER,
}
