import { useEffect, useSyncExternalStore } from 'react'
import type { Picker } from './draftKey.ts'
import { adoptDrafts, createDraftStore, type DraftStore, type Drafts } from './drafts.ts'

const stores = new Map<Picker, DraftStore>()

/** The unsaved picks of a user on this device. */
export function storeOf(userId: Picker): DraftStore {
  let store = stores.get(userId)
  if (!store) {
    store = createDraftStore({ storage: deviceStorage(), userId })
    stores.set(userId, store)
  }
  return store
}

/** A browser that forbids storage throws on the mere mention of it. */
function deviceStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** The unsaved picks of a user on this device, with the store that changes them. Other tabs are heard. */
export function useDrafts(userId: Picker): { drafts: Drafts; store: DraftStore } {
  const store = storeOf(userId)
  const drafts = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === store.key || event.key === null) store.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [store])
  return { drafts, store }
}

/** Offers the player what they have picked on this device before they signed in, as unsaved picks. */
export function useGuestDrafts(userId: number): void {
  useEffect(() => adoptDrafts(storeOf('guest'), storeOf(userId)), [userId])
}
