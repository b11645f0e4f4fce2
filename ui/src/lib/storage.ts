/** `localStorage` is for data of the device, `sessionStorage` for data of the tab. */
type StorageName = 'localStorage' | 'sessionStorage'

/** Returns the stored value; null if there is none, or if storage is forbidden. */
export function stored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value; null removes it. False if storage is forbidden or full: the value lasts until the page is left. */
export function store(key: string, value: string | null, storage: StorageName = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, value)
    return true
  } catch {
    return false
  }
}
