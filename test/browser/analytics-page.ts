import { chartOf } from './chart.ts'
import type { Stage } from './stage.ts'
import { lines, type VisitorOptions } from './visitor.ts'

/** The page of analytics as a player uses it. */
export async function openAnalytics(stage: Stage, { show, ...options }: VisitorOptions & { show?: string } = {}) {
  const visitor = await stage.visit(`/analytics${show === undefined ? '' : `?show=${show}`}`, options)
  const { page } = visitor
  const figure = (title: string) => page.getByRole('region', { name: title })
  const tableOf = (title: string) => figure(title).getByRole('group', { name: title })
  return {
    ...visitor,
    figure,
    /** The titles of the charts, in order. */
    figures: () => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allInnerTexts(),
    chart: (title: string) => chartOf(figure(title)),
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    /** Reads the text of its table, using the keyboard only. */
    async readsTable(title: string): Promise<string[]> {
      await figure(title).getByRole('button', { name: 'Show as table' }).focus()
      await page.keyboard.press('Enter')
      await tableOf(title).waitFor()
      return lines(tableOf(title).getByRole('row'))
    },
    table: tableOf,
    /** Returns the path of the file. */
    async downloads(title: string): Promise<string> {
      const file = page.waitForEvent('download')
      await figure(title).getByRole('button', { name: 'CSV' }).click()
      return (await file).path()
    },
    seasons: page.getByRole('combobox', { name: 'Season' }),
  }
}
