import { createServer, type Server } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpProblem } from '../slice/problem.ts'
import { clientOfRequest, createRequestLimiter, trustProxies } from './limits.ts'
import { listen, stopServing } from './server.ts'

let server: Server
let url: string

beforeAll(async () => {
  const app = express()
  trustProxies(app, 'loopback, 10.0.0.0/8')
  app.use(createRequestLimiter({ perAddress: 3, perUser: 3 }).address, (req, res) => res.send(clientOfRequest(req)))
  app.use(((error, _req, res, _next) => {
    const { status, retryAfterSeconds } = error as HttpProblem
    res.status(error instanceof HttpProblem ? status : 500).send(String(retryAfterSeconds))
  }) satisfies express.ErrorRequestHandler)
  server = createServer(app)
  url = await listen(server, 0, '127.0.0.1')
})
afterAll(() => stopServing(server, 100))

/** Sends a request through proxies with this `X-Forwarded-For` and returns the response. */
async function from(forwarded: string, path = '/') {
  const res = await fetch(url + path, { headers: { 'x-forwarded-for': forwarded } })
  return { status: res.status, text: await res.text() }
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.2:51234', '192.0.2.2'],
  ['[2001:db8:1:1::7]:51234', '2001:db8:1:1::/64'],
  ['192.0.2.3:51234, 10.1.2.3:443, 10.1.2.4', '192.0.2.3'],
  ['192.0.2.66, 192.0.2.4:51234, 10.1.2.3:443', '192.0.2.4'],
])('the client behind %s is %s', async (forwarded, client) => {
  expect(await from(forwarded)).toEqual({ status: 200, text: client })
})

test.each([
  ['one /64', (n: number) => `2001:db8:1:2::${n}`, '2001:db8:1:3::1'],
  ['one address with many ports', (n: number) => `192.0.2.9:${5_000 + n}`, '192.0.2.10:5000'],
  ['IPv4 in IPv6 and without it', (n: number) => `${n % 2 ? '::ffff:' : ''}192.0.2.11`, '192.0.2.12'],
  ['all unreadable addresses', (n: number) => `_hidden${n}`, '192.0.2.13'],
])('the limit of requests counts as one client: %s', async (_what, address, other) => {
  for (let n = 1; n <= 3; n++) expect((await from(address(n))).status).toBe(200)
  expect(await from(address(4))).toEqual({ status: 429, text: '300' })
  expect((await from(other)).status).toBe(200)
})

test('avatars count as files of pages, not as API requests', async () => {
  for (let n = 1; n <= 3; n++) expect((await from('192.0.2.20', '/avatars/one.webp')).status).toBe(200)
  expect((await from('192.0.2.20', '/avatars/one.webp')).status).toBe(429)
  expect((await from('192.0.2.20')).status).toBe(200)
})
