/**
 * Orders modules of all features found by `import.meta.glob`: the features in `first` in that order, then the rest by
 * name.
 */
export function inOrder<T>(found: Readonly<Record<string, T>>, first: readonly string[]): readonly T[] {
  const indexOf = (file: string): number => {
    const index = first.findIndex((feature) => file.includes(`/features/${feature}/`))
    return index < 0 ? first.length : index
  }
  return Object.keys(found)
    .sort((a, b) => indexOf(a) - indexOf(b) || a.localeCompare(b))
    .map((file) => found[file] as T)
}
