import { draftKey, type Picker } from './draftKey.ts'
import type { Draft } from './model.ts'
import { isEmpty } from './model.ts'

/** What the store needs of the device: `localStorage`, or a map in tests. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Drafts = Readonly<Record<number, Draft>>

/** One user's unsaved picks, kept on the device so that a reload or a lost connection loses none. They never pass through SWR. */
export interface DraftStore {
  /** Stable until something changes. */
  get(): Drafts
  /** `undefined`, or an empty draft without `keepEmpty`, takes it away. */
  set(fixtureId: number, draft: Draft | undefined, keepEmpty?: boolean): void
  discard(fixtureIds: readonly number[]): void
  /** Takes what another tab of the same user has written. */
  reload(): void
  subscribe(listener: () => void): () => void
  readonly key: string
  /** Fixtures whose pick is on its way to the server. */
  readonly sending: Set<number>
}

const EMPTY_DRAFTS: Drafts = {}

export function createDraftStore({ storage, userId }: { storage: DraftStorage | null; userId: Picker }): DraftStore {
  const key = draftKey(userId)
  const listeners = new Set<() => void>()
  let drafts = read(storage, key)

  function put(next: Drafts) {
    drafts = next
    write(storage, key, next)
    for (const listener of listeners) listener()
  }

  return {
    key,
    sending: new Set(),
    get: () => drafts,
    set(fixtureId, draft, keepEmpty = false) {
      if (draft && (keepEmpty || !isEmpty(draft))) put({ ...drafts, [fixtureId]: draft })
      else if (fixtureId in drafts) this.discard([fixtureId])
    },
    discard(fixtureIds) {
      const gone = new Set(fixtureIds.map(String))
      if (!Object.keys(drafts).some((id) => gone.has(id))) return
      put(Object.fromEntries(Object.entries(drafts).filter(([id]) => !gone.has(id))))
    },
    reload() {
      drafts = read(storage, key)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What was picked before anybody was signed in becomes the player's own; a pick that they have begun themselves stays. */
export function adoptDrafts(guest: DraftStore, own: DraftStore): void {
  const drafts = guest.get()
  const ids = Object.keys(drafts).map(Number)
  for (const id of ids) if (!(id in own.get())) own.set(id, drafts[id])
  guest.discard(ids)
}

/** Reads what is stored; anything that is not a draft is left out. A device that forbids storage keeps them for the visit. */
function read(storage: DraftStorage | null, key: string): Drafts {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return EMPTY_DRAFTS
    return Object.fromEntries(Object.entries(stored).filter(([id, draft]) => /^\d+$/.test(id) && isDraft(draft)))
  } catch {
    return EMPTY_DRAFTS
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { result, home, away } = value as Record<string, unknown>
  const isBox = (box: unknown) => typeof box === 'string' && /^\d?$/.test(box)
  return (result === null || ['home', 'draw', 'away'].includes(result as string)) && isBox(home) && isBox(away)
}

function write(storage: DraftStorage | null, key: string, drafts: Drafts) {
  try {
    if (Object.keys(drafts).length === 0) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(drafts))
  } catch {
    // A full or forbidden storage: they stay in memory for this visit.
  }
}
