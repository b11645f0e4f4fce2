import { READS_CACHE, STORED_AT, storeBy } from '../../api/storedReads.ts'

/** The table of a league; only the one seen last is stored (docs/rules.md R411). */
const LEAGUE = /\/api\/leagues\/\d+/

/** Maximum age of stored reads in ms, the same as of a session. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000

/**
 * Stores the reads of the home page. The cache is opened once: after a sign-out has deleted it, responses on their way
 * are lost with it.
 */
export async function storeReads(): Promise<void> {
  const cache = await globalThis.caches?.open(READS_CACHE)
  if (!cache) return
  for (const request of await cache.keys()) {
    const at = (await cache.match(request))?.headers.get(STORED_AT) ?? ''
    if (!(Date.parse(at) > Date.now() - MAX_AGE)) await cache.delete(request)
  }
  const isOfAnother = async (text: string): Promise<boolean> => {
    const stored = await cache.match('/api/user')
    return stored !== undefined && (await stored.json()).id !== JSON.parse(text).id
  }
  storeBy((path, text) => {
    const put = async () => {
      // Another player has signed in, without the former one signing out (docs/rules.md R414).
      if (path === '/api/user' && (await isOfAnother(text)))
        for (const request of await cache.keys()) await cache.delete(request)
      const league = LEAGUE.exec(path)?.[0]
      if (league) {
        // Skips past boards and single gameweeks.
        if (!path.includes('&recent=true') || !JSON.parse(text).isMember) return
        for (const request of await cache.keys())
          if (LEAGUE.test(request.url) && !request.url.endsWith(path)) await cache.delete(request)
      }
      await cache.put(path, new Response(text, { headers: { [STORED_AT]: new Date().toISOString() } }))
    }
    // A full device stores nothing.
    put().catch(() => {})
  })
}

/** The table of the own league seen last, with the time. */
export async function storedLeague(): Promise<{ text: string; at: string } | null> {
  const cache = await globalThis.caches?.open(READS_CACHE)
  const request = (await cache?.keys())?.find(({ url }) => LEAGUE.test(url))
  const stored = request && (await cache?.match(request))
  return stored ? { text: await stored.text(), at: stored.headers.get(STORED_AT)! } : null
}
