/**
 * Reloads the page if the server responds, else returns false: a reload would replace the page with the browser's error
 * page. Only a reload recovers from a failed module: the browser remembers the failure for the life of the page, and a
 * new release has other files.
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
