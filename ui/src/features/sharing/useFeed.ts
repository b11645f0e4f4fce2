import { useState } from 'react'
import type { SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { httpPage, type ListPage } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { useFeedPage } from './api.ts'
import { FEED_LIMIT, type Feed, type FeedChoice, feedOf, withFirstPage, withNewer, withPage } from './feed.ts'
import { reads } from './reads.ts'

/** The feed of one choice. Refetches update counts in place; new shares wait until requested. */
export function useFeed(choice: FeedChoice) {
  const first = useFeedPage(choice, FEED_LIMIT)
  const [feed, setFeed] = useState<Feed | null>(null)
  const [seen, setSeen] = useState<ListPage<SharedPrediction>>()
  const { isBusy: isLoading, run } = useAction()
  if (first.data && first.data !== seen) {
    setSeen(first.data)
    const { list } = first.data
    // Less than a page is all there is.
    const next = list.length < FEED_LIMIT ? null : first.data.next
    setFeed(feed === null ? feedOf(list, next) : withFirstPage(feed, list, choice.sort === 'recent'))
  }

  async function loadMore() {
    if (feed?.next == null) return
    const page = await run(
      () =>
        httpPage<SharedPrediction>(`${reads.feed.key(choice, FEED_LIMIT)}&cursor=${encodeURIComponent(feed.next!)}`),
      { failed: 'Failed to load more', otherwise: 'Try again.' },
    )
    if (page.isDone) setFeed((now) => now && withPage(now, page.answer.list, page.answer.next))
  }

  return {
    read: { data: feed?.shown, error: first.error, mutate: first.mutate },
    newer: feed?.newer.length ?? 0,
    showNewer: () => setFeed((now) => now && withNewer(now)),
    hasMore: feed !== null && feed.next !== null,
    isLoading,
    loadMore,
  }
}
