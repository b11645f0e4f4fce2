import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type {
  CommunityStats,
  FollowedPlayer,
  ShareComment,
  ShareCounts,
  SharedPrediction,
} from '../../../../src/areas/sharing/contract.ts'
import { http, httpPage, type ListPage } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { useSend } from '../../ui/useSend.ts'
import type { FeedChoice } from './feed.ts'
import { reads } from './reads.ts'

export const useRecentShares = () => useSWR<SharedPrediction[]>(reads.recent.key, reads.recent.fresh)

export const useFeedPage = (choice: FeedChoice, limit: number) =>
  useSWR<ListPage<SharedPrediction>>(reads.feed.key(choice, limit), { ...reads.feed.fresh, fetcher: httpPage })

export const useCommunityStats = () => useSWR<CommunityStats>(reads.stats.key, reads.stats.fresh)

export const useDiscover = () => useSWR<FollowedPlayer[]>(reads.discover.key, reads.discover.fresh)

type Counted = Pick<SharedPrediction, 'shareUrl' | 'views' | 'likes' | 'shares' | 'isLiked'>

/** A share's counts with optimistic updates. Newer counts from the server replace them. */
export function useCounts<Share extends Counted>(share: Share) {
  const [latest, setLatest] = useState<{ of: Share; counts: ShareCounts } | null>(null)
  const { isBusy, run } = useAction()
  const { views, likes, shares, isLiked } = latest !== null && (isBusy || latest.of === share) ? latest.counts : share
  const counts = { views, likes, shares, isLiked }

  /** Applies `next` during the request, then the server's counts. Reverts on failure. */
  const change = async (next: Partial<ShareCounts>, call: () => Promise<ShareCounts>) => {
    setLatest({ of: share, counts: { ...counts, ...next } })
    const done = await run(call, { failed: 'Action failed' })
    setLatest(done.isDone ? { of: share, counts: done.answer } : null)
  }

  const act = (path: string, body?: unknown) => () =>
    http<ShareCounts>(`/api/shared-predictions/${share.shareUrl}/${path}`, { method: 'POST', body })

  return {
    ...counts,
    isBusy,
    /** For the share page: a like is permanent. */
    like: () => change({ isLiked: true, likes: likes + 1 }, act('like')),
    /** For the feed: a second press removes the like. */
    toggle: () =>
      isLiked
        ? change({ isLiked: false, likes: likes - 1 }, act('interact', { type: 'unlike' }))
        : change({ isLiked: true, likes: likes + 1 }, act('interact', { type: 'like' })),
    noteShared: (counts: ShareCounts) => setLatest({ of: share, counts }),
  }
}

export function useCommentWrites(share: Pick<SharedPrediction, 'id' | 'shareUrl'>) {
  const posting = useSend('shares')
  const post = (content: string) =>
    posting.send<ShareComment>(`/api/shared-predictions/${share.shareUrl}/comments`, {
      body: { sharedPredictionId: share.id, content },
      done: { title: 'Comment added' },
      failed: 'Failed to add comment',
    })
  const removing = useSend<number>('shares')
  const remove = (id: number) =>
    removing.send(`/api/comments/${id}`, {
      method: 'DELETE',
      done: { title: 'Comment deleted' },
      failed: 'Failed to delete comment',
      mark: id,
    })
  return { isPosting: posting.isBusy, post, removing: removing.busy, remove }
}

export function useDeleteShare() {
  const { send } = useSend('shares')
  return (shareUrl: string) =>
    send(`/api/shared-predictions/${shareUrl}`, {
      method: 'DELETE',
      done: { title: 'Share deleted' },
      failed: 'Failed to delete share',
    })
}

/** Follows or unfollows a player; lists of players and shares are refetched. */
export function useFollow() {
  const { mutate } = useSWRConfig()
  const { busy, run } = useAction<number>()
  const follow = ({ id, username, isFollowing }: Pick<FollowedPlayer, 'id' | 'username' | 'isFollowing'>) =>
    run(
      async () => {
        const method = isFollowing ? 'DELETE' : 'PUT'
        await http(`/api/users/${id}/follow`, { method })
        const step = isFollowing ? -1 : 1
        await mutate<FollowedPlayer[]>(
          reads.discover.key,
          (all) =>
            all?.map((each) =>
              each.id === id ? { ...each, isFollowing: !isFollowing, followers: each.followers + step } : each,
            ),
          { revalidate: false },
        )
        await mutate((key) => typeof key === 'string' && key.includes('following=true'))
      },
      { failed: isFollowing ? `Failed to unfollow ${username}` : `Failed to follow ${username}` },
      id,
    )
  return { busy, follow }
}
