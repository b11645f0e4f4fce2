/** Whether a key of the storage, such as `plp.drafts.17`, is of this player. */
const isTheirs = (key: string, userId: number): boolean =>
  key.startsWith('plp.') && key.split('.').includes(`${userId}`)

/**
 * Deletes everything that this browser stores about a player: unsaved and waiting picks, stored reads, and the service
 * worker with the files of the app (docs/rules.md R414).
 */
export async function forgetPlayer(userId: number): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (isTheirs(key, userId)) localStorage.removeItem(key)
    // Stores in memory read again.
    dispatchEvent(new StorageEvent('storage'))
    for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
    for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name)
  } catch {
    // If storage is forbidden, nothing is stored.
  }
}
