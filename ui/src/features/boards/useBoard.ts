import useSWR from 'swr'
import type { LeaderboardEntry, LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { reads } from './reads.ts'

/** Maximum rows of the widget (docs/rules.md R64). */
const TOP = 100

export type BoardTab = 'top' | 'gameweek'

export type WidgetBoard = ReturnType<typeof useBoard>

/** The board of the chosen tab, with the text shown instead of missing rows (docs/rules.md R64). */
export function useBoard(tab: BoardTab, gameweek: number | null, userId: number) {
  const overall = useSWR<LeaderboardPage>(reads.page.key(TOP, 0))
  const shown = tab === 'gameweek' ? gameweek : null
  const weekly = useSWR<LeaderboardEntry[]>(shown === null ? null : reads.gameweek.key(shown))
  const own = weekly.data?.find((entry) => entry.id === userId)
  // The reader may rank below the first hundred.
  const isBelow = shown !== null && own === undefined && (weekly.data?.length ?? 0) >= TOP
  const below = useSWR<LeaderboardPage>(isBelow ? reads.page.key(1, 0, shown) : null)
  if (tab === 'top')
    return {
      read: { data: overall.data?.entries, error: overall.error, mutate: overall.mutate },
      me: overall.data?.me ?? null,
      empty: 'No predictions found',
      failed: 'Unable to load the leaderboard',
    }
  return {
    read: gameweek === null ? { data: [], mutate: weekly.mutate } : weekly,
    me: own ?? below.data?.me ?? null,
    empty: gameweek === null ? 'Select a gameweek to view rankings' : `No predictions found for Gameweek ${gameweek}`,
    failed: 'Unable to load gameweek rankings',
  }
}
