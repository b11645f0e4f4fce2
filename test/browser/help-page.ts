import type { Browser } from 'playwright'
import type { TestApp } from '../support/app.ts'
import { type Visitor, type VisitorOptions, visit } from './visitor.ts'

/** The help as a player reads it. */
export interface HelpPage extends Visitor {
  open(tab: string): Promise<void>
  /** Types into the search box; an empty text leaves the search. */
  search(text: string): Promise<void>
  /** What a search has found, a line each: the tab, the title, the text. */
  hits(): Promise<string[]>
  follow(hit: string): Promise<void>
  /** The line that the address points to, where there is one. */
  found(): Promise<string | null>
  /** The tab that is open. */
  tab(): Promise<string | null>
  /** Goes where Getting Started leads at once. */
  act(action: 'Fixtures' | 'History' | 'Leaderboards' | 'News'): Promise<void>
}

export async function openHelp(
  browser: Browser,
  app: TestApp,
  path: string,
  options: VisitorOptions,
): Promise<HelpPage> {
  const visitor = await visit(browser, app, path, options)
  const { page } = visitor
  const box = page.getByRole('searchbox', { name: 'Search the help' })
  await box.waitFor()
  return {
    ...visitor,
    open: (tab) => page.getByRole('tab', { name: tab, exact: true }).click(),
    search: (text) => box.fill(text),
    hits: () => page.getByRole('list', { name: 'Found' }).getByRole('listitem').allInnerTexts(),
    follow: (hit) => page.getByRole('list', { name: 'Found' }).getByRole('link', { name: hit }).click(),
    found: () => page.locator('main li:focus').textContent(),
    tab: () => page.getByRole('tab', { selected: true }).textContent(),
    act: (action) => page.getByRole('group', { name: 'Quick actions' }).getByRole('link', { name: action }).click(),
  }
}
