import { useMemo, useRef, useState } from 'react'
import { useCurrentFixtures, useFixtures } from '../../features/fixtures/api.ts'
import { defaultGameweek, fixturesOf, gameweeksOf } from '../../features/fixtures/model.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'

/** What the home page shows, and which gameweek is chosen: the default one until the player chooses another. */
export function useDashboardData() {
  const fixtures = useFixtures()
  const current = useCurrentFixtures()
  const predictions = usePredictions()
  const [chosen, choose] = useState<number | null>(null)
  const opened = useRef<number | null>(null)

  const all = fixtures.data
  const gameweeks = useMemo(() => gameweeksOf(all ?? []), [all])
  // The page stays on the gameweek it opened on, also when its last match ends meanwhile.
  const isKnown = all !== undefined && (current.data !== undefined || current.error !== undefined)
  if (opened.current === null && isKnown) opened.current = defaultGameweek(gameweeks, current.data?.[0]?.gameweek)
  const gameweek = chosen ?? opened.current
  const matches = useMemo(() => (gameweek === null ? [] : fixturesOf(all ?? [], gameweek)), [all, gameweek])
  const now = useMatchClock(matches)

  return {
    gameweeks,
    gameweek,
    choose,
    matches,
    now,
    predictions: predictions.data,
    isLoading: !isKnown || predictions.data === undefined,
    error: (all === undefined && fixtures.error) || (predictions.data === undefined && predictions.error) || null,
    retry() {
      void fixtures.mutate()
      void predictions.mutate()
    },
    predictionsError: predictions.error,
  }
}
