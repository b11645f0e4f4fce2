import { useEffect, useEffectEvent, useRef } from 'react'
import { onConnectionBack } from '../../api/connection.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { counted } from '../../lib/numbers.ts'
import { toast } from '../../ui/Toast.tsx'
import { useFreshPicks, useSavePicks } from './api.ts'
import { useDrafts } from './drafts.ts'
import { isDirty, lateText, pickOf, pickText, sameDraft } from './model.ts'
import { savedToast } from './toasts.ts'

/**
 * Sends the picks that were saved without a connection, when the page opens and whenever the connection is back. The
 * server takes those whose match is still open. A pick changed on another device meanwhile is not overwritten.
 */
export function useWaitingPicks(userId: number): void {
  const { store } = useDrafts(userId)
  const freshPicks = useFreshPicks()
  const savePicks = useSavePicks(userId)
  const isSending = useRef(false)

  async function sendAll() {
    const list = await freshPicks()
    const kept = Object.entries(store.waiting()).flatMap(([id, each]) => {
      const fixtureId = Number(id)
      const draft = store.get()[fixtureId]
      const prediction = list.find((saved) => saved.fixtureId === fixtureId)
      if (draft && isDirty(draft, prediction)) return { ...each, fixtureId, draft, prediction }
      store.discard([fixtureId])
      return []
    })
    const failures: string[] = []
    let saved = 0
    let updated = 0
    for (const { fixtureId, match, replaces, draft, prediction } of kept) {
      if (prediction === undefined || prediction.updatedAt === replaces) continue
      store.sendLater([fixtureId], null)
      const [there, here] = [pickText(prediction), pickText(pickOf(draft)!)]
      failures.push(`${match}: ${there} was saved on another device. Your ${here} is still unsaved.`)
    }
    const due = kept.filter(({ fixtureId }) => fixtureId in store.waiting())
    for (const [gameweek, picks] of groupBy(due, (each) => each.gameweek)) {
      const outcomes = await savePicks(gameweek, picks)
      for (const { fixtureId, match, draft, prediction } of picks) {
        const outcome = outcomes.find((each) => each.fixtureId === fixtureId)
        store.sendLater([fixtureId], null)
        if (outcome?.prediction) {
          saved += 1
          if (prediction) updated += 1
          const now = store.get()[fixtureId]
          if (now && sameDraft(now, draft)) store.discard([fixtureId])
        } else {
          store.told.add(fixtureId)
          failures.push(
            `${match}: ${outcome?.detail ?? 'Failed to submit prediction'}. ${lateText({ shown: draft, prediction })}`,
          )
        }
      }
    }
    if (failures.length > 0)
      toast({
        variant: 'destructive',
        title: `${counted(failures.length, 'pick')} not saved`,
        description: failures.join(' '),
      })
    else if (saved > 0) toast(savedToast(saved, updated === 1))
  }

  const send = useEffectEvent(async () => {
    if (isSending.current || Object.keys(store.waiting()).length === 0) return
    isSending.current = true
    try {
      await sendAll()
    } catch {
      // Still no connection: they keep waiting.
    } finally {
      isSending.current = false
    }
  })
  useEffect(() => {
    void send()
    return onConnectionBack(() => void send())
  }, [])
}
