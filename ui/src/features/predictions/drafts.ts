import { useEffect, useSyncExternalStore } from 'react'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { createSignal } from '../../lib/signal.ts'
import { stored } from '../../lib/storage.ts'
import { draftKey, type Picker } from './draftKey.ts'
import { type Draft, isDirty, isEmpty } from './model.ts'

export type Drafts = Readonly<Record<number, Draft>>

/** One user's unsaved picks, kept on the device so that a reload or a lost connection loses none. They never pass through SWR. */
export function createDraftStore(picker: Picker) {
  const key = draftKey(picker)
  const changes = createSignal()
  let drafts = read(key)

  function put(next: Drafts) {
    drafts = next
    write(key, next)
    changes.emit()
  }

  function discard(fixtureIds: readonly number[]) {
    const left = Object.entries(drafts).filter(([id]) => !fixtureIds.includes(Number(id)))
    if (left.length < Object.keys(drafts).length) put(Object.fromEntries(left))
  }

  return {
    key,
    /** Fixtures whose pick is on its way to the server. */
    sending: new Set<number>(),
    /** Stable until something changes. */
    get: () => drafts,
    subscribe: changes.listen,
    /** An empty draft without `keepEmpty` takes it away. */
    set(fixtureId: number, draft: Draft, keepEmpty = false) {
      if (keepEmpty || !isEmpty(draft)) put({ ...drafts, [fixtureId]: draft })
      else discard([fixtureId])
    },
    discard,
    /** Takes what another tab of the same user has written. */
    reload() {
      drafts = read(key)
      changes.emit()
    },
  }
}

type DraftStore = ReturnType<typeof createDraftStore>

/** What was picked before anybody was signed in becomes the player's own; a pick that they have begun themselves stays. */
export function adoptDrafts(guest: DraftStore, own: DraftStore): void {
  const drafts = Object.entries(guest.get())
  for (const [id, draft] of drafts) if (!(id in own.get())) own.set(Number(id), draft)
  guest.discard(drafts.map(([id]) => Number(id)))
}

/** Reads what is stored; anything that is not a draft is left out. A device that forbids storage keeps them for the visit. */
function read(key: string): Drafts {
  try {
    const drafts: object = JSON.parse(stored(key) ?? '{}')
    return Object.fromEntries(Object.entries(drafts).filter(([id, draft]) => /^\d+$/.test(id) && isDraft(draft)))
  } catch {
    return {}
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { result, home, away } = value as Record<string, unknown>
  const isBox = (box: unknown) => typeof box === 'string' && /^\d?$/.test(box)
  return (result === null || ['home', 'draw', 'away'].includes(result as string)) && isBox(home) && isBox(away)
}

function write(key: string, drafts: Drafts) {
  try {
    if (Object.keys(drafts).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // A full or forbidden storage: they stay in memory for this visit.
  }
}

const stores = new Map<Picker, DraftStore>()

function storeOf(picker: Picker): DraftStore {
  const store = stores.get(picker) ?? createDraftStore(picker)
  stores.set(picker, store)
  return store
}

/** The unsaved picks of a user on this device, with the store that changes them. Other tabs are heard. */
export function useDrafts(picker: Picker): { drafts: Drafts; store: DraftStore } {
  const store = storeOf(picker)
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

/** How many picks of a user stand on this device and say something else than the server; without `saved` all that say something. What is on its way is none. */
export function unsavedOf(userId: number, saved: readonly Prediction[] = []): number {
  const { get, sending } = storeOf(userId)
  return Object.entries(get()).filter(([id, draft]) => {
    const prediction = saved.find(({ fixtureId }) => fixtureId === Number(id))
    return !sending.has(Number(id)) && isDirty(draft, prediction)
  }).length
}
