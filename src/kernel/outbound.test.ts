import { lookup } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import ipaddr from 'ipaddr.js'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchText, OutboundFailure } from './outbound.ts'

/** The host name of this machine resolves without a network. */
const ownNameIsPrivate = await lookup(hostname()).then(
  ({ address }) => ipaddr.process(address).range() !== 'unicast',
  () => false,
)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/season.json`
}

describe('reading from external servers', () => {
  test('returns the text, and sends the given headers', async () => {
    const url = await serve((req, res) => res.end(JSON.stringify({ token: req.headers['x-auth-token'] })))
    expect(await fetchText(url, { headers: { 'X-Auth-Token': 'secret' } })).toBe('{"token":"secret"}')
  })

  test('follows no redirect', async () => {
    const url = await serve((_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await expect(fetchText(url)).rejects.toThrow('redirects elsewhere')
  })

  test('stops at the size limit, whatever the headers of the server', async () => {
    const url = await serve((_req, res) => res.end('x'.repeat(2_000)))
    await expect(fetchText(url, { maxBytes: 1_000 })).rejects.toThrow('sent more than 1000 bytes')
  })

  test('times out on a server that is slow or never ends', async () => {
    const silent = await serve(() => undefined)
    await expect(fetchText(silent, { timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s')
    server?.closeAllConnections()
    server?.close()
    const endless = await serve((_req, res) => {
      const timer = setInterval(() => res.write('x'), 10)
      res.on('close', () => clearInterval(timer))
    })
    await expect(fetchText(endless, { timeoutMs: 200 })).rejects.toThrow('did not answer within 0.2 s')
  })

  test.each([
    ['an error', 500, 'text/plain', 'answered 500'],
    ['a web page', 200, 'text/html; charset=utf-8', 'answered with a web page'],
  ])('refuses %s', async (_name, status, type, problem) => {
    const url = await serve((_req, res) => res.writeHead(status, { 'content-type': type }).end('no'))
    await expect(fetchText(url)).rejects.toThrow(problem)
  })

  test('reads http and https only', async () => {
    await expect(fetchText('file:///etc/passwd')).rejects.toThrow(OutboundFailure)
    await expect(fetchText('gopher://example.org/')).rejects.toThrow('only http and https')
    await expect(fetchText('nonsense')).rejects.toThrow('only http and https')
  })

  test.skipIf(!ownNameIsPrivate)('refuses a name that resolves to a private address', async () => {
    await expect(fetchText(`http://${hostname()}:9/`)).rejects.toThrow('resolves to a private address')
  })

  test('an unreachable server is reported in one sentence without internal details', async () => {
    await expect(fetchText('http://127.0.0.1:1/')).rejects.toThrow('127.0.0.1:1 cannot be read (ECONNREFUSED)')
  })
})
