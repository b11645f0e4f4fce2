export const NEW_VERSION = 'A new version is here'

/**
 * Whether the page is of an earlier version: the server no longer has its last script, which names all others. The first one,
 * the runtime of the bundler, is the same in each version. False if the server does not answer. A failed import has no status.
 */
export async function isOutdated(): Promise<boolean> {
  const script = [...document.querySelectorAll('script[type=module][src]')].at(-1)?.getAttribute('src')
  return (
    !!script &&
    fetch(script, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status === 404,
      () => false,
    )
  )
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
