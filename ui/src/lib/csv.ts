/** A cell of a table; null: nothing. */
export type Cell = string | number | null

/**
 * Lines of comma-separated values (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe: leagues
 * are called what players call them (docs/threats.md T87).
 */
export const csvOf = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const plain = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
