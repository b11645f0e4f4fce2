/** No page lies deeper: what comes behind so many parts of a path is not looked at, however long it is. */
const DEEPEST = 4

/** What there is for a path, else for the one above it; that of the home page is above all. */
export function nearestPage<Of>(pages: ReadonlyMap<string, Of>, path: string): Of {
  const parts = path.split('/', DEEPEST + 1)
  for (; parts.length > 1; parts.pop()) {
    const found = pages.get(parts.join('/'))
    if (found !== undefined) return found
  }
  return pages.get('/')!
}
