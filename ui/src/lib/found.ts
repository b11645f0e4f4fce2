/** What the features declare in files of one name, found by `import.meta.glob`: those of `first` in that order, then the rest by name. */
export function inOrder<T>(found: Readonly<Record<string, T>>, first: readonly string[]): readonly T[] {
  const placeOf = (file: string): number => {
    const place = first.findIndex((feature) => file.includes(`/features/${feature}/`))
    return place < 0 ? first.length : place
  }
  return Object.keys(found)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b))
    .map((file) => found[file] as T)
}
