import { useEffect, useSyncExternalStore } from 'react'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { createSignal } from '../../lib/signal.ts'
import { stored, store as storeText } from '../../lib/storage.ts'
import { draftKey, type Picker, waitingKey } from './draftKey.ts'
import { type Draft, isDirty, isEmpty } from './model.ts'

export type Drafts = Readonly<Record<number, Draft>>

/** A pick that was saved without a connection. It is sent when there is one. */
interface Waiting {
  readonly gameweek: number
  /** `Everton v Newcastle` */
  readonly match: string
  /** When the saved pick that it replaces was made; null: none was saved. */
  readonly replaces: string | null
}
type WaitingPicks = Readonly<Record<number, Waiting>>

/** A user's unsaved picks, stored on the device against reloads and lost connections. Separate from the SWR cache. */
export function createDraftStore(picker: Picker) {
  const key = draftKey(picker)
  const changes = createSignal()
  const waitingAt = waitingKey(picker)
  let drafts = read(key)
  let waiting = readWaiting(waitingAt)

  function put(next: Drafts) {
    drafts = next
    write(key, next)
    changes.emit()
  }

  function discard(fixtureIds: readonly number[]) {
    const left = Object.entries(drafts).filter(([id]) => !fixtureIds.includes(Number(id)))
    if (left.length < Object.keys(drafts).length) put(Object.fromEntries(left))
    sendLater(fixtureIds, null)
  }

  function sendLater(fixtureIds: readonly number[], as: Waiting | null) {
    if (as === null && !fixtureIds.some((id) => id in waiting)) return
    const rest = Object.entries(waiting).filter(([id]) => !fixtureIds.includes(Number(id)))
    waiting = { ...Object.fromEntries(rest), ...(as && Object.fromEntries(fixtureIds.map((id) => [id, as]))) }
    storeText(waitingAt, Object.keys(waiting).length === 0 ? null : JSON.stringify(waiting))
    changes.emit()
  }

  return {
    key,
    /** Fixtures with a pick in flight. */
    sending: new Set<number>(),
    /** Fixtures that closed before their pick was saved, and for which a toast has been shown. */
    told: new Set<number>(),
    /** Stable until something changes. */
    get: () => drafts,
    subscribe: changes.listen,
    /** Drafts to send once there is a connection. Stable until something changes. */
    waiting: () => waiting,
    /** Sends the drafts of these fixtures once there is a connection; null: no longer. */
    sendLater,
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

function readWaiting(key: string): WaitingPicks {
  try {
    const waiting: object = JSON.parse(stored(key) ?? '{}')
    return Object.fromEntries(Object.entries(waiting).filter(([, each]) => isWaiting(each)))
  } catch {
    return {}
  }
}

function isWaiting(value: unknown): value is Waiting {
  const { gameweek, match, replaces } = Object(value) as Record<string, unknown>
  const isText = (each: unknown) => typeof each === 'string'
  return typeof gameweek === 'number' && isText(match) && (replaces === null || isText(replaces))
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
export function useDrafts(picker: Picker): { drafts: Drafts; waiting: WaitingPicks; store: DraftStore } {
  const store = storeOf(picker)
  const drafts = useSyncExternalStore(store.subscribe, store.get)
  const waiting = useSyncExternalStore(store.subscribe, store.waiting)
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === store.key || event.key === null) store.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [store])
  return { drafts, waiting, store }
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
