import { useCallback, useState } from 'react'
import useSWR from 'swr'
import type { ReportedMessage } from '../../../../src/contracts/chat.ts'
import { messageOf } from '../../api/http.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/Toast.tsx'
import { reads } from './reads.ts'

/** Reports of messages that still stand, newest first. */
export function useMessageReports() {
  return useSWR<ReportedMessage[]>(reads.messageReports.key, reads.messageReports.fresh)
}

/** Deletes a reported message. `busy` is the id of the message on its way. */
export function useDeleteMessage() {
  const write = useWrite('messages')
  const [busy, setBusy] = useState<number | null>(null)
  const remove = useCallback(
    async (messageId: number) => {
      setBusy(messageId)
      try {
        await write(`/api/messages/${messageId}`, { method: 'DELETE' })
        toast({ title: 'Message deleted' })
      } catch (error) {
        const description = messageOf(error, 'Please try again later.')
        toast({ variant: 'destructive', title: 'Failed to delete message', description })
      }
      setBusy(null)
    },
    [write],
  )
  return { busy, remove }
}
