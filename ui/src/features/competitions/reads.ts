import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { STANDINGS_PAGE } from './model.ts'

export const reads = {
  one: read(
    (id: number, offset: number) => `/api/competitions/${id}?limit=${STANDINGS_PAGE}&offset=${offset}`,
    shared.competitions,
  ),
  /** A competition with the reader's own row of its standings. */
  own: read((id: number) => `/api/competitions/${id}?limit=1&offset=0`, shared.competitions),
}
