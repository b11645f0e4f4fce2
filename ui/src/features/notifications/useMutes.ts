import { useRef, useState } from 'react'
import useSWR from 'swr'
import type { MutableKind, NotificationSettings } from '../../../../src/areas/notifications/contract.ts'
import { http } from '../../api/http.ts'
import { showFailure } from '../../ui/useAction.ts'
import { toggled } from './model.ts'
import { reads } from './reads.ts'

/** Muted kinds. Switches apply at once; updates are sent one at a time, the latest one last. */
export function useMutes() {
  const { data, error, mutate } = useSWR<NotificationSettings>(reads.settings.key)
  const [wanted, setWanted] = useState<readonly MutableKind[]>()
  const latest = useRef<readonly MutableKind[]>(undefined)
  const isSending = useRef(false)

  const send = async () => {
    let answer: NotificationSettings
    let sent: readonly MutableKind[] | undefined
    do {
      sent = latest.current
      answer = await http<NotificationSettings>(reads.settings.key, { method: 'PUT', body: { muted: sent } })
    } while (sent !== latest.current)
    await mutate(answer, { revalidate: false })
  }

  return {
    read: { data: wanted ?? data?.muted, error, mutate },
    async toggle(kind: MutableKind) {
      latest.current = toggled(latest.current ?? data?.muted ?? [], kind)
      setWanted(latest.current)
      if (isSending.current) return
      isSending.current = true
      try {
        await send()
      } catch (failure) {
        showFailure('Failed to save', failure, 'Try again.')
      } finally {
        isSending.current = false
        latest.current = undefined
        setWanted(undefined)
      }
    },
  }
}
