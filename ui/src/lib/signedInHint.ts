/** Whether someone was signed in here last time, so that the app's code is fetched together with the session. Proves nothing. */
const KEY = 'plp-signed-in'

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function rememberSignedIn(yes: boolean): void {
  try {
    if (yes) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Only costs time at the next visit.
  }
}
