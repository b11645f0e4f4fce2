import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What writes are told while simulated data is purged. */
export const PURGING = 'Simulated data is being cleared'

/** An answer as it came. */
export interface Answer {
  /** 0: none came. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Milliseconds until the whole answer was there. */
  readonly ms: number
}

export interface Sent {
  readonly method?: string
  /** As it goes on the line: nothing is escaped or resolved. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends requests to the game, at most `most` at once; what gets no answer within a minute has status 0. */
export type Send = (sent: Sent) => Promise<Answer>

const PATIENCE_MS = 60_000

export function createSend(port: number, most = 300): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: most, scheduling: 'fifo' })
  const once = (
    { method = 'GET', path, headers = {}, body }: Sent,
    isFresh: boolean,
  ): Promise<Answer & { retry: boolean }> =>
    new Promise((resolve) => {
      const began = performance.now()
      const none = (text: string, retry = false): void =>
        resolve({ status: 0, headers: {}, text, ms: performance.now() - began, retry })
      const req = request(
        {
          agent: isFresh ? false : agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
          timeout: PATIENCE_MS,
        },
        (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('error', (error) => none(error.message))
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
              retry: false,
            }),
          )
        },
      )
      req.on('timeout', () => req.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
      // A connection kept open may just have been closed by the server when the next request goes out on it.
      req.on('error', (error) => none(error.message, req.reusedSocket))
      req.end(body)
    })
  const send = async (sent: Sent): Promise<Answer> => {
    const { retry, ...answer } = await once(sent, false)
    return retry ? once(sent, true) : answer
  }
  return Object.assign(send, { close: () => agent.destroy() })
}

/** The cookies that an answer sets, by name; an empty value takes one away. */
export function cookiesOf({ headers }: Answer): Map<string, string> {
  return new Map(
    (headers['set-cookie'] ?? []).map((set) => {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** Runs work over items, so many at once; gives the results in the order of the items. */
export async function each<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
