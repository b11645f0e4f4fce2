import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

interface OutboundOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** From the name lookup to the last byte; 5,000 when left out. */
  readonly timeoutMs?: number
  /** 1,000,000 when left out. */
  readonly maxBytes?: number
}

/** An external server is unreachable, slow, sends too much, or sends an unexpected answer. The message is for operators. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
}

/**
 * Reads text from a configured address (docs/threats.md T52): http and https only, no redirects, within 5 s, at most 1 MB, no HTML.
 * Refuses names that resolve to a private range. Allows private addresses written out by the operator, and localhost.
 * Throws `OutboundFailure`.
 */
export async function fetchText(address: string, options: OutboundOptions = {}): Promise<string> {
  const { headers = {}, maxBytes = 1_000_000 } = options
  return within(address, options, async (url, signal) =>
    read(url, await connect(url, 'GET', headers, signal), maxBytes),
  )
}

/** Sends bytes to an address under the same rules, and returns the status of the answer, whose body is not read. */
export async function postBytes(
  address: string,
  body: Buffer,
  options: Omit<OutboundOptions, 'maxBytes'>,
): Promise<number> {
  return within(address, options, async (url, signal) => {
    const request = await connect(url, 'POST', options.headers ?? {}, signal)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    request.on('error', reject)
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.end(body)
    return promise
  })
}

async function within<T>(
  address: string,
  { timeoutMs = 5_000 }: OutboundOptions,
  call: (url: URL, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new OutboundFailure('only http and https addresses are read')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await Promise.race([call(url, signal), aborted(signal)])
  } catch (error) {
    if (error instanceof OutboundFailure) throw error
    if (signal.aborted) throw new OutboundFailure(`${url.host} did not answer within ${timeoutMs / 1000} s`)
    throw new OutboundFailure(`${url.host} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no answer'})`)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason), { once: true }))

async function allowedAddress({ hostname, host }: URL): Promise<LookupAddress> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(name)
  if (version > 0) return { address: name, family: version }
  const address = await lookup(name)
  if (name !== 'localhost' && ipaddr.process(address.address).range() !== 'unicast')
    throw new OutboundFailure(`${host} resolves to a private address`)
  return address
}

/** A request to the address that was checked, not sent yet. */
async function connect(
  url: URL,
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<http.ClientRequest> {
  const { address, family } = await allowedAddress(url)
  const client = url.protocol === 'https:' ? https : http
  return client.request(url, {
    signal,
    method,
    headers: { accept: 'application/json, */*;q=0.5', ...headers },
    lookup: (_name, { all }, done) =>
      all
        ? done(null, [{ address, family }])
        : (done as (e: null, a: string, f: number) => void)(null, address, family),
  })
}

function read(url: URL, request: http.ClientRequest, maxBytes: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request.on('error', reject)
  request.on('response', (response) => {
    const status = response.statusCode ?? 0
    const refuse = (message: string) => {
      request.destroy()
      reject(new OutboundFailure(`${url.host} ${message}`))
    }
    if (status >= 300 && status < 400) return refuse('redirects elsewhere; give the address it redirects to')
    if (status !== 200) return refuse(`answered ${status}`)
    if (/html/i.test(response.headers['content-type'] ?? '')) return refuse('answered with a web page')
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return refuse(`sent more than ${maxBytes} bytes`)
      chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
  request.end()
  return promise
}

/** The address if it is https without credentials (docs/threats.md T51); null for an unsafe one. */
export function httpsOf(address: string | undefined | null): string | null {
  const url = address == null || address.length > 2_000 ? null : URL.parse(address.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}
