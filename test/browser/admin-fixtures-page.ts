import type { Locator } from 'playwright'
import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** Fills in the fields of a ruling besides the reason. */
type Fill = (dialog: Locator) => Promise<unknown>

export const score = (home: string, away: string) => async (dialog: Locator) => {
  const boxes = dialog.locator('input')
  await boxes.nth(0).fill(home)
  await boxes.nth(1).fill(away)
}

/** The page of fixtures, as an administrator uses it. */
export async function openFixtures(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/fixtures', options)
  const { page } = visitor
  await visitor.says('10 matches')
  /** A match of the list, by its name ('Arsenal v Leeds'). */
  const rowOf = (row: Locator) => ({
    row,
    says: (text: string, how?: 'exactly') => row.getByText(text, { exact: how === 'exactly' }).waitFor(),
    /** Expands its history and its other rulings. */
    more: () => row.getByRole('button', { name: /^More about/ }).click(),
    opener: (ruling: string) => row.getByRole('button', { name: ruling }),
    /** Makes a ruling, with a reason that contains its name. */
    async rule(ruling: string, fill?: Fill) {
      await row.getByRole('button', { name: ruling }).click()
      const asked = page.getByRole('dialog', { name: ruling })
      await fill?.(asked)
      await asked.getByRole('textbox', { name: 'Reason' }).fill(`Because: ${ruling}`)
      await asked.getByRole('button', { name: ruling }).click()
      await asked.waitFor({ state: 'detached' })
    },
  })
  const rows = page.locator('main li', { has: page.getByRole('heading', { level: 3 }) })
  return {
    ...visitor,
    match: (name: string) => rowOf(page.locator('main li', { has: page.getByRole('heading', { name, exact: true }) })),
    firstMatch: () => rowOf(rows.first()),
    /** Opens the dialog of the first result that can be entered or corrected. */
    async beginAnyResult() {
      await page
        .getByRole('button', { name: /^(Enter|Correct) result/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    alarm: (text: string) => page.getByRole('alert').getByText(text).waitFor(),
    region: (name: string) => page.getByRole('region', { name }),
  }
}
