import { useCallback, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { LockedAccount } from '../../../../src/contracts/accounts.ts'
import { http, messageOf } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { allLockedAccounts, reads } from './reads.ts'

/** All locked and recently unlocked addresses; read again every 30 s and whenever one changes. */
export function useLockouts() {
  return useSWR<LockedAccount[]>(reads.lockedAccounts.key, allLockedAccounts, reads.lockedAccounts.fresh)
}

/** Lifts locks. `busy` is the address being unlocked, `*` for all. */
export function useUnlock() {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState<string | null>(null)

  const run = useCallback(
    async (mark: string, failed: string, call: () => Promise<{ message: string }>) => {
      setBusy(mark)
      try {
        const { message } = await call()
        toast({ title: message })
      } catch (error) {
        toast({ variant: 'destructive', title: failed, description: messageOf(error, 'Please try again later.') })
      }
      await mutate(reads.lockedAccounts.key)
      setBusy(null)
    },
    [mutate],
  )

  return {
    busy,
    unlock: (ip: string) =>
      run(ip, 'Unlock Failed', () => http('/api/admin/unlock-account', { method: 'POST', body: { ip } })),
    unlockAll: () => run('*', 'Unlock All Failed', () => http('/api/admin/unlock-all', { method: 'POST' })),
  }
}
