import type { Locator } from 'playwright'
import { expect } from 'vitest'

/** The chart of a figure, as a reader uses it. It is drawn when it is scrolled near. */
export function chartOf(figure: Locator) {
  const area = figure.locator('[data-chart]')
  const chart = figure.getByRole('application')
  const axis = (text: string) => chart.locator('.recharts-yAxis-tick-labels').getByText(text, { exact: true })
  return {
    chart,
    draw: async () => {
      // Content that loads above it may move it away again.
      await expect
        .poll(async () => {
          await area.scrollIntoViewIfNeeded()
          return chart.isVisible()
        })
        .toBe(true)
    },
    /** Its height, whether it is drawn or not. */
    height: async () => (await area.boundingBox())!.height,
    /** Position of a tick on the vertical axis, from the top, as a share of the chart's height. */
    async depthOf(tick: string): Promise<number> {
      const [whole, text] = [(await chart.boundingBox())!, (await axis(tick).boundingBox())!]
      return (text.y + text.height / 2 - whole.y) / whole.height
    },
    /** The segments of each line, by the names at their ends; a missing value leaves a gap. */
    pieces: () =>
      chart
        .locator('.recharts-line-curve')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')!.match(/M/g)!.length)),
    press: (key: string) => chart.press(key),
    /** The values that the focused chart reads out, initially the first ones. */
    async values(): Promise<string> {
      await chart.focus()
      return (await figure.getByRole('status').innerText()).replaceAll('\n', ', ')
    },
  }
}
