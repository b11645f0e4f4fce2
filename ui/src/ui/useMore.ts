import { useState } from 'react'
import { http } from '../api/http.ts'
import { useAction } from './useAction.ts'

/**
 * A list of which the first page is read anyhow, and `size` more each time it is asked for. `path` takes `limit` and `offset`;
 * `rowsOf` finds the entries in its answer, which is the list itself unless said otherwise.
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

  async function showMore(): Promise<void> {
    const read = await run(() => http(`${path}?limit=${size}&offset=${all?.length ?? 0}`), {
      failed: 'Failed to load more',
      otherwise: 'Please try again.',
    })
    if (!read.isDone) return
    const page = rowsOf(read.answer)
    setLater(joined(later, page))
    setEnd(page.length < size)
  }

  return { all, hasMore: !isEnd && (first?.length ?? 0) >= size, isLoading, showMore }
}

/** What has moved on to the next page since is there once. */
function joined<T extends { readonly id: string | number }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !known.has(id))]
}
