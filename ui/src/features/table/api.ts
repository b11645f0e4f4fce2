import useSWR from 'swr'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { shared } from '../../api/shared.ts'

export function useTable() {
  return useSWR<TableRow[]>(shared.clubs.key)
}

/** Places of the clubs by id, of those that have played: before its first match every club is level at the top. */
export const placesOf = (table: readonly TableRow[] | undefined): ReadonlyMap<number, number> =>
  new Map(table?.flatMap(({ id, position, played }) => (played > 0 ? [[id, position]] : [])))

/** Every match of the current season, with live updates; tables are computed from them. */
export function useMatches() {
  return useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
}
