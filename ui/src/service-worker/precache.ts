import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Files of the home page and the address of its document, from the build (`ui/service-worker.ts`). */
declare const __PRECACHE__: readonly PrecacheEntry[]
/** Address of the document; not that of a page, so that a page is never answered from the cache while online. */
declare const __DOCUMENT__: string

/** Paths that are no pages of the app. */
const NO_PAGES = [/^\/api\//, /^\/calendar\//, /\/[^/]*\.[^/]*$/]

/**
 * Stores the files of the home page, so that it opens without a connection. Documents come from the network first: after
 * a deployment no page is stale (docs/rules.md R410).
 */
export function storeApp(): void {
  precache([...__PRECACHE__])
  addRoute({ directoryIndex: '', cleanURLs: false })
  cleanupOutdatedCaches()
  registerRoute(
    new NavigationRoute(
      async ({ request }) => {
        try {
          return await fetch(request)
        } catch (error) {
          const stored = await matchPrecache(__DOCUMENT__)
          if (!stored) throw error
          return withNewNonce(stored)
        }
      },
      { denylist: NO_PAGES },
    ),
  )
}

/** The stored document with a nonce of its own: one that is repeated could be guessed (docs/threats.md T106). */
async function withNewNonce(stored: Response): Promise<Response> {
  const html = await stored.text()
  const headers = new Headers(stored.headers)
  const policy = headers.get('Content-Security-Policy') ?? ''
  const used = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (!used) throw new Error('The stored document has no nonce')
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  headers.set('Content-Security-Policy', policy.replaceAll(used, nonce))
  return new Response(html.replaceAll(used, nonce), { headers })
}
