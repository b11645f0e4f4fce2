import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseConnection } from './connection.ts'

const SECRET = 'hunter2-of-the-store'
const written: string[] = []

beforeEach(() => {
  written.length = 0
  const note = (...parts: unknown[]) => void written.push(parts.map((part) => inspect(part)).join(' '))
  for (const method of ['warn', 'error', 'log', 'info', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(note)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const open = (url: string) => parseConnection(url).open(0)

test.each([
  'kurrentdb://localhost:2113?tls=false',
  'kurrentdb+discover://cluster.example:2113?tls=false',
  'esdb://a:1,b:2,c:3/?tls=false',
  'esdb://one?tls=false&tlsVerifyCert=false',
  'esdb://one?tls=false&keep_alive_interval=20000&nodePreference=follower',
  `esdb://ada:${SECRET}@host:2113`,
])('%s is opened without warnings', (url) => {
  open(url)
  expect(written).toEqual([])
})

test('calls have the decoded credentials of the address, which cannot be printed', () => {
  const { credentials } = parseConnection('esdb://ada:p%40ss@host:2113')
  expect([credentials.username, credentials.password]).toEqual(['ada', 'p@ss'])
  expect(inspect({ options: { credentials } }) + JSON.stringify(credentials)).not.toContain('p@ss')
  // The client sends none to an insecure server, but without any it shares one stream between all appends.
  expect(parseConnection('esdb://host:2113?tls=false').credentials).toBeTruthy()
})

test.each([
  ['tlsVerifyCert=false', /tlsVerifyCert=false has no effect; name .* tlsCAFile/],
  ['tls=maybe', /expected true or false/],
  ['sslVerify=no', /options is unknown/],
  ['keepAliveInterval=often', /expected Integer/],
  ['tlsCAFile=/nowhere/ca.crt', /certificate file.*not found/i],
])('T94: %s is refused in one sentence that does not repeat the password', (option, sentence) => {
  const url = `esdb://ada:${SECRET}@host:2113?${option}`
  expect(() => open(url)).toThrow(sentence)
  let message = ''
  try {
    open(url)
  } catch (error) {
    message = inspect(error)
  }
  expect(message).not.toContain(SECRET)
  expect((message.match(/TypeError: .*/) as RegExpMatchArray)[0]).not.toContain('@')
  expect(written).toEqual([])
})

test.each([
  `http://ada:${SECRET}@host:2113`,
  `esdb://ada:${SECRET}@more@host:2113`,
  `esdb://ada:${SECRET}/x@host:2113`,
  `esdb://ada:${SECRET}`,
  `esdb://ada:%zz${SECRET}@host:2113`,
  `esdb://ada:${SECRET}@host:port?tls=false`,
])('T94: an address that is none is not repeated', (url) => {
  expect(() => open(url)).toThrow(TypeError)
  try {
    open(url)
  } catch (error) {
    expect(inspect(error)).not.toContain(SECRET)
  }
})

test('TLS without user and password is a bad setting', () => {
  expect(() => parseConnection('esdb://host:2113')).toThrow(/user and password/)
})
