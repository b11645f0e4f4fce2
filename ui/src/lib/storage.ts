/** `localStorage` keeps what belongs to the device, `sessionStorage` what belongs to the tab. */
type Place = 'localStorage' | 'sessionStorage'

/** Null: nothing, or storage is forbidden. */
export function stored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. Where storage is forbidden or full, nothing is kept. */
export function store(key: string, value: string | null, place: Place = 'localStorage'): void {
  try {
    if (value === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, value)
  } catch {
    // It holds until the page goes.
  }
}
