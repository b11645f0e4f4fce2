import type { Page } from 'playwright'

/** The Multiplayer Hub of the home page. */
export function hubOf(page: Page) {
  const hub = page.getByRole('region', { name: 'Multiplayer Hub' })
  const items = hub.getByRole('listitem')
  return {
    items,
    names: (beginning: RegExp) => hub.getByRole('link', { name: beginning }).allInnerTexts(),
    links: () => items.getByRole('link').all(),
    tab: (name: string) => hub.getByRole('tab', { name }).click(),
    count: (text: string) => hub.getByText(text, { exact: true }).count(),
    says: (text: string) => hub.getByText(text, { exact: true }).waitFor(),
    join: (league: string) => hub.getByRole('button', { name: `Join ${league}` }).click(),
  }
}
