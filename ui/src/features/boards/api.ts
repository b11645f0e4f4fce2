import useSWR from 'swr'
import type { BoardSeasons, LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import type { BoardView } from './model.ts'
import { reads } from './reads.ts'

export const ROWS = 25

/** Number of first ranks shown above a later page. */
export const LEAD = 3

/** A page of the season's or a gameweek's board, or the players found by name. */
export function useBoardPage({ gameweek, from, name }: BoardView) {
  const week = gameweek ?? undefined
  const found = name.trim()
  return useSWR<LeaderboardPage>(
    found !== ''
      ? reads.named.key(found, ROWS, week)
      : from === 'me'
        ? reads.around.key(ROWS, week)
        : reads.page.key(ROWS, from, week),
    { keepPreviousData: true },
  )
}

export function useOwnSurroundings(gameweek: number | null) {
  return useSWR<LeaderboardPage>(reads.around.key(ROWS, gameweek ?? undefined))
}

/** Seasons with boards through time; sends no request unless needed. */
export function useBoardSeasons(isNeeded: boolean) {
  return useSWR<BoardSeasons>(isNeeded && reads.seasons.key)
}

/** The first ranks of a board; sends no request unless needed. */
export function useLead(gameweek: number | null, isNeeded: boolean) {
  return useSWR<LeaderboardPage>(isNeeded ? reads.page.key(LEAD, 0, gameweek ?? undefined) : null)
}
