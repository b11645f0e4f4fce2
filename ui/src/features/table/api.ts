import useSWR from 'swr'
import type { TableRow } from '../../../../src/contracts/fixtures.ts'
import { reads } from './reads.ts'

/** The clubs of the current season with their rows of the league table. */
export function useTable() {
  return useSWR<TableRow[]>(reads.clubs.key)
}
