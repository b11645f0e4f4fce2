import useSWR from 'swr'
import type {
  GameweekWinner,
  LeaderboardEntry,
  LeaderboardPage,
  RankHistory,
} from '../../../../src/contracts/boards.ts'
import type { BoardView } from './model.ts'
import { reads } from './reads.ts'

/** How many rows the widget holds at most (docs/rules.md R64). */
export const TOP = 100

/** The first hundred with the reader's own row, wherever that is. */
export function useLeaderboard() {
  return useSWR<LeaderboardPage>(reads.season.key(TOP, 0))
}

/** The board of one gameweek; asks nothing without a gameweek. */
export function useGameweekBoard(gameweek: number | null) {
  return useSWR<LeaderboardEntry[]>(gameweek === null ? null : reads.gameweek.key(gameweek))
}

/** Rows a page of the whole leaderboard. */
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
        : week === undefined
          ? reads.season.key(ROWS, from)
          : reads.gameweekPage.key(week, ROWS, from),
    { keepPreviousData: true },
  )
}

/** The rows around the reader, wherever they stand. */
export function useOwnSurroundings(gameweek: number | null) {
  return useSWR<LeaderboardPage>(reads.around.key(ROWS, gameweek ?? undefined))
}

/** The first ranks of a board; asks nothing where they are not needed. */
export function useLead(gameweek: number | null, isNeeded: boolean) {
  const path = gameweek === null ? reads.season.key(LEAD, 0) : reads.gameweekPage.key(gameweek, LEAD, 0)
  return useSWR<LeaderboardPage>(isNeeded ? path : null)
}

/** The reader's own row of a gameweek's board that is longer than what the widget holds; asks nothing where it is there. */
export function useOwnGameweekRow(gameweek: number | null) {
  return useSWR<LeaderboardPage>(gameweek === null ? null : reads.gameweekPage.key(gameweek, 1, 0))
}

/** Who has won each settled gameweek, the latest first. */
export function useWinners() {
  return useSWR<GameweekWinner[]>(reads.winners.key)
}

/** Ranks after each gameweek: the reader's, and of those whom they are compared with. */
export function useRankHistory(rivals: readonly number[]) {
  return useSWR<RankHistory>(reads.ranks.key(rivals), { keepPreviousData: true })
}
