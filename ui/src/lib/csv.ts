export type Cell = string | number | null

/** Text that a spreadsheet would treat as a formula (docs/threats.md T67). */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** Formats lines as comma-separated values (RFC 4180). User texts are never executed as formulas. */
export const csvOf = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return `${cell ?? ''}`
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
