import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentFixtures, useGameweekFixtures, useSeasonFixtures } from '../../features/fixtures/api.ts'
import { defaultGameweek, fixturesOf, gameweeksOf, isUpcoming, withNewer } from '../../features/fixtures/model.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'
import { idOf } from '../../lib/numbers.ts'

/**
 * What the home page shows, and which gameweek is chosen: the default one until the player chooses another, which then stands in
 * the address (`?gameweek=14`), so that Back leads to the one before.
 */
export function useDashboardData() {
  const season = useSeasonFixtures()
  const current = useCurrentFixtures()
  const predictions = usePredictions()

  const known = useMemo(() => withNewer(season.data ?? [], current.data), [season.data, current.data])
  const isSeasonKnown = season.data !== undefined && (current.data !== undefined || current.error !== undefined)
  const { gameweek, choose } = useGameweekChoice(() =>
    isSeasonKnown || current.data?.some(isUpcoming)
      ? defaultGameweek(gameweeksOf(known), current.data?.[0]?.gameweek)
      : null,
  )
  const weekly = useGameweekFixtures(gameweek)
  const all = useMemo(() => withNewer(known, weekly.data), [known, weekly.data])
  const gameweeks = useMemo(() => gameweeksOf(all), [all])
  const matches = useMemo(() => (gameweek === null ? [] : fixturesOf(all, gameweek)), [all, gameweek])
  const now = useMatchClock(matches)

  const isFound = matches.length > 0 || weekly.data !== undefined || (gameweek === null && isSeasonKnown)
  return {
    gameweeks,
    gameweek,
    choose,
    matches,
    season: all,
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

/** The page stays on the gameweek it opened on, also when its last match ends meanwhile, until the player chooses another. */
function useGameweekChoice(findDefault: () => number | null) {
  const [query, setQuery] = useSearchParams()
  const [opened, setOpened] = useState<number | null>(null)
  const chosen = idOf(query.get('gameweek') ?? undefined)
  const first = opened ?? findDefault()
  if (opened === null && first !== null) setOpened(first)
  const choose = (gameweek: number) => setQuery(gameweek === first ? {} : { gameweek: String(gameweek) })
  return { gameweek: chosen ?? first, choose }
}
