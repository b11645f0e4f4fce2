import type { TableRow } from '../../../../src/contracts/fixtures.ts'

/** The last place that leads to Europe's first cup, and the last that is safe: each has a line below it. */
export const ZONES: ReadonlySet<number> = new Set([4, 17])

/** By place; clubs on a shared place by name. */
export function inOrder(rows: readonly TableRow[]): TableRow[] {
  return [...rows].sort((a, b) => a.position - b.position || a.shortName.localeCompare(b.shortName, 'en-GB'))
}

/** `+18`, `0`, `−7`, with a true minus. */
export function differenceText(difference: number): string {
  return difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '0'
}
