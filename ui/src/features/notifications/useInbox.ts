import { useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import type { Notification, UnreadNotifications } from '../../../../src/areas/notifications/contract.ts'
import { http } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { combined, withLatest } from './model.ts'
import { reads } from './reads.ts'

/** Notifications shown at first, and added by each press. */
const STEP = 20
const PAGE = 100

/** The open inbox. Visible notifications are marked as read and keep their new mark until it closes. */
export function useInbox() {
  const { data, error, mutate } = useSWR<Notification[]>(reads.inbox.key)
  const { data: counted, mutate: mutateCount } = useSWR<UnreadNotifications>(reads.unread.key)
  const [older, setOlder] = useState<readonly Notification[]>([])
  const [limit, setLimit] = useState(STEP)
  const [end, setEnd] = useState(false)
  const { isBusy: isLoadingMore, run } = useAction()
  const fresh = useRef(new Set<number>())
  const known = data && withLatest(older, data)
  const shown = known?.slice(0, limit)
  const unread = shown?.filter(({ isRead }) => !isRead) ?? []
  const unreadIds = unread
    .filter(({ id }) => !fresh.current.has(id))
    .map(({ id }) => id)
    .join()

  const markRead = useCallback(
    async (ids: readonly number[] | undefined) => {
      const read = (one: Notification) => (ids === undefined || ids.includes(one.id) ? { ...one, isRead: true } : one)
      setOlder((rows) => rows.map(read))
      const left = (now?: UnreadNotifications) => now && { unread: ids ? Math.max(0, now.unread - ids.length) : 0 }
      await Promise.all([
        mutate((rows) => rows?.map(read), { revalidate: false }),
        // The live update of the marked ones carries the server's count.
        mutateCount(left, { revalidate: false }),
      ])
      try {
        await http<UnreadNotifications>('/api/notifications/read', { method: 'POST', body: { ids } })
      } catch {
        // The bell then shows the server's unread count again.
        await Promise.all([mutate(), mutateCount()])
      }
    },
    [mutate, mutateCount],
  )

  useEffect(() => {
    if (unreadIds === '') return
    const ids = unreadIds.split(',').map(Number)
    for (const id of ids) fresh.current.add(id)
    void markRead(ids)
  }, [unreadIds, markRead])

  const isAll = end || (data !== undefined && data.length < PAGE)

  const showMore = async () => {
    const next = limit + STEP
    const last = known?.at(-1)
    if (known && last && known.length < next && !isAll) {
      const read = await run(() => http<Notification[]>(reads.older.key(last.id)), {
        failed: 'Failed to load notifications',
        otherwise: 'Try again.',
      })
      if (!read.isDone) return
      setOlder(combined(known, read.answer))
      setEnd(read.answer.length < PAGE)
    }
    setLimit(next)
  }

  return {
    /** Newest first; undefined: not loaded. */
    read: { data: shown, error, mutate },
    hasMore: known !== undefined && (known.length > limit || !isAll),
    isLoadingMore,
    /** Number of unread notifications that are not shown, loaded or not. */
    unreadBelow: Math.max(0, (counted?.unread ?? 0) - unread.length),
    /** Whether it was unread when it was first shown. */
    isNew: (id: number) => fresh.current.has(id),
    showMore,
    markAll: () => markRead(undefined),
  }
}
