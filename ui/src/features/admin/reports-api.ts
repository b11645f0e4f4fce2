import { useCallback, useState } from 'react'
import useSWR from 'swr'
import type { ReportedMessage } from '../../../../src/contracts/chat.ts'
import { fresh } from '../../api/cache.ts'
import { messageOf } from '../../api/http.ts'
import { keys } from '../../api/keys.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/Toast.tsx'

/** Reports of messages that still stand, newest first. */
export function useMessageReports() {
  return useSWR<ReportedMessage[]>(keys.messageReports, fresh.messageReports)
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
