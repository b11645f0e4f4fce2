/** Paths of the scripts of the document, which tell the builds apart. */
export const ownScripts = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(({ src }) => new URL(src).pathname)

/**
 * Whether the page is of an earlier version: the server no longer has its script. False if the server does not answer.
 * A failed import has no status.
 */
export async function isOutdated(): Promise<boolean> {
  const [script] = ownScripts()
  if (!script) return false
  try {
    return (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}
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
