import { cacheNames } from 'workbox-core'
import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Files of the home page and the address of its document, from the build (`ui/service-worker.ts`). */
declare const __PRECACHE__: readonly PrecacheEntry[]
/** Address of the document; not that of a page, so that a page is never answered from the cache while online. */
declare const __DOCUMENT__: string

const SIGNED_IN = 'name="plp-session" content="maybe"'

/** Seconds without a response after which the stored document is used. */
const TIMEOUT = 10

/** Paths that are no pages of the app. */
const NO_PAGES = [/^\/api\//, /^\/calendar\//, /\/[^/]*\.[^/]*$/]

/**
 * Stores the files of the home page, so that it opens without a connection. Documents come from the network first: after
 * a deployment no page is stale (docs/rules.md R410).
 */
export function storeApp(): void {
  addPlugins([{ cacheWillUpdate: ({ request, response }) => ofThisBuild(request, response) }])
  precache([...__PRECACHE__])
  addRoute({ directoryIndex: '', cleanURLs: false })
  cleanupOutdatedCaches()
  registerRoute(
    new NavigationRoute(
      async ({ event, request }) => {
        const fresh = (event as FetchEvent).preloadResponse.then((response?: Response) => response ?? fetch(request))
        try {
          return await Promise.race([fresh, timeout()])
        } catch {
          const stored = await matchPrecache(__DOCUMENT__)
          return stored ? withNewNonce(stored) : fresh
        }
      },
      { denylist: NO_PAGES },
    ),
  )
}

const timeout = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(reject, TIMEOUT * 1000)
  })

/** Stores the files again that signing out has deleted. */
export async function restoreApp(): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  for (const { url } of __PRECACHE__) {
    const key = getCacheKeyForURL(url)!
    if (!(await cache.match(key))) await cache.add(key)
  }
}

/** Whether a file, such as `/assets/index-1a2b.js`, belongs to the build of this worker. */
export const hasFile = (path: string): boolean => __PRECACHE__.some(({ url }) => url === path)

/** While nodes of two builds serve, the document may be of the other one: the worker is then installed at a later visit. */
async function ofThisBuild(request: Request, response: Response): Promise<Response | null> {
  if (!response.ok) return null
  if (!request.url.endsWith(__DOCUMENT__)) return response
  const scripts = [...(await response.clone().text()).matchAll(/<script type="module"[^>]* src="([^"]+)"/g)]
  return scripts.every(([, path]) => hasFile(path!)) ? response : null
}

/** The stored document with a nonce of its own: one that is repeated could be guessed (docs/threats.md T106). */
async function withNewNonce(stored: Response): Promise<Response> {
  const html = await stored.text()
  const headers = new Headers(stored.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const policy = headers.get('Content-Security-Policy') ?? ''
  const used = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (!used) throw new Error('The stored document has no nonce')
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  headers.set('Content-Security-Policy', policy.replaceAll(used, nonce))
  // It may have been stored without a session.
  const document = html.replaceAll(used, nonce).replace('name="plp-session" content="none"', SIGNED_IN)
  return new Response(document, { headers })
}
