import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { gameweekPath } from '../../../../src/contracts/paths.ts'
import { useCurrentFixtures, useGameweekFixtures, useSeasonFixtures } from '../../features/fixtures/api.ts'
import {
  defaultGameweek,
  fixturesOf,
  gameweeksOf,
  isOver,
  isUpcoming,
  withNewer,
} from '../../features/fixtures/model.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'
import { HOME } from '../../lib/paths.ts'

/**
 * Data of the home page and its gameweek: that of the address (`/gameweeks/14`), or the page's default. A choice
 * changes the address, so that Back returns to the previous gameweek.
 */
export function useDashboardData(chosen: number | null) {
  const season = useSeasonFixtures()
  const current = useCurrentFixtures()
  const predictions = usePredictions()

  const known = useMemo(() => withNewer(season.data ?? [], current.data), [season.data, current.data])
  const { mutate: keep } = season
  const isListed = season.data !== undefined
  useEffect(() => {
    // When the gameweek ends, the next one takes its place in `current`: its results stay in the season's list.
    if (isListed && current.data) void keep((all) => all && withNewer(all, current.data), { revalidate: false })
  }, [isListed, current.data, keep])
  const isSeasonKnown = season.data !== undefined && (current.data !== undefined || current.error !== undefined)
  const opensOn =
    isSeasonKnown || current.data?.some(isUpcoming)
      ? defaultGameweek(gameweeksOf(known), current.data?.[0]?.gameweek)
      : null
  const { gameweek, pathOf, choose, leave } = useGameweekChoice(chosen, opensOn)
  // `current` has the matches of its gameweek.
  const weekly = useGameweekFixtures(gameweek === current.data?.[0]?.gameweek ? null : gameweek)
  const all = useMemo(() => withNewer(known, weekly.data), [known, weekly.data])
  const gameweeks = useMemo(() => gameweeksOf(all), [all])
  const matches = useMemo(() => (gameweek === null ? [] : fixturesOf(all, gameweek)), [all, gameweek])
  // Of the whole season: unsaved picks may belong to any match.
  const now = useMatchClock(all)

  const { data: own, error: failure, mutate } = predictions
  const picks = useMemo(() => ({ data: own, error: failure, mutate }), [own, failure, mutate])

  const isFound = matches.length > 0 || weekly.data !== undefined || (gameweek === null && isSeasonKnown)
  function retry() {
    for (const read of [season, current, predictions]) void read.mutate()
    if (gameweek !== null) void weekly.mutate()
  }
  return {
    gameweeks,
    gameweek,
    /** The gameweek that the page would open on now; null: no match is to come. */
    opensOn,
    pathOf,
    choose,
    /** Opens the default view: the default gameweek, or the end of the season if it is over. */
    leave,
    /** All matches of the season are known. */
    isSeasonKnown,
    isSeasonOver: isSeasonKnown && isOver(all),
    /** No match is to come, in a season that is over or has no fixtures. */
    hasNoneToCome: isSeasonKnown && !all.some(isUpcoming),
    matches,
    season: all,
    now,
    predictions: predictions.data,
    picks,
    isLoading: !isFound || predictions.data === undefined,
    error:
      (!isFound && (season.error ?? weekly.error)) || (predictions.data === undefined && predictions.error) || null,
    retry,
  }
}

/** Keeps the gameweek that the page opened on, even after its last match, until the player chooses another. */
function useGameweekChoice(chosen: number | null, opensOn: number | null) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<number | null>(null)
  const first = opened ?? opensOn
  if (opened === null && first !== null) setOpened(first)
  const pathOf = (gameweek: number) => (gameweek === first ? HOME.to : gameweekPath(gameweek))
  return {
    gameweek: chosen ?? first,
    pathOf,
    choose: (gameweek: number) => void navigate(pathOf(gameweek)),
    leave() {
      setOpened(null)
      void navigate(HOME.to)
    },
  }
}
