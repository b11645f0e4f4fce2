import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, http, httpAll, httpPage, messageOf, onUnauthenticated } from './http.ts'
import { forgetReads, storeBy } from './storedReads.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answering(status: number, body: string, headers: Record<string, string> = {}, statusText = '') {
  const fetch = vi.fn(
    async (_path: string, _init: RequestInit) =>
      new Response(status === 204 ? null : body, { status, headers, statusText }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const failure = async (path = '/api/things') =>
  http(path).then(
    () => expect.unreachable('it failed'),
    (error: unknown) => error as ApiError,
  )

test('a call sends cookies, and JSON when there is a body', async () => {
  const fetch = answering(200, '{"a":1}')
  expect(await http('/api/things', { method: 'POST', body: { b: 2 } })).toEqual({ a: 1 })
  const [path, init] = fetch.mock.calls[0]!
  expect(path).toBe('/api/things')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"b":2}' })
  expect(init.headers).toMatchObject({ 'Content-Type': 'application/json' })
})

test('R232: a read without a response fails after a minute; a write waits for its outcome', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    if (!signal) return new Response('{"done":true}')
    const { promise, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  const read = http('/api/things')
  expect(timeout.mock.calls).toEqual([[60_000]])
  patience.abort(new DOMException('signal timed out', 'TimeoutError'))
  await expect(read).rejects.toThrow('signal timed out')
  expect(await http('/api/things', { method: 'POST' })).toEqual({ done: true })
})

test('a page of a list has the length of the whole list', async () => {
  answering(200, '[{"id":1}]', { 'Plp-Total': '146' })
  expect(await httpPage('/api/things')).toEqual({ list: [{ id: 1 }], total: 146, next: null, asOf: null })
})

test('R482: a success that is not JSON, as of a proxy, fails and does not replace the stored read', async () => {
  const stored = vi.fn()
  storeBy(stored)
  answering(200, '{"id":1}')
  await http('/api/user')
  answering(200, '<html>Sign in to the Wi-Fi</html>')
  await expect(http('/api/user')).rejects.toThrow(SyntaxError)
  expect(stored.mock.calls).toEqual([['/api/user', '{"id":1}']])
  forgetReads()
})

test('an empty success is undefined', async () => {
  answering(204, '')
  expect(await http('/api/things')).toBeUndefined()
})

test('an error message is the status, a colon, a space and the body', async () => {
  answering(409, 'taken')
  expect((await failure()).message).toBe('409: taken')
})

test('the message of an error without a body has the status text', async () => {
  answering(503, '', {}, 'Service Unavailable')
  expect((await failure()).message).toBe('503: Service Unavailable')
})

test('a problem document provides the message, the fields and the time of the next try', async () => {
  answering(429, '{"detail":"Slow down","errors":[{"path":"ip","message":"no"}]}', { 'Retry-After': '60' })
  const error = await failure()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 429,
    detail: 'Slow down',
    errors: [{ path: 'ip', message: 'no' }],
    retryAfter: 60,
  })
  expect(messageOf(error, 'else')).toBe('Slow down')
})

test('a failure without a message uses the fallback', async () => {
  answering(500, '<html>')
  expect(messageOf(await failure(), 'Failed to log out')).toBe('Failed to log out')
  expect(messageOf(new TypeError('Failed to fetch'), 'else')).toBe('else')
})

test('a 401 ends the session, except on paths where it is a regular response', async () => {
  const heard = vi.fn()
  const stop = onUnauthenticated(heard)
  answering(401, '')
  await failure('/api/user')
  await failure('/api/login')
  expect(heard).not.toHaveBeenCalled()
  await failure('/api/predictions')
  expect(heard).toHaveBeenCalledOnce()
  stop()
})

test('a paged list is read to its end, each entry once', async () => {
  const all = [1, 2, 3, 4, 5].map((id) => ({ id }))
  const fetch = vi.fn(async (path: string) => {
    const offset = Number(new URL(path, 'http://here').searchParams.get('offset'))
    // An entry was inserted at the front after the first page.
    const list = offset === 0 ? all : [{ id: 9 }, ...all]
    return new Response(JSON.stringify(list.slice(offset, offset + 2)))
  })
  vi.stubGlobal('fetch', fetch)
  expect((await httpAll<{ id: number }>('/api/things', 2, ({ id }) => id)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    '/api/things',
    '/api/things?limit=2&offset=2',
    '/api/things?limit=2&offset=4',
    '/api/things?limit=2&offset=6',
  ])
})

test('a page of a list has the cursor of the next page, the last has none', async () => {
  answering(200, '[{"id":1}]', { 'Plp-Next-Cursor': 'abc' })
  expect(await httpPage('/api/things')).toMatchObject({ list: [{ id: 1 }], next: 'abc' })
  answering(200, '[]')
  expect(await httpPage('/api/things')).toMatchObject({ list: [], next: null })
})
