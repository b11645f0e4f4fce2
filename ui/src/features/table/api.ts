import useSWR from 'swr'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { shared } from '../../api/shared.ts'

export function useTable() {
  return useSWR<TableRow[]>(shared.clubs.key)
}

/** Every match of the current season as it changes: a table of any moment is made of them. */
export function useMatches() {
  return useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
}
