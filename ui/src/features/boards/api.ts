import useSWR from 'swr'
import type { LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import type { BoardView } from './model.ts'
import { reads } from './reads.ts'

export const ROWS = 25

/** The first ranks, shown above a page from further down. */
export const LEAD = 3

/** A page of the season's board or a gameweek's, or who is found by name. */
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

/** The first ranks of a board; asks nothing where they are not needed. */
export function useLead(gameweek: number | null, isNeeded: boolean) {
  return useSWR<LeaderboardPage>(isNeeded ? reads.page.key(LEAD, 0, gameweek ?? undefined) : null)
}
