import { useRef, useState } from 'react'
import type { FinalTable } from '../../../../src/areas/final-table/contract.ts'
import { store, stored } from '../../lib/storage.ts'
import { useSend } from '../../ui/useSend.ts'
import { changedPlaces, type Order, orderIn } from './model.ts'

/** The reader's order of a season: the unsaved one, which stays on the device, else the saved one. */
export function useOrder(userId: number, { season, clubs, own }: FinalTable) {
  const key = `plp.final-table.${userId}.${season}`
  const [draft, setDraft] = useState(() => orderIn(stored(key), clubs))
  const latest = useRef(draft)
  const { isBusy, send } = useSend('final-table')
  const saved = own?.clubIds ?? null
  const order = draft ?? saved
  const put = (next: Order | null) => {
    const isSame = next !== null && saved !== null && changedPlaces(next, saved) === 0
    latest.current = isSame ? null : next
    store(key, latest.current && JSON.stringify(latest.current))
    setDraft(latest.current)
  }
  return {
    order,
    /** Number of places that differ from the saved order; all of them without one. */
    changed: draft === null ? 0 : saved === null ? draft.length : changedPlaces(draft, saved),
    isSaving: isBusy,
    put,
    discard: () => put(null),
    /** Returns whether it was saved. */
    async save(): Promise<boolean> {
      const { isDone } = await send('/api/final-table', {
        method: 'PUT',
        body: { season, clubIds: order },
        done: { title: 'Table saved' },
        failed: 'Not saved',
        otherwise: 'The server did not answer. Your order is kept on this device.',
      })
      // A row may have been moved meanwhile.
      if (isDone && latest.current === draft) put(null)
      return isDone
    },
  }
}

export type OrderState = ReturnType<typeof useOrder>
