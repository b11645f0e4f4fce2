import useSWR from 'swr'
import type { Wrap, WrapPart } from '../../../../src/areas/wraps/contract.ts'
import { read } from '../../api/reads.ts'

const reads = {
  /** null: the latest part that has ended. */
  wrap: read((part: WrapPart | null) => `/api/wrap${part === null ? '' : `?part=${part}`}`, {
    topics: ['leaderboard', 'fixtures', 'leagues'],
  }),
}

export const useWrap = (part: WrapPart | null) => useSWR<Wrap>(reads.wrap.key(part), { keepPreviousData: true })
