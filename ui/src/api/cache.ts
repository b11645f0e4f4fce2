import type { SWRConfiguration } from 'swr'

const MINUTE = 60_000

/** Longest time a timer takes: data that only a write or a live change makes stale. */
const FOR_EVER = 2 ** 31 - 1

/** What is looked at again and again goes on behind a failure (a server that restarts), where SWR would let it rest. In ms. */
const again = (afterMs: number): SWRConfiguration => ({
  shouldRetryOnError: true,
  onErrorRetry: (_error, _key, _config, revalidate, options) =>
    void setTimeout(() => void revalidate(options), afterMs),
})

/**
 * How long an answer counts as fresh, in ms (core-play, section 9). Within it a part that appears again shows what is there and
 * asks nothing; a live change or a write asks at once all the same.
 */
export const fresh = {
  user: { dedupingInterval: 5 * MINUTE, revalidateIfStale: false },
  fixtures: { dedupingInterval: 2 * MINUTE },
  headToHead: { dedupingInterval: 30 * MINUTE },
  /** Asked again when the next one starts or ends. */
  competitions: { dedupingInterval: 2_000 },
  /** Looked at every 10 s, and every second while one is being rebuilt. */
  projections: { dedupingInterval: 500, ...again(10_000) },
  achievements: { dedupingInterval: 2_000 },
  /** Asked every second while a run or a folding is under way. */
  retroactive: { dedupingInterval: 500, ...again(2_000) },
  messageReports: { dedupingInterval: 2_000 },
  lockedAccounts: { dedupingInterval: 2_000, refreshInterval: 30_000, ...again(30_000) },
} satisfies Record<string, SWRConfiguration>

/** No retry, no refetch on focus or reconnection, no polling; data never goes stale unless stated (core-play, section 7). */
export const swrDefaults: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  dedupingInterval: FOR_EVER,
}
