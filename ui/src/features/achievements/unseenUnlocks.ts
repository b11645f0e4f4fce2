import { store, stored } from '../../lib/storage.ts'

/** Number of unlock ids that a browser remembers. */
const MOST_REMEMBERED = 200

/** Returns the unlocks that no window of this browser has shown, and marks them as shown. */
export function unseenUnlocks<T extends { readonly unlockId: string }>(
  userId: number,
  found: readonly T[],
): readonly T[] {
  const key = `plp-achievements-${userId}`
  const shownIds: string[] = JSON.parse(stored(key) ?? '[]')
  const byId = new Map(found.map((each) => [each.unlockId, each]))
  for (const id of shownIds) byId.delete(id)
  store(key, JSON.stringify([...shownIds, ...byId.keys()].slice(-MOST_REMEMBERED)))
  return [...byId.values()]
}
