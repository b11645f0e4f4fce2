import useSWR from 'swr'
import type { ReportedMessage } from '../../../../src/contracts/chat.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'

/** Reports of messages that still stand, newest first. */
export function useMessageReports() {
  return useSWR<ReportedMessage[]>(reads.messageReports.key, reads.messageReports.fresh)
}

/** Deletes a reported message. `busy` is the id of the message on its way. */
export function useDeleteMessage() {
  const write = useWrite('messages')
  const { busy, run } = useAction<number>()
  const remove = (messageId: number) =>
    run(
      () => write(`/api/messages/${messageId}`, { method: 'DELETE' }),
      { done: { title: 'Message deleted' }, failed: 'Failed to delete message' },
      messageId,
    )
  return { busy, remove }
}
