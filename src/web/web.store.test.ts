import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import express from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/support/postgres.ts'
import { leagueIds } from '../areas/leagues/events.ts'
import type { Database } from '../database/database.ts'
import { createQuotas } from '../database/quotas.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Position } from '../kernel/event.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { createIds } from '../kernel/ids.ts'
import { createMetrics } from '../kernel/metrics.ts'
import type { HeadedPage } from '../slice/headed-page.ts'
import { HttpProblem } from '../slice/problem.ts'
import { route, tagged } from '../slice/route.ts'
import { createWebApp } from './app.ts'
import { createIdempotency } from './idempotency.ts'
import { nonce } from './security.ts'
import { createHttpServer, listen, stopServing } from './server.ts'
import { serveUi } from './ui.ts'

let runs = 0
/** Milliseconds by which the clock of the server is ahead. */
let clockOffsetMs = 0
const Answer = z.object({ run: z.int(), by: z.optional(z.string()) })
const routes = tagged('Things', [
  route({
    method: 'post',
    path: '/api/things/:id',
    access: 'user',
    summary: 'Makes a thing',
    params: z.object({ id: z.int().check(z.positive()) }),
    body: z.object({ name: z.string().check(z.minLength(2, 'Two letters at least')) }),
    responses: { 201: Answer },
    problems: [409],
    async handle({ body }) {
      runs++
      if (body.name === 'taken') throw new HttpProblem(409, 'That name is taken')
      if (body.name === 'away') throw new EventLogUnavailable('away')
      if (body.name === 'fault') throw new Error('secret detail of the inside')
      return {
        status: 201,
        body: async () => ({ run: runs, by: 'p' }),
        wrote: { position: '1' as Position, types: [body.name] },
      }
    },
  }),
  route({
    method: 'get',
    path: '/api/things',
    access: 'public',
    summary: 'Finds things',
    query: z.object({
      limit: z.optional(z.int().check(z.maximum(100))),
      season: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
      sort: z.optional(z.enum(['name', 'date'])),
    }),
    responses: { 200: Answer },
    handle: async ({ query }) => ({ body: { run: query.limit ?? 0 } }),
  }),
  route({
    method: 'get',
    path: '/api/things/newest',
    access: 'public',
    summary: 'The newest thing',
    responses: { 200: Answer },
    handle: async () => ({ body: { run: 0 } }),
  }),
  route({
    method: 'put',
    path: '/api/things',
    access: 'user',
    summary: 'Sets the things',
    body: z.object({
      at: z.optional(z.iso.datetime()),
      names: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
    }),
    responses: { 204: null },
    handle: async () => ({ status: 204 }),
  }),
  route({
    method: 'post',
    path: '/api/pauses',
    access: 'user',
    summary: 'Rests',
    responses: { 204: null },
    handle: async () => ({ status: 204 }),
  }),
  route({
    method: 'get',
    path: '/api/things/now',
    access: 'user',
    summary: 'The time of the request',
    responses: { 200: z.object({ at: z.string() }) },
    handle: async ({ context }) => ({ body: { at: context.at } }),
  }),
  route({
    method: 'get',
    path: '/api/admin/things',
    access: 'admin',
    summary: 'Lists',
    responses: { 200: Answer },
    handle: async () => ({ body: { run: 0 } }),
  }),
])

/** A page with its own head: `none` does not exist, `slow` is not read in time, `away` fails. */
const headed: HeadedPage = {
  path: '/things/:name',
  async head({ name }) {
    if (name === 'slow') return new Promise<never>(() => undefined)
    if (name === 'away') throw new Error('the store is away')
    return name === 'none'
      ? null
      : { title: `Thing ${name}`, description: 'A thing', isListed: name !== 'private', reads: [] }
  },
  files: {
    'card.png': async ({ name }) => {
      if (name === 'many') throw new HttpProblem(503, 'Too many', { retryAfterSeconds: 5 })
      const isPublic = name !== 'private'
      return name === 'none' ? null : { type: 'png', bytes: Buffer.from('picture'), etag: name!, isPublic }
    },
  },
}

let database: Database & { drop(): Promise<void> }
let server: Server
let url: string
let isReadable = true
let uiDirectory: string

beforeAll(async () => {
  database = await testDatabase()
  uiDirectory = await mkdtemp(join(tmpdir(), 'plp-ui-'))
  await writeFile(
    join(uiDirectory, 'index.html'),
    '<head><title>PLP</title><meta name="plp-session" content="__SESSION__" /></head>',
  )
  await mkdir(join(uiDirectory, '.vite'))
  await mkdir(join(uiDirectory, 'assets'))
  await writeFile(
    join(uiDirectory, '.vite/pages.json'),
    JSON.stringify({
      signedIn: {
        '/': ['assets/SignedIn.js', 'assets/icons.js'],
        '/admin': ['assets/SignedIn.js', 'assets/icons.js', 'assets/AdminArea.js'],
        '/admin/fixtures': ['assets/SignedIn.js', 'assets/icons.js', 'assets/AdminArea.js', 'assets/Fixtures.js'],
        '/shared': ['assets/SharedPage.js'],
      },
      reads: { '/leagues': ['/api/things?limit=2&offset=0'] },
      strangers: { '/': ['assets/Landing.js'], '/shared': ['assets/SharedPage.js'] },
    }),
  )
  const sessions = {
    ofRequest: async ({ headers: { cookie } }: { headers: { cookie?: string } }) => {
      if (cookie === 'away') throw new Error('Connection terminated')
      if (cookie === 'hung') return new Promise<never>(() => undefined)
      if (cookie === 'slow') {
        clockOffsetMs = 3_600_000
        return { id: 2, username: 's', role: 'user' as const, sessionId: 't' }
      }
      if (cookie === 'another') return { id: 3, username: 'a', role: 'user' as const, sessionId: 'u' }
      return cookie === 'player' ? { id: 1, username: 'p', role: 'user' as const, sessionId: 's' } : null
    },
    ofCookieHeader: async () => null,
  }
  const app = createWebApp({
    routes,
    sessions,
    idempotency: createIdempotency(database),
    quotas: createQuotas(database),
    clock: { now: () => Date.now() + clockOffsetMs },
    waitFor: async (_position, types) => (types.includes('slow') ? ['play'] : []),
    checkResponses: true,
    readiness: { missing: async () => [] },
    metrics: createMetrics({ processMetrics: false }),
    metricsToken: null,
    logger: pino({ level: 'silent' }),
    sockets: (_req, _res, next) => next(),
    limits: { perAddress: 500, perUser: 60 },
    trustProxy: undefined,
    publicUrl: 'https://plp.example',
    uiDirectory,
    heads: [headed],
    isReadable: () => isReadable,
    isStopping: () => false,
  })
  server = createHttpServer(app)
  url = await listen(server, 0, '127.0.0.1')
})
afterAll(async () => {
  await stopServing(server, 100)
  await database.drop()
  await rm(uiDirectory, { recursive: true })
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { cookie: 'player', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('HTTP rules', () => {
  it('answers 401 to strangers and 403 to players on administrators’ routes, before reading the body', async () => {
    expect((await fetch(`${url}/api/things/1`, { method: 'POST' })).status).toBe(401)
    expect((await fetch(`${url}/api/admin/things`, { headers: { cookie: 'player' } })).status).toBe(403)
  })

  it('lists every wrong field of a body in a problem document', async () => {
    const res = await post('/api/things/1', { name: 'x' })
    expect(res.status).toBe(400)
    expect(res.headers.get('content-type')).toContain('application/problem+json')
    expect(await res.json()).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Two letters at least',
      errors: [{ path: 'name', message: 'Two letters at least' }],
    })
  })

  it.each([
    ['0', 400],
    ['-1', 400],
    ['abc', 400],
    ['1.5', 400],
    ['99999999999999999999', 400],
  ])('refuses the id %s', async (id, status) => {
    expect((await post(`/api/things/${id}`, { name: 'ok' })).status).toBe(status)
  })

  it('answers 400 to broken JSON, 413 to too large bodies, 415 to other types', async () => {
    expect((await post('/api/things/1', '{"name":')).status).toBe(400)
    expect((await post('/api/things/1', { name: 'x'.repeat(200_000) })).status).toBe(413)
    expect((await post('/api/things/1', 'name=ok', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  const bomb = brotliCompressSync(Buffer.alloc(16_000_000, ' '))
  it.each([
    ['POST', '/api/things/1', 'br', { cookie: 'player' }],
    ['POST', '/api/things/1', 'br', {}],
    ['POST', '/api/things/1', 'identity, br', {}],
    ['POST', '/api/things/1', 'GZIP', { origin: 'https://evil.example' }],
    ['POST', '/api/picture', 'br', { 'content-type': 'multipart/form-data; boundary=b' }],
    ['POST', '/api/nothing', 'deflate', {}],
    ['POST', '/nothing', 'zstd', {}],
    ['PUT', '/api/docs', 'br', {}],
    ['POST', '/socket.io/', 'br', {}],
    ['POST', '/healthz', 'br', {}],
  ])('T89: refuses an encoded body before anything reads it: %s %s, %s', async (method, path, coding, more) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding, ...more }
    const res = await fetch(url + path, { method, headers: headers as Record<string, string>, body: bomb })
    expect([res.status, (await res.json()).detail]).toEqual([415, 'Please send the body without a Content-Encoding'])
    expect(res.headers.get('content-type')).toContain('application/problem+json')
    expect([res.headers.get('accept-encoding'), res.headers.get('cache-control')]).toEqual(['identity', 'no-store'])
  })

  it('T89: refuses an encoded body before it has arrived', async () => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/things/1 HTTP/1.1\r\nHost: here\r\nContent-Encoding: br\r\nContent-Length: 1000000\r\n\r\nx',
    )
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(bytes.toString('latin1', 9, 12)).toBe('415')
  })

  it.each(['identity', 'Identity', ''])('accepts a body whose Content-Encoding is "%s"', async (coding) => {
    expect(
      (await post('/api/things/1', { name: 'ok' }, { cookie: 'another', 'content-encoding': coding })).status,
    ).toBe(201)
  })

  it('distinguishes conflicts, unavailable stores and faults, and reveals no internal details', async () => {
    expect((await post('/api/things/1', { name: 'taken' })).status).toBe(409)
    const away = await post('/api/things/1', { name: 'away' })
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
    const fault = await post('/api/things/1', { name: 'fault' })
    expect(fault.status).toBe(500)
    expect(await fault.text()).not.toContain('secret')
  })

  it('lists lagging projections in Plp-Pending and still reports success', async () => {
    const res = await post('/api/things/1', { name: 'slow' })
    expect([res.status, res.headers.get('plp-pending')]).toEqual([201, 'play'])
  })

  it('answers 404 as a problem on an unknown path', async () => {
    const res = await fetch(`${url}/api/nothing`)
    expect([res.status, (await res.json()).title]).toEqual([404, 'Not Found'])
  })

  it('sends the page to a browser on an unknown path; the page shows its own 404', async () => {
    const res = await fetch(`${url}/leagues/7.php`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([res.status, res.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })
})

describe('input', () => {
  const put = (body: unknown) =>
    fetch(`${url}/api/things`, {
      method: 'PUT',
      headers: { cookie: 'player', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it.each(['?nosuch=1', '?constructor=1', '?toString=1&__proto__=2', '?foo[bar]=2'])(
    'with unknown query parameters is accepted: %s',
    async (query) => {
      expect((await fetch(`${url}/api/things${query}`)).status).toBe(200)
    },
  )

  it.each([
    ['limit=abc', 'limit has to be a whole number'],
    ['limit=1.5', 'limit has to be a whole number'],
    ['limit=', 'limit has to be a whole number'],
    ['limit=1&limit=2', 'limit is given twice'],
    ['season=2024-25&season=2024-25', 'season is given twice'],
    ['limit=9007199254740991', 'limit has to be at most 100'],
    ['limit=101', 'limit has to be at most 100'],
    ['season=12', 'season is not valid'],
    ['sort=size', 'sort has to be one of name, date'],
  ])('with %s is refused with a sentence about the fault', async (query, detail) => {
    const res = await fetch(`${url}/api/things?${query}`)
    expect([res.status, (await res.json()).detail]).toEqual([400, detail])
  })

  it.each([
    [{ at: 'tomorrow' }, 'at has to be a time in UTC, like 2026-08-15T14:00:00Z'],
    [{ names: 'Ann' }, 'names has to be a list'],
    [{ names: ['Ann', 7] }, 'names.1 has to be text'],
    [{ names: ['a', 'b', 'c'] }, 'names has to have at most 2 entries'],
    [{ names: [] }, 'names has to have at least 1 entry'],
    [[], 'The request has to be an object'],
  ])('with the body %j is refused with a sentence about the fault', async (body, detail) => {
    const res = await put(body)
    expect([res.status, (await res.json()).detail]).toEqual([400, detail])
  })

  it('with a missing field is refused with its name', async () => {
    const { errors } = await (await post('/api/things/1', {})).json()
    expect(errors).toEqual([{ path: 'name', message: 'name is missing' }])
  })

  it.each(['Zero\0 name', 'half a \ud83d pair'])(
    'with text that the read tables cannot store is refused: %j',
    async (name) => {
      const before = runs
      const res = await post('/api/things/1', { name, deep: [{ name }] })
      const message = 'This text has characters that cannot be stored. Remove them'
      expect([res.status, await res.json()]).toEqual([400, expect.objectContaining({ detail: message })])
      expect(runs).toBe(before)
      expect((await put({ names: [name] })).status).toBe(400)
    },
  )

  it.each([null, [], 'names', 7, true])('of %j is refused if an optional object is expected', async (body) => {
    expect([(await put({})).status, (await put(body)).status]).toEqual([204, 400])
  })

  it('with maximum nesting is parsed and refused', async () => {
    expect((await post('/api/things/1', '['.repeat(40_000) + ']'.repeat(40_000))).status).toBe(400)
  })

  it.each([
    ['9007199254740991', 201, undefined],
    ['9007199254740992', 400, 'id has to be at most 9007199254740991'],
    ['99999999999999999999', 400, 'id has to be at most 9007199254740991'],
    ['9'.repeat(400), 400, 'id has to be a whole number'],
  ])('of an id may be at most the largest safe integer: %s', async (id, status, detail) => {
    const res = await post(`/api/things/${id}`, { name: 'far' })
    expect([res.status, (await res.json()).detail]).toEqual([status, detail])
  })

  it('for a fixed path is not matched as an id', async () => {
    expect((await fetch(`${url}/api/things/newest`)).status).toBe(200)
    const res = await post('/api/things/newest', { name: 'new' })
    expect([res.status, res.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it.each(['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs'])(
    'to a read-only path with another method is refused: %s',
    async (path) => {
      const res = await fetch(url + path, { method: 'POST' })
      expect([res.status, res.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect([res.headers.get('cache-control'), (await res.json()).title]).toEqual(['no-store', 'Method Not Allowed'])
      const options = await fetch(url + path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    },
  )

  it('with an unknown method is refused with the allowed methods', async () => {
    for (const method of ['DELETE', 'PATCH', 'POST']) {
      const res = await fetch(`${url}/api/things`, { method, headers: { cookie: 'player' } })
      expect([res.status, res.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, OPTIONS'])
      expect(await res.json()).toMatchObject({ status: 405, detail: `This address does not take ${method}` })
    }
    const options = await fetch(`${url}/api/things/1`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, 'POST, OPTIONS', ''])
    expect((await fetch(`${url}/api/things`, { method: 'HEAD' })).status).toBe(200)
  })
})

it('the time of a command is that of its receipt, even if its session is read slowly (T26)', async () => {
  const before = Date.now()
  const { at } = await (await fetch(`${url}/api/things/now`, { headers: { cookie: 'slow' } })).json()
  clockOffsetMs = 0
  expect(Date.parse(at) - before).toBeLessThan(1_800_000)
})

/** Sends bytes and returns everything received until the server closes the connection. */
const answerTo = (sent: string): Promise<string> =>
  new Promise((resolve) => {
    let received = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (data) => {
      received += data
    })
    // Received data counts, even if the connection ended with an error.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })

describe('input that is no HTTP request', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'The request could not be read'],
    [
      'headers beyond 16 kB',
      `GET /api/things HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      'The address or the headers are too long',
    ],
  ])('gets a problem response like any refused request: %s', async (_input, sent, line, detail) => {
    const [head, body] = (await answerTo(sent)).split('\r\n\r\n') as [string, string]
    expect(head.split('\r\n')[0]).toBe(line)
    expect(head).toContain('Content-Type: application/problem+json')
    for (const header of ['X-Content-Type-Options: nosniff', "frame-ancestors 'none'", 'Referrer-Policy: no-referrer'])
      expect(head).toContain(header)
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title: line.slice(13),
      status: Number(line.slice(9, 12)),
      detail,
    })
  })
})

describe('a missing file of the pages', () => {
  it.each(['/assets/of-an-older-build.js', '/favicon.ico', '/.env', '/leagues/7.php'])(
    'gets 404, neither 503 nor a page: %s',
    async (path) => {
      const res = await fetch(url + path)
      expect([res.status, (await res.json()).title]).toEqual([404, 'Not Found'])
    },
  )
})

describe('a script of the pages', () => {
  const script = 'export const text = "the whole script"'
  beforeAll(async () => {
    await writeFile(join(uiDirectory, 'assets/both.js'), script)
    await writeFile(join(uiDirectory, 'assets/both.js.br'), brotliCompressSync(script))
    await writeFile(join(uiDirectory, 'assets/plain.js'), script)
  })

  it.each([
    ['compressed by the build, if the browser accepts Brotli', 'both', 'gzip, deflate, br', 'br'],
    ['as it is to other browsers', 'both', 'gzip', null],
    ['as it is if Brotli is refused', 'both', 'br;q=0', null],
    ['as it is if the build has not compressed it', 'plain', 'br', null],
  ])('is sent %s', async (_how, name, accepted, encoding) => {
    const res = await fetch(`${url}/assets/${name}.js`, { headers: { 'accept-encoding': accepted } })
    expect([res.status, res.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(res.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(res.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(res.headers.get('vary')).toContain('Accept-Encoding')
    // `fetch` decompresses it.
    expect(await res.text()).toBe(script)
  })
})

describe('the service worker', () => {
  it('(R410) is revalidated at each use, and comes from the own origin only (T106)', async () => {
    await writeFile(join(uiDirectory, 'sw.js'), 'self.skipWaiting()')
    const { status, headers } = await fetch(`${url}/sw.js`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(headers.get('content-security-policy')).toContain("worker-src 'self'")
  })
})

describe('a folder of the pages', () => {
  it.each([
    '/assets',
    '/\\evil.test/%2e%2e',
    '/\\evil.test/%2e%2e/',
    '//evil.test/%2e%2e',
    '/%5cevil.test/%2e%2e/assets',
  ])('causes no redirect, especially not to another host: %s', async (path) => {
    const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 (200|400|403|404) /)
    expect(answer).not.toMatch(/^Location:/im)
  })
})

describe('before there are read models', () => {
  beforeAll(() => {
    isReadable = false
  })
  afterAll(() => {
    isReadable = true
  })

  it('requests get 503 with Retry-After', async () => {
    const answer = await fetch(`${url}/api/things/newest`, { headers: { cookie: 'player' } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  it('refused requests do not use up the limit of their address', async () => {
    const ask = async () => {
      const { status, body } = await fetch(`${url}/api/things`)
      await body?.cancel()
      return status
    }
    for (let n = 0; n < 60; n++) expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(503))
    isReadable = true
    expect(await ask()).toBe(200)
    isReadable = false
  })

  it('pages, health and the description are available', async () => {
    for (const path of ['/', '/healthz', '/readyz', '/api/openapi.json'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
  })
})

describe('origin check (T15)', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ origin: 'https://plp.example' }, 201],
    [{}, 201],
  ])('%o gets %i', async (headers, status) => {
    expect((await post('/api/things/1', { name: 'ok' }, headers as Record<string, string>)).status).toBe(status)
  })

  it('T93: does not accept an origin because of its Host header if PUBLIC_URL is set', async () => {
    const { port } = server.address() as AddressInfo
    expect((await post('/api/things/1', { name: 'ok' }, { origin: `http://127.0.0.1:${port}` })).status).toBe(403)
  })
})

describe('Idempotency-Key', () => {
  it('returns the first response to repeats, concurrent ones included, with one effect', async () => {
    const key = randomUUID()
    const before = runs
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        post('/api/things/1', { name: 'ok' }, { 'idempotency-key': key }).then((res) => res.text()),
      ),
    )
    expect(runs).toBe(before + 1)
    expect(new Set(answers)).toEqual(new Set([`{"run":${before + 1},"by":"p"}`]))
  })

  it('treats different notations of an address as equal', async () => {
    const key = randomUUID()
    const before = runs
    for (const path of ['/api/things/1', '/api/things/1/', '/API/Things/1', '/api/things/01'])
      expect((await post(path, { name: 'ok' }, { 'idempotency-key': key })).status).toBe(201)
    await post('/api/things/2', { name: 'ok' }, { 'idempotency-key': key })
    expect(runs).toBe(before + 2)
  })

  it('repeats a refusal with the same detail and runs again after a fault', async () => {
    const key = randomUUID()
    await post('/api/things/1', { name: 'taken' }, { 'idempotency-key': key })
    const repeat = await post('/api/things/1', { name: 'ok' }, { 'idempotency-key': key })
    expect([repeat.status, (await repeat.json()).detail]).toEqual([409, 'That name is taken'])
    const other = randomUUID()
    expect((await post('/api/things/1', { name: 'away' }, { 'idempotency-key': other })).status).toBe(503)
    expect((await post('/api/things/1', { name: 'ok' }, { 'idempotency-key': other })).status).toBe(201)
  })

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID()
    await post('/api/things/1', { name: 'ok' }, { 'idempotency-key': key })
    await database.pool.query("update app.idempotency_keys set created_at = created_at - interval '25 hours'")
    const before = runs
    await post('/api/things/1', { name: 'ok' }, { 'idempotency-key': key })
    expect(runs).toBe(before + 1)
  })

  it('and its reserved ids are deleted after 24 hours', async () => {
    const [yesterday, today] = ['2026-11-20T09:00:00.000Z', '2026-11-21T08:59:59.000Z']
    const idempotency = createIdempotency(database)
    const ids = createIds(database)
    for (const at of [yesterday, today])
      await idempotency.once({ userId: 2, key: at, target: 'post /api/leagues', at }, async (idBase) => {
        return { status: 201, body: { id: await ids.next(leagueIds, { idBase, at }) } }
      })
    await idempotency.sweep('2026-11-21T09:00:01.000Z')
    const { rows } = await database.pool.query(
      `select created_at, reserved_at from app.reserved_ids r full join app.idempotency_keys k on r.base = 'request:' || k.id
       where k.user_id = 2 or k.user_id is null`,
    )
    expect(rows).toEqual([{ created_at: today, reserved_at: today }])
  })
})

describe('headers, health and description', () => {
  it('sends the security headers with every response (T71)', async () => {
    const { headers } = await fetch(`${url}/healthz`)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[^']+'.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-powered-by')).toBeNull()
    expect((await fetch(`${url}/api/openapi.json`)).headers.get('cache-control')).toBe('no-store')
  })

  it('describes every route from its schemas', async () => {
    const description = await (await fetch(`${url}/api/openapi.json`)).json()
    const operation = description.paths['/api/things/{id}'].post
    expect(operation.requestBody.content['application/json'].schema.properties.name).toMatchObject({
      type: 'string',
      minLength: 2,
    })
    expect(Object.keys(operation.responses)).toEqual(['201', '400', '401', '403', '409', '413', '415', '429', '503'])
    expect(operation.requestBody.required).toBe(true)
    expect(operation.responses['429'].headers).toHaveProperty('Retry-After')
    expect(description.paths['/api/things'].put.requestBody.required).toBe(false)
    const page = await (await fetch(`${url}/api/docs`)).text()
    expect(page).toContain('Makes a thing')
  })

  it('describes the refusals of an unexpected body by a write without one', async () => {
    const pause = async (headers: Record<string, string>, body = '{}') => {
      const sent = { 'content-type': 'application/json', cookie: 'another', ...headers }
      return String((await fetch(`${url}/api/pauses`, { method: 'POST', headers: sent, body })).status)
    }
    const { responses } = (await (await fetch(`${url}/api/openapi.json`)).json()).paths['/api/pauses'].post
    const refused = [
      await pause({}, '{'),
      await pause({ 'idempotency-key': 'x'.repeat(300) }),
      await pause({ origin: 'https://elsewhere.example' }),
      await pause({}, JSON.stringify('x'.repeat(200_000))),
      await pause({ 'content-type': 'text/plain' }, 'please'),
    ]
    expect(refused).toEqual(['400', '400', '403', '413', '415'])
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(refused))
  })

  it('is alive, ready and measurable', async () => {
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', missing: [] })
    const { paths } = await (await fetch(`${url}/api/openapi.json`)).json()
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics']))
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('plp_http_request_seconds_bucket')
  })

  it('answers 429 with Retry-After beyond the limit of a user (T72)', async () => {
    let last: Response | undefined
    for (let i = 0; i < 61; i++) last = await fetch(`${url}/api/admin/things`, { headers: { cookie: 'player' } })
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the page', () => {
  it.each([
    ['a stranger’s', undefined, 'none'],
    ['that of a session that has ended', 'stale', 'none'],
    ['that of a session', 'player', 'maybe'],
    ['one whose session cannot be read', 'away', 'maybe'],
    ['one whose session is not read in time', 'hung', 'maybe'],
  ])('contains whether there may be a session: %s', async (_page, cookie, session) => {
    const res = await fetch(`${url}/leagues`, { headers: cookie ? { cookie } : {} })
    expect(res.status).toBe(200)
    expect(await res.text()).toContain(`<meta name="plp-session" content="${session}" />`)
  })

  it('of a session preloads the user and the code for signed-in users, a stranger’s the landing page', async () => {
    const linksOf = async (cookie: string, path = '/') =>
      [
        ...(await (await fetch(url + path, { headers: { cookie } })).text()).matchAll(
          /<link rel="(\w+)".*? href="(.*?)">/g,
        ),
      ]
        .map(([, rel, href]) => `${rel} ${href}`)
        .sort()
    expect(await linksOf('stale')).toEqual(['modulepreload /assets/Landing.js'])
    expect(await linksOf('stale', '/leagues')).toEqual(['modulepreload /assets/Landing.js'])
    expect(await linksOf('stale', '/shared/token')).toEqual(['modulepreload /assets/SharedPage.js'])
    expect(await linksOf('player', '/shared/token')).toEqual([
      'modulepreload /assets/SharedPage.js',
      'preload /api/user',
    ])
    expect(await linksOf('player')).toEqual([
      'modulepreload /assets/SignedIn.js',
      'modulepreload /assets/icons.js',
      'preload /api/user',
    ])
    const home = await linksOf('player')
    // The reads of a page belong to its address.
    expect(await linksOf('player', '/leagues')).toEqual([...home, 'preload /api/things?limit=2&amp;offset=0'].sort())
    for (const path of ['/leagues/7', '/leagues?page=2']) expect(await linksOf('player', path), path).toEqual(home)
    const admin = [...home, 'modulepreload /assets/AdminArea.js'].sort()
    for (const path of ['/admin', '/admin/', '/admin/nothing/here'])
      expect(await linksOf('player', path), path).toEqual(admin)
    for (const path of ['/admin/fixtures', '/admin/fixtures/3'])
      expect(await linksOf('player', path), path).toEqual([...admin, 'modulepreload /assets/Fixtures.js'].sort())
    for (const path of ['/administer', '/nowhere/fixtures']) expect(await linksOf('player', path), path).toEqual(home)
  })

  it('has its own head if that can be read in time, otherwise the general one', async () => {
    const of = (name: string) => fetch(`${url}/things/${name}`)
    const page = await of('one')
    expect(page.headers.get('x-robots-tag')).toBeNull()
    const html = await page.text()
    expect(html).toContain('<title>Thing one · PLP</title>')
    expect(html).toContain('<meta property="og:url" content="https://plp.example/things/one">')
    expect((await of('private')).headers.get('x-robots-tag')).toBe('noindex')
    expect((await of('none')).status).toBe(404)
    for (const name of ['slow', 'away']) {
      const page = await of(name)
      expect([name, page.status]).toEqual([name, 200])
      expect(await page.text()).toContain('<title>PLP</title>')
    }
  })

  it('has absolute addresses without PUBLIC_URL, too, because crawlers need them', async () => {
    const dependencies = {
      sessions: { ofRequest: async () => null },
      clock: systemClock,
      heads: [headed],
      publicUrl: undefined,
    }
    const other = createHttpServer(express().use(nonce, serveUi(uiDirectory, dependencies)))
    const address = await listen(other, 0, '127.0.0.1')
    const html = await (await fetch(`${address}/things/one`)).text()
    expect(html).toContain(`<meta property="og:url" content="${address}/things/one">`)
    await stopServing(other, 100)
  })

  it('T93: has additional files, cached for some time, in shared caches only if public; a refusal has Retry-After', async () => {
    const of = (name: string, headers = {}) => fetch(`${url}/things/${name}/card.png`, { headers })
    const file = await of('one')
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await file.text()).toBe('picture')
    expect((await of('private')).headers.get('cache-control')).toBe('private, max-age=300')
    expect((await of('one', { 'if-none-match': '"one"', 'cache-control': 'max-age=0' })).status).toBe(304)
    expect((await of('none')).status).toBe(404)
    const busy = await of('many')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('does not publish the build’s list of files', async () => {
    expect((await fetch(`${url}/.vite/pages.json`)).status).toBe(404)
  })

  it('is the same under the name of its file', async () => {
    const res = await fetch(`${url}/index.html`, { headers: { cookie: 'player' } })
    expect([res.status, await res.text()]).toEqual([
      200,
      await (await fetch(url, { headers: { cookie: 'player' } })).text(),
    ])
  })
})
