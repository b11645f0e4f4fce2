import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import { TOP, useGameweekBoard, useLeaderboard, useOwnGameweekRow } from './api.ts'

export type BoardTab = 'top' | 'gameweek'

export interface WidgetBoard {
  /** undefined while they load, or where they could not be read. */
  readonly entries: readonly LeaderboardEntry[] | undefined
  readonly me: LeaderboardEntry | null
  /** Said instead of rows where there are none. */
  readonly empty: string
  /** Said where they could not be read; null: they are there or on their way. */
  readonly failure: string | null
  retry(): void
}

/** The board of the chosen tab, with what is said in the place of its rows (docs/rules.md R64). */
export function useBoard(tab: BoardTab, gameweek: number | null, userId: number): WidgetBoard {
  const overall = useLeaderboard()
  const shown = tab === 'gameweek' ? gameweek : null
  const weekly = useGameweekBoard(shown)
  const own = weekly.data?.find((entry) => entry.id === userId)
  // Who is not among the first hundred may stand below them.
  const isLong = own === undefined && weekly.data !== undefined && weekly.data.length >= TOP
  const below = useOwnGameweekRow(isLong ? shown : null)
  if (tab === 'top')
    return {
      entries: overall.data?.entries,
      me: overall.data?.me ?? null,
      empty: 'No predictions found',
      failure: overall.error ? 'Unable to load the leaderboard' : null,
      retry: () => void overall.mutate(),
    }
  return {
    entries: gameweek === null ? [] : weekly.data,
    me: own ?? below.data?.me ?? null,
    empty: gameweek === null ? 'Select a gameweek to view rankings' : `No predictions found for Gameweek ${gameweek}`,
    failure: weekly.error ? 'Unable to load gameweek rankings' : null,
    retry: () => void weekly.mutate(),
  }
}
