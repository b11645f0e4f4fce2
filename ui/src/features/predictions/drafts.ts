import { useEffect, useSyncExternalStore } from 'react'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { createSignal } from '../../lib/signal.ts'
import { stored } from '../../lib/storage.ts'
import { draftKey, type Picker } from './draftKey.ts'
import { type Draft, isDirty, isEmpty } from './model.ts'

export type Drafts = Readonly<Record<number, Draft>>

/** A user's unsaved picks, stored on the device against reloads and lost connections. Separate from the SWR cache. */
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
    /** Fixtures with a pick in flight. */
    sending: new Set<number>(),
    /** Fixtures that closed before their pick was saved, of which the player has been told. */
    told: new Set<number>(),
    /** Stable until something changes. */
    get: () => drafts,
    subscribe: changes.listen,
    /** Removes an empty draft unless `keepEmpty` is set. */
    set(fixtureId: number, draft: Draft, keepEmpty = false) {
      if (keepEmpty || !isEmpty(draft)) put({ ...drafts, [fixtureId]: draft })
      else discard([fixtureId])
    },
    discard,
    /** Reads changes from the user's other tabs. */
    reload() {
      drafts = read(key)
      changes.emit()
    },
  }
}

type DraftStore = ReturnType<typeof createDraftStore>

/** Moves guest picks to the player. The player's own drafts take precedence. */
export function adoptDrafts(guest: DraftStore, own: DraftStore): void {
  const drafts = Object.entries(guest.get())
  for (const [id, draft] of drafts) if (!(id in own.get())) own.set(Number(id), draft)
  guest.discard(drafts.map(([id]) => Number(id)))
}

/** Reads stored drafts and drops invalid ones. Without storage, drafts last for the visit. */
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
    // Storage is full or forbidden: drafts stay in memory for this visit.
  }
}

const stores = new Map<Picker, DraftStore>()

function storeOf(picker: Picker): DraftStore {
  const store = stores.get(picker) ?? createDraftStore(picker)
  stores.set(picker, store)
  return store
}

/** A user's unsaved picks on this device, with their store. Follows changes in other tabs. */
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

/** Adopts picks made on this device before signing in, as unsaved picks. */
export function useGuestDrafts(userId: number): void {
  useEffect(() => adoptDrafts(storeOf('guest'), storeOf(userId)), [userId])
}

/**
 * Number of unsaved picks that differ from the saved ones; without `saved` all non-empty ones. Excludes picks in
 * flight.
 */
export function unsavedOf(userId: number, saved: readonly Prediction[] = []): number {
  const { get, sending } = storeOf(userId)
  return Object.entries(get()).filter(([id, draft]) => {
    const prediction = saved.find(({ fixtureId }) => fixtureId === Number(id))
    return !sending.has(Number(id)) && isDirty(draft, prediction)
  }).length
}
