/**
 * Whether the tables can keep a text: PostgreSQL takes neither NUL nor half a surrogate pair. An event with one would stand in
 * the log for ever and stop the projections that read it, so nothing of the outside is taken with one.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
