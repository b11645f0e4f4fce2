import { useEffect, useEffectEvent, useRef } from 'react'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { onConnectionBack } from '../../api/connection.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { useFreshPicks, useSavePicks } from './api.ts'
import { type Refused, useDrafts } from './drafts.ts'
import { isDirty, pickOf, pickText, sameDraft } from './model.ts'
import { outboxNow, updateOutbox } from './outbox.ts'

/** Status of a pick that was not saved since another one has been saved meanwhile. */
const CHANGED = 412
const TOO_MANY = 429

/**
 * Sends the picks that were saved without a connection, when the page opens and whenever the connection is back. The
 * server takes those whose match is still open. It does not overwrite a pick changed on another device (docs/rules.md
 * R412).
 */
export function useSendOutbox(userId: number): void {
  const { store } = useDrafts(userId)
  const freshPicks = useFreshPicks()
  const savePicks = useSavePicks(userId)
  const isSending = useRef(false)
  /** Whether there was a call since the last sending began. */
  const isAsked = useRef(false)

  const due = () => Object.entries(store.waiting()).filter(([, { refused }]) => !refused)

  async function sendAll() {
    const list = await freshPicks()
    const savedOf = (fixtureId: number) => list.find((saved) => saved.fixtureId === fixtureId)
    const pending = due().flatMap(([id, each]) => {
      const fixtureId = Number(id)
      const draft = store.get()[fixtureId]
      const saved = savedOf(fixtureId)
      if (draft && isDirty(draft, saved)) return { ...each, fixtureId, draft }
      // Its response was lost.
      if (draft && saved) noteSent(fixtureId, each.match, saved)
      store.discard([fixtureId])
      return []
    })
    for (const [gameweek, picks] of groupBy(pending, (each) => each.gameweek)) {
      const outcomes = await savePicks(gameweek, picks)
      const isChanged = outcomes.some(({ status }) => status === CHANGED)
      const latest = isChanged ? await freshPicks() : list
      for (const { fixtureId, draft, ...kept } of picks) {
        const { prediction, status, detail } = outcomes.find((each) => each.fixtureId === fixtureId) ?? {}
        if (prediction) {
          store.sendLater([fixtureId], null)
          const now = store.get()[fixtureId]
          if (now && sameDraft(now, draft)) store.drop([fixtureId])
          noteSent(fixtureId, kept.match, prediction)
        } else if (status !== undefined && status !== TOO_MANY) {
          const counts = latest.find((each) => each.fixtureId === fixtureId)
          const isLate = status !== CHANGED
          const refused: Refused = {
            why: isLate ? 'late' : 'changed',
            detail,
            at: isLate ? new Date(serverNow()).toISOString() : (counts?.updatedAt ?? kept.keptAt),
            pick: pickText(pickOf(draft)!),
            counts: counts ? pickText(counts) : null,
          }
          store.told.add(fixtureId)
          store.sendLater([fixtureId], { ...kept, replaces: counts?.revision ?? 0, refused })
        }
      }
    }
  }

  const send = useEffectEvent(async () => {
    isAsked.current = true
    if (isSending.current || due().length === 0) return
    isSending.current = true
    while (isAsked.current && due().length > 0) {
      isAsked.current = false
      updateOutbox({ sending: due().length })
      // Without a connection they keep waiting.
      await sendAll().catch(() => undefined)
    }
    isSending.current = false
    updateOutbox({ sending: 0 })
  })
  useEffect(() => {
    void send()
    return onConnectionBack(() => void send())
  }, [])
}

function noteSent(fixtureId: number, match: string, prediction: Prediction): void {
  const earlier = outboxNow().sent.filter((each) => each.fixtureId !== fixtureId)
  updateOutbox({ sent: [...earlier, { fixtureId, match, pick: pickText(prediction), at: prediction.updatedAt }] })
}
