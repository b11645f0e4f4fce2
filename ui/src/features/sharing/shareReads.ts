import { useState } from 'react'
import useSWR from 'swr'
import type { ShareComment, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { http } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'

export const useShare = (shareUrl: string) => useSWR<SharedPrediction>(reads.share.key(shareUrl), reads.share.fresh)

/** The latest comments of a share, oldest first, with earlier ones once requested. */
export function useComments(shareUrl: string) {
  const key = reads.comments.key(shareUrl)
  const latest = useSWR<ShareComment[]>(key, reads.comments.fresh)
  const [earlier, setEarlier] = useState<readonly ShareComment[]>([])
  const { isBusy, run } = useAction()
  const known = new Set(latest.data?.map(({ id }) => id))
  const all = latest.data && [...earlier.filter(({ id }) => !known.has(id)), ...latest.data]
  const showEarlier = async () => {
    const first = all?.[0]
    if (!first) return
    const page = await run(() => http<ShareComment[]>(`${key}?before=${first.id}`), { failed: 'Failed to load more' })
    if (page.isDone) setEarlier((before) => [...page.answer, ...before])
  }
  const forget = (id: number) => setEarlier((before) => before.filter((comment) => comment.id !== id))
  return { all, error: latest.error, mutate: latest.mutate, isLoading: isBusy, showEarlier, forget }
}
