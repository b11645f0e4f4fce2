import useSWR from 'swr'
import type { LedgerEntry } from '../../../../src/contracts/boards.ts'
import { reads } from './reads.ts'

/** The reader's ledger, newest first. */
export function useLedger() {
  return useSWR<LedgerEntry[]>(reads.ledger.key, reads.ledger.fresh)
}
