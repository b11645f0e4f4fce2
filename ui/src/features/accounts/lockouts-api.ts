import useSWR, { useSWRConfig } from 'swr'
import type { LockedAccount } from '../../../../src/areas/accounts/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { again } from '../../api/cache.ts'
import { http, httpAll } from '../../api/http.ts'
import { read } from '../../api/reads.ts'
import { useAction } from '../../ui/useAction.ts'

const reads = {
  lockedAccounts: read('/api/admin/locked-accounts', {
    topics: ['lockouts'],
    fresh: { dedupingInterval: 2_000, refreshInterval: 30_000, ...again(30_000) },
  }),
}

const allLockedAccounts = () => httpAll<LockedAccount>(reads.lockedAccounts.key, PAGE.lockedAccounts, ({ ip }) => ip)

/** All locked and recently unlocked addresses, refetched every 30 s and on every change. */
export function useLockouts() {
  return useSWR<LockedAccount[]>(reads.lockedAccounts.key, allLockedAccounts, reads.lockedAccounts.fresh)
}

/** Unlocks one address or all. `busy` is the address being unlocked, `*` for all. */
export function useUnlock() {
  const { mutate } = useSWRConfig()
  const { busy, run } = useAction<string>()

  const unlockBy = (mark: string, failed: string, call: () => Promise<{ message: string }>) =>
    run(
      () => call().finally(() => mutate(reads.lockedAccounts.key)),
      { done: ({ message }) => ({ title: message }), failed },
      mark,
    )

  return {
    busy,
    unlock: (ip: string) =>
      unlockBy(ip, 'Unlock Failed', () => http('/api/admin/unlock-account', { method: 'POST', body: { ip } })),
    unlockAll: () => unlockBy('*', 'Unlock All Failed', () => http('/api/admin/unlock-all', { method: 'POST' })),
  }
}
