import useSWR from 'swr'
import type { LeaderboardEntry, LeaderboardPage } from '../../../../src/contracts/boards.ts'
import { keys } from '../../api/keys.ts'

/** How many rows the widget holds at most (core-play, section 9). */
const TOP = 100

/** The first hundred with the reader's own row, wherever that is. */
export function useLeaderboard() {
  return useSWR<LeaderboardPage>(keys.leaderboard(TOP, 0))
}

/** The board of one gameweek; asks nothing without a gameweek. */
export function useGameweekBoard(gameweek: number | null) {
  return useSWR<LeaderboardEntry[]>(gameweek === null ? null : keys.gameweekBoard(gameweek))
}
