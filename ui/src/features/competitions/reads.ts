import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'

export const reads = {
  one: read((id: number) => `/api/competitions/${id}`, shared.competitions),
  /** A further page of its standings. */
  page: read(
    (id: number, limit: number, offset: number) => `/api/competitions/${id}?limit=${limit}&offset=${offset}`,
    shared.competitions,
  ),
}
