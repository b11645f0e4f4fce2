import { useEffect, useSyncExternalStore } from 'react'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { createSignal } from '../../lib/signal.ts'
import { stored, store as storeText } from '../../lib/storage.ts'
import { draftKey, type Picker, waitingKey } from './draftKey.ts'
import { type Draft, isDirty, isEmpty } from './model.ts'

type Drafts = Readonly<Record<number, Draft>>

/** A pick that was saved without a connection. It is sent when there is one. */
export interface Waiting {
  readonly gameweek: number
  /** `Everton v Newcastle` */
  readonly match: string
  /** Revision of the saved pick that it replaces; 0: none was saved. */
  readonly replaces: number
  /** ISO 8601 */
  readonly keptAt: string
  /** Cutoff of the match as known then, ISO 8601. */
  readonly closes: string | null
  /** Set if the server did not take it. It is then not sent again by itself. */
  readonly refused?: Refused
}
type WaitingPicks = Readonly<Record<number, Waiting>>

/** `changed`: on another device meanwhile; the player decides. */
export interface Refused {
  readonly why: 'late' | 'changed'
  /** The server's sentence. */
  readonly detail?: string
  /** When the server refused it or, if changed, when the other pick was saved. ISO 8601. */
  readonly at: string
  /** The picks in words, `2–1`. `counts` null: no pick is saved. */
  readonly pick: string
  readonly counts: string | null
}

/** A user's unsaved picks, stored on the device against reloads and lost connections. Separate from the SWR cache. */
export function createDraftStore(picker: Picker) {
  const key = draftKey(picker)
  const changes = createSignal()
  const waitingAt = waitingKey(picker)
  let drafts = read(key)
  let waiting = readWaiting(waitingAt)
  let isFull = false

  function put(next: Drafts) {
    drafts = next
    isFull = !storeText(key, Object.keys(next).length === 0 ? null : JSON.stringify(next))
    changes.emit()
  }

  function drop(fixtureIds: readonly number[]) {
    const left = Object.entries(drafts).filter(([id]) => !fixtureIds.includes(Number(id)))
    if (left.length < Object.keys(drafts).length) put(Object.fromEntries(left))
  }

  function discard(fixtureIds: readonly number[]) {
    drop(fixtureIds)
    sendLater(fixtureIds, null)
  }

  function sendLater(fixtureIds: readonly number[], as: Waiting | null) {
    if (as === null && !fixtureIds.some((id) => id in waiting)) return
    const rest = Object.entries(waiting).filter(([id]) => !fixtureIds.includes(Number(id)))
    waiting = { ...Object.fromEntries(rest), ...(as && Object.fromEntries(fixtureIds.map((id) => [id, as]))) }
    isFull = !storeText(waitingAt, Object.keys(waiting).length === 0 ? null : JSON.stringify(waiting)) || isFull
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
    /** Whether the device did not store the latest change: it lasts for this visit. */
    isFull: () => isFull,
    /** Sends the drafts of these fixtures once there is a connection; null: no longer. */
    sendLater,
    /** Removes an empty draft unless `keepEmpty` is set. */
    set(fixtureId: number, draft: Draft, keepEmpty = false) {
      if (keepEmpty || !isEmpty(draft)) put({ ...drafts, [fixtureId]: draft })
      else discard([fixtureId])
    },
    discard,
    /** Removes drafts; what is known of those that were too late remains. */
    drop,
    /** Reads changes from the user's other tabs. */
    reload() {
      drafts = read(key)
      waiting = readWaiting(waitingAt)
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
  const { gameweek, match, replaces, keptAt } = Object(value) as Record<string, unknown>
  return [typeof gameweek, typeof match, typeof replaces, typeof keptAt].join() === 'number,string,number,string'
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { result, home, away } = value as Record<string, unknown>
  const isBox = (box: unknown) => typeof box === 'string' && /^\d?$/.test(box)
  return (result === null || ['home', 'draw', 'away'].includes(result as string)) && isBox(home) && isBox(away)
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
      if (event.key === null || event.key === store.key || event.key === waitingKey(picker)) store.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [store, picker])
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
