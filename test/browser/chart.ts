import type { Locator } from 'playwright'

/** The chart of a figure, as a reader uses it. It is drawn when it is near. */
export function chartOf(figure: Locator) {
  const area = figure.locator('[data-chart]')
  const chart = figure.getByRole('application')
  const axis = (text: string) => chart.locator('.recharts-yAxis-tick-labels').getByText(text, { exact: true })
  return {
    chart,
    draw: async () => {
      await area.scrollIntoViewIfNeeded()
      await chart.waitFor()
    },
    /** How high its place is, whether it is drawn or not. */
    height: async () => (await area.boundingBox())!.height,
    /** How far below the top of the chart a tick of its vertical axis is, as a share of its height. */
    async depthOf(tick: string): Promise<number> {
      const [whole, text] = [(await chart.boundingBox())!, (await axis(tick).boundingBox())!]
      return (text.y + text.height / 2 - whole.y) / whole.height
    },
    /** The pieces of each line, by the names at their ends; a place without a value leaves a gap. */
    pieces: () =>
      chart
        .locator('.recharts-line-curve')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')!.match(/M/g)!.length)),
    press: (key: string) => chart.press(key),
    /** The values that the focused chart reads out; it is focused at its first ones. */
    async values(): Promise<string> {
      await chart.focus()
      return (await figure.getByRole('status').innerText()).replaceAll('\n', ', ')
    },
  }
}
