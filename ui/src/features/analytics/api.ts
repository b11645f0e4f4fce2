import useSWR from 'swr'
import type { Analytics } from '../../../../src/contracts/analytics.ts'
import { reads } from './reads.ts'

/** Null: of the current season. */
export function useAnalytics(season: string | null) {
  return useSWR<Analytics>(reads.analytics.key(season), { keepPreviousData: true })
}
