import { useMemo, useRef, useState } from 'react'
import { useCurrentFixtures, useGameweekFixtures, useSeasonFixtures } from '../../features/fixtures/api.ts'
import { defaultGameweek, fixturesOf, gameweeksOf, isUpcoming, withNewer } from '../../features/fixtures/model.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'

/** What the home page shows, and which gameweek is chosen: the default one until the player chooses another. */
export function useDashboardData() {
  const season = useSeasonFixtures()
  const current = useCurrentFixtures()
  const predictions = usePredictions()
  const [chosen, choose] = useState<number | null>(null)
  // The page stays on the gameweek it opened on, also when its last match ends meanwhile.
  const opened = useRef<number | null>(null)
  const gameweek = chosen ?? opened.current
  const weekly = useGameweekFixtures(gameweek)

  const all = useMemo(
    () => withNewer(season.data ?? [], current.data, weekly.data),
    [season.data, current.data, weekly.data],
  )
  const gameweeks = useMemo(() => gameweeksOf(all), [all])
  const isSeasonKnown = season.data !== undefined && (current.data !== undefined || current.error !== undefined)
  if (opened.current === null && (isSeasonKnown || current.data?.some(isUpcoming)))
    opened.current = defaultGameweek(gameweeks, current.data?.[0]?.gameweek)

  const shown = chosen ?? opened.current
  const matches = useMemo(() => (shown === null ? [] : fixturesOf(all, shown)), [all, shown])
  const now = useMatchClock(matches)
  const isFound = matches.length > 0 || weekly.data !== undefined || (shown === null && isSeasonKnown)
  return {
    gameweeks,
    gameweek: shown,
    choose,
    matches,
    now,
    predictions: predictions.data,
    predictionsError: predictions.error,
    isLoading: !isFound || predictions.data === undefined,
    error:
      (!isFound && (season.error ?? weekly.error)) || (predictions.data === undefined && predictions.error) || null,
    retry() {
      for (const read of [season, current, predictions]) void read.mutate()
      if (gameweek !== null) void weekly.mutate()
    },
  }
}
