import type { Page } from 'playwright'
import { chartOf } from './chart.ts'
import type { Stage } from './stage.ts'
import { lines, type VisitorOptions } from './visitor.ts'

/** The leaderboard as a panel of the home page. */
export function boardOf(page: Page) {
  const board = page.getByRole('region', { name: 'Leaderboard' })
  const rows = board.getByRole('listitem')
  return {
    rows,
    list: page.getByRole('list', { name: 'Top 100' }),
    /** A player's row, 'You' for the reader. */
    entry: (name: string) => rows.filter({ hasText: name }),
    ownEntry: rows.filter({ has: page.getByText('You', { exact: true }) }),
    says: (text: string) => board.getByText(text).waitFor(),
    /** The tab of the chosen gameweek. */
    gameweek: (number?: number) =>
      board.getByRole('tab', { name: number === undefined ? 'Gameweek' : `Gameweek ${number}` }),
    openWhole: () => board.getByRole('link', { name: /^View All \d+ Players$/ }).click(),
  }
}

/** The page of the leaderboard as a player uses it. */
export async function openLeaderboard(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/leaderboard', options)
  const { page, press } = visitor
  const board = (name = 'Overall board') => page.getByRole('table', { name })
  const search = page.getByRole('searchbox', { name: 'Find a player' })
  const ranks = page.getByRole('region', { name: 'Your rank, and your rivals’' })
  const winners = page.getByRole('region', { name: 'Gameweek winners' })
  return {
    ...visitor,
    board,
    /** The rows of the overall board, its head included. */
    rows: board().getByRole('row'),
    players: () => board().getByRole('rowheader').allInnerTexts(),
    find: (name: string) => search.fill(name),
    nextPage: () => press('Next page'),
    jumpToMe: () => press('Jump to me'),
    /** Expands a gap between the rows. */
    openPlaces: (from: number, to: number) => press(`Places ${from} to ${to}`),
    focusedText: () => page.evaluate(() => document.activeElement?.textContent),
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    region: (name: string) => page.getByRole('region', { name }),
    ranks,
    ranksChart: chartOf(ranks),
    winnersChart: chartOf(page.getByRole('region', { name: 'What it takes to win a gameweek' })),
    showRanksAsTable: () => ranks.getByRole('button', { name: 'Show as table' }).click(),
    ranksTable: () => lines(ranks.getByRole('row')),
    winners: winners.getByRole('listitem'),
    showAllWinners: (count: number) => winners.getByRole('button', { name: `Show all ${count}` }).click(),
    /** Returns the path of the file. */
    async download(format: string): Promise<string> {
      const file = page.waitForEvent('download')
      await press(format)
      return (await file).path()
    },
  }
}
