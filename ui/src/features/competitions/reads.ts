import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { STANDINGS_PAGE } from './model.ts'

export const reads = {
  one: read(
    (id: number, offset: number) => `/api/competitions/${id}?limit=${STANDINGS_PAGE}&offset=${offset}`,
    shared.competitions,
  ),
}
