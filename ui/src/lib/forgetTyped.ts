const PREFIX = 'plp.typed.'

export const storageKey = (userId: number, field: string): string => `${PREFIX}${userId}.${field}`

/** Removes the typed texts (`typed.ts`) of all players but this one; null: of all players. */
export function forgetTyped(exceptUserId: number | null): void {
  try {
    const own = exceptUserId === null ? null : storageKey(exceptUserId, '')
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && (own === null || !key.startsWith(own))) sessionStorage.removeItem(key)
  } catch {
    // If storage is forbidden, nothing is stored.
  }
}
