import { useState } from 'react'
import { http } from '../api/http.ts'
import { useAction } from './useAction.ts'

/**
 * A list with a "show more" button: the first page comes from another read, and each request adds `size` entries.
 * `path` takes `limit` and `offset`; `rowsOf` extracts the entries from a response, by default the response itself.
 */
export function useMore<T extends { readonly id: string | number }>(
  path: string,
  first: readonly T[] | undefined,
  size: number,
  rowsOf: (answer: unknown) => readonly T[] = (answer) => answer as T[],
) {
  const [later, setLater] = useState<readonly T[]>([])
  const [isEnd, setEnd] = useState(false)
  const { isBusy: isLoading, run } = useAction()
  const all = first && joined(first, later)

  /** Returns whether there are more now. */
  async function showMore(): Promise<boolean> {
    const read = await run(() => http(`${path}?limit=${size}&offset=${all?.length ?? 0}`), {
      failed: 'Failed to load more',
      otherwise: 'Try again.',
    })
    if (!read.isDone) return false
    const page = rowsOf(read.answer)
    setLater(joined(later, page))
    setEnd(page.length < size)
    return true
  }

  return { all, hasMore: !isEnd && (first?.length ?? 0) >= size, isLoading, showMore }
}

/** Appends a page without duplicates, since entries may have moved to the next page in the meantime. */
function joined<T extends { readonly id: string | number }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !known.has(id))]
}
