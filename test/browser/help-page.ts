import type { Browser } from 'playwright'
import type { TestApp } from '../support/app.ts'
import { type Visitor, type VisitorOptions, visit } from './visitor.ts'

/** The help as a player reads it. */
export interface HelpPage extends Visitor {
  open(tab: string): Promise<void>
  /** Types into the search box; an empty text ends the search. */
  search(text: string): Promise<void>
  /** The hits of a search, a line each: the tab, the title, the text. */
  hits(): Promise<string[]>
  follow(hit: string): Promise<void>
  /** The line that the address refers to, or null. */
  found(): Promise<string | null>
  /** The open tab. */
  tab(): Promise<string | null>
  /** Follows a link of Getting Started. */
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
