import useSWR from 'swr'
import type { ProfileStats } from '../../../../src/areas/profiles/contract.ts'
import { reads } from './reads.ts'

/** Mean points of all players in a gameweek; null: not asked for, unknown, or no result yet. */
export function useAverage(gameweek: number | null): number | null {
  const { data } = useSWR<ProfileStats>(gameweek === null ? null : reads.stats.key)
  return data?.recentPerformance.find(({ week }) => week === gameweek)?.field.points ?? null
}
