/** Name of the cache with the reads of the home page. */
export const READS_CACHE = 'plp-reads'
/** Header of a stored response: when it was read, ISO 8601. */
export const STORED_AT = 'Plp-Stored-At'

/** Reads that are stored for use without a connection: none with picks, boards or chats of others, but for the table of a league. */
const STORED = /^\/api\/(user|teams|fixtures(\/current)?|predictions|user\/leagues|leagues\/\d+)(\?|$)/

const latest = new Map<string, string>()
const remember = (path: string, text: string): void => void latest.set(path, text)
let store = remember

/** Notes the response of a read, which is stored once `storeBy` has been called. */
export function noteRead(path: string, text: string): void {
  if (STORED.test(path)) store(path, text)
}

/** Stores the reads so far and all further ones. */
export function storeBy(write: typeof remember): void {
  store = write
  for (const [path, text] of latest) write(path, text)
  latest.clear()
}

/** Returns the stored response of a read that failed; without one, rejects with its error. */
export async function storedRead(path: string, error: unknown): Promise<Response> {
  const stored = await globalThis.caches?.match(path, { cacheName: READS_CACHE })
  if (!stored) throw error
  return stored
}

/** Deletes the stored reads of a user whose session has ended. */
export function forgetReads(): void {
  store = remember
  latest.clear()
  void globalThis.caches?.delete(READS_CACHE)
}
