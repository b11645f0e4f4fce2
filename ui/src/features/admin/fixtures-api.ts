import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { AdminFixture, FeedState, Fixture } from '../../../../src/contracts/fixtures.ts'
import { http } from '../../api/http.ts'
import { isReadOf } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { reads } from './reads.ts'
import type { RulingCall } from './rulings.ts'

/** The season's gameweeks in order, and the current one; undefined while loading. */
export function useGameweeks() {
  const all = useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
  const current = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  const gameweeks = all.data && [...new Set(all.data.map(({ gameweek }) => gameweek))].sort((a, b) => a - b)
  return {
    gameweeks,
    current: current.data?.[0]?.gameweek ?? (current.error ? gameweeks?.[0] : undefined),
    error: all.error,
    retry: () => void all.mutate(),
  }
}

export function useAdminGameweek(gameweek: number | undefined) {
  return useSWR<AdminFixture[]>(gameweek === undefined ? null : reads.gameweek.key(gameweek))
}

/** Past kickoff by more than 3 hours and no result. */
export function useOverdueFixtures() {
  return useSWR<AdminFixture[]>(reads.overdue.key)
}

/** The last refresh from the source of the fixtures; null for the demo season. */
export function useFixtureFeed() {
  return useSWR<FeedState | null>(reads.feed.key)
}

/** Sends a ruling and reads again what it changed; throws what the server refuses. */
export function useRule() {
  const { mutate } = useSWRConfig()
  return useCallback(
    async ({ path, method, body }: RulingCall) => {
      await http(path, { method, body })
      await mutate((key) => isReadOf('fixtures', key))
    },
    [mutate],
  )
}
