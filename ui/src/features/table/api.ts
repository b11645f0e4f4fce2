import useSWR from 'swr'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { shared } from '../../api/shared.ts'

export function useTable() {
  return useSWR<TableRow[]>(shared.clubs.key)
}

/** Every match of the current season, with live updates; tables are computed from them. */
export function useMatches() {
  return useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
}
