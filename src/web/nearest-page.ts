/** Maximum depth of a page: further parts of a path are ignored, which bounds the time for long paths. */
const DEEPEST = 4

/** Returns the entry of a path or of its nearest ancestor; the home page is the ancestor of all. */
export function nearestPage<Of>(pages: ReadonlyMap<string, Of>, path: string): Of {
  const parts = path.split('/', DEEPEST + 1)
  for (; parts.length > 1; parts.pop()) {
    const found = pages.get(parts.join('/'))
    if (found !== undefined) return found
  }
  return pages.get('/')!
}
