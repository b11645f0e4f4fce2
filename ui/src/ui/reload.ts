/**
 * Loads the page anew once the server answers; gives false where it does not: without it the browser would show an error page of
 * its own in the place of this one. A reload is what brings code that could not be loaded: a browser keeps the failure of a module
 * for as long as the page stands, and a new release has other files.
 */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' })
    if (ok) location.reload()
    return ok
  } catch {
    return false
  }
}
