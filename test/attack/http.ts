import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** The message of writes that are refused while simulated data is purged. */
export const PURGING = 'Simulated data is being cleared'

/** A response as received. */
export interface Answer {
  /** 0 if there was no response. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Milliseconds until the response was complete. */
  readonly ms: number
}

export interface Sent {
  readonly method?: string
  /** Sent as it is: nothing is escaped or resolved. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends requests to the game, at most `most` at once. A request without a response within a minute has status 0. */
export type Send = (sent: Sent) => Promise<Answer>

const TIMEOUT_MS = 60_000

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
          timeout: TIMEOUT_MS,
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
      req.on('timeout', () => req.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
      // The server may just have closed a kept-alive connection when the next request is sent on it.
      req.on('error', (error) => none(error.message, req.reusedSocket))
      req.end(body)
    })
  const send = async (sent: Sent): Promise<Answer> => {
    const { retry, ...answer } = await once(sent, false)
    return retry ? once(sent, true) : answer
  }
  return Object.assign(send, { close: () => agent.destroy() })
}

/** The cookies that a response sets, by name; an empty value removes one. */
export function cookiesOf({ headers }: Answer): Map<string, string> {
  return new Map(
    (headers['set-cookie'] ?? []).map((set) => {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** Applies work to items with limited concurrency; returns the results in the order of the items. */
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
