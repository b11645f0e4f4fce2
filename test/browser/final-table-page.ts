import type { Stage, StageVisit } from './stage.ts'

/** Opens the page of the final table as a player uses it. */
export async function openFinalTable(stage: Stage, options: StageVisit = {}) {
  const visitor = await stage.visit('/final-table', options)
  const { page } = visitor
  await visitor.isAt(/^Final table/)
  const rows = page.getByRole('list', { name: 'Your table' }).getByRole('listitem')
  const grips = page.getByRole('button', { name: /^Move / })
  const clubAt = async (place: number) => (await grips.nth(place - 1).getAttribute('aria-label'))!.slice('Move '.length)
  return {
    ...visitor,
    rows,
    clubAt,
    /** Drags the row of a place by its grip over the row of another. */
    async drag(from: number, to: number) {
      const grip = grips.nth(from - 1)
      await grip.hover()
      await page.mouse.down()
      const { x, y, width, height } = (await grips.nth(to - 1).boundingBox())!
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 })
      await page.mouse.up()
    },
    focusGrip: (place: number) => grips.nth(place - 1).focus(),
    said: () => page.locator('[aria-live=assertive]').innerText(),
    board: page.getByRole('table', { name: /^Final table board/ }).getByRole('row'),
  }
}
