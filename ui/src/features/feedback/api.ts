import useSWR from 'swr'
import type { Feedback, FeedbackCounts, FeedbackCreate, FeedbackPatch } from '../../../../src/contracts/feedback.ts'
import { httpPage, type ListPage } from '../../api/http.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import type { FeedbackView } from './model.ts'
import { reads } from './reads.ts'

/** A page of everybody's feedback. */
export function useFeedback(view: FeedbackView) {
  return useSWR<ListPage<Feedback>>(reads.list.key(view), (path: string) => httpPage<Feedback>(path), {
    keepPreviousData: true,
  })
}

/** How much there is of each status; asks nothing for those who may not know. */
export function useFeedbackCounts(isAdmin: boolean) {
  return useSWR<FeedbackCounts>(isAdmin ? reads.counts.key : null)
}

/** Sends feedback. */
export function useGiveFeedback() {
  const write = useWrite('feedback')
  const { isBusy, run } = useAction()
  const give = (said: FeedbackCreate) =>
    run(() => write<Feedback>('/api/feedback', { method: 'POST', body: said }), {
      done: { title: 'Feedback submitted successfully', description: 'Thank you for helping us improve' },
      failed: 'Failed to submit feedback',
      otherwise: 'The server did not answer.',
    })
  return { isBusy, give }
}

/** Votes for a feedback, or takes the vote back. */
export function useVote({ id, hasVoted }: Feedback) {
  const write = useWrite('feedback')
  const { isBusy, run } = useAction()
  const toggle = () =>
    run(() => write(`/api/feedback/${id}/vote`, { method: hasVoted ? 'DELETE' : 'POST' }), {
      failed: hasVoted ? 'Failed to take your vote back' : 'Failed to vote',
    })
  return { isBusy, toggle }
}

/** Sets status and answer of a feedback; for administrators. */
export function useAnswer({ id, title }: Feedback) {
  const write = useWrite('feedback')
  const { isBusy, run } = useAction()
  const answer = (patch: FeedbackPatch) =>
    run(() => write<Feedback>(`/api/admin/feedback/${id}`, { method: 'PATCH', body: patch }), {
      done: { title: 'Answer saved', description: title },
      failed: 'Failed to save answer',
    })
  return { isBusy, answer }
}
