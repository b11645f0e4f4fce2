import useSWR from 'swr'
import type { LedgerEntry } from '../../../../src/contracts/boards.ts'
import { keys } from '../../api/keys.ts'

/** The reader's ledger, newest first. Fresh each time it is opened. */
export function useLedger() {
  return useSWR<LedgerEntry[]>(keys.userPoints, { dedupingInterval: 2_000 })
}
