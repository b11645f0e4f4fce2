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
  // There may be more players than the first hundred, and the reader among them.
  const isCut = shown !== null && (weekly.data?.length ?? 0) >= TOP
  const whole = useSWR<LeaderboardPage>(isCut ? reads.page.key(1, 0, shown) : null)
  if (tab === 'top')
    return {
      read: { data: overall.data?.entries, error: overall.error, mutate: overall.mutate },
      me: overall.data?.me ?? null,
      total: overall.data?.total ?? 0,
      empty: 'No predictions found',
      failed: 'Unable to load the leaderboard',
    }
  return {
    read: gameweek === null ? { data: [], mutate: weekly.mutate } : weekly,
    me: own ?? whole.data?.me ?? null,
    total: whole.data?.total ?? weekly.data?.length ?? 0,
    empty: gameweek === null ? 'Select a gameweek to view rankings' : `No predictions found for Gameweek ${gameweek}`,
    failed: 'Unable to load gameweek rankings',
  }
}
