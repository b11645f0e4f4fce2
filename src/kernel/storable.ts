/**
 * True if PostgreSQL can store the text: without NUL and lone surrogates. An event with one would permanently stop the projections
 * that read it, so external input with one is refused.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
