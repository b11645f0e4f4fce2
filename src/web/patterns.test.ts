import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCookie } from 'cookie'
import express, { type Request } from 'express'
import { describe, expect, test } from 'vitest'
import { lockUnitOf } from '../areas/accounts/ip.ts'
import { sessionTokenOf } from '../areas/accounts/session-cookie.ts'

// Input that needs no session must not meet a pattern whose time grows faster than the input: 15,500 dots in a path once took 110 ms.
// Every pattern gets up to 100 kB of its worst inputs. If the time is noticeable, a quarter of the input shows whether it grows linearly.

const LENGTHS = [6_250, 25_000, 100_000]
/** Four times the input takes four times as long with linear growth, and sixteen times with quadratic growth. */
const MAX_GROWTH = 9
const NOTICEABLE_MS = 100

/** CPU time of this thread in milliseconds, which does not depend on other load. */
function timeOf(use: (input: string) => unknown, input: string): number {
  const began = process.threadCpuUsage()
  try {
    use(input)
  } catch {
    // An error is a valid outcome.
  }
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}

/** Returns the measurement of superlinear growth; null if the time grows linearly. */
function growthOf(use: (input: string) => unknown, inputOf: (length: number) => string): string | null {
  for (const length of LENGTHS) {
    const [input, quarter] = [inputOf(length), inputOf(length / 4)]
    for (let tries = 1; ; tries++) {
      const ms = timeOf(use, input)
      if (ms < NOTICEABLE_MS) break
      const before = timeOf(use, quarter)
      if (ms < MAX_GROWTH * before) break
      if (tries === 3)
        return `${ms.toFixed(1)} ms for ${length} characters, ${before.toFixed(1)} ms for a quarter of it`
    }
  }
  return null
}

/** Returns inputs that cause much backtracking: a repeated unit, then a character that does not match. */
function worstInputs(units: readonly string[]): ((length: number) => string)[] {
  return units.flatMap((unit) =>
    ['', '/', '\n', '\0'].map((end) => (length: number) => unit.repeat(length / unit.length) + end),
  )
}

/** Units that patterns commonly match. */
const COMMON = [
  'a',
  '0',
  ' ',
  '.',
  '/',
  '-',
  ':',
  ';',
  ',',
  '=',
  '"',
  '%',
  '[',
  '\\',
  'a.',
  ', ',
  '%4',
  '::',
  '1.',
  'a=b;',
  'q=,',
]

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A regular expression literal, in a position where an expression may start. */
const LITERAL =
  /(?<=[=(,:!&|?{}\s[]|=>)\/(?! )((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuy]*)(?=[.,;)\s\]])/g

/** Files whose patterns only process input of operators: settings, season files, stores. */
const OF_OPERATORS = /^src\/(settings|main|areas\/fixtures\/(sources\/|clubs)|event-log\/|kernel\/outbound)/

const patterns = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OF_OPERATORS.test(file))
  .flatMap((file) => {
    const code = readFileSync(path.join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')
    return [...code.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({ file, source, flags }))
  })

test('the patterns of the code are found', () => {
  const found = patterns.map(({ source }) => source)
  // One example of each notation.
  for (const source of ['^[A-Za-z0-9_.-]{3,30}$', '^[\\w-]{8,64}$', '^\\d+$', '[^\\p{L}\\p{N}]'])
    expect(found).toContain(source)
})

test('the measurement detects quadratic growth', () => {
  const dotsOf = (length: number) => '.'.repeat(length)
  // Counted here, as a process that has compiled many patterns only interprets further ones, twenty times slower.
  const quadratic = (input: string) => {
    let dots = 0
    for (let from = 0; from < input.length; from++)
      for (let at = from; at < input.length; at++) if (input.charCodeAt(at) === 46) dots++
    return dots
  }
  expect(growthOf(quadratic, dotsOf)).toContain('for a quarter of it')
  expect(growthOf((input) => input.endsWith('x'), dotsOf)).toBeNull()
})

test.each(patterns)('$file: /$source/', ({ source, flags }) => {
  const literals = [...source.replace(/\\[a-zA-Z]/g, '')].filter((character) => /[^()[\]{}*+?^$|\\]/.test(character))
  const pairs = literals.slice(0, 6).flatMap((one) => literals.slice(0, 6).map((other) => one + other))
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''))
  for (const inputOf of worstInputs([...new Set([...literals, ...pairs, ...COMMON])]))
    expect(
      growthOf((input) => pattern.test(input), inputOf),
      JSON.stringify(inputOf(12)),
    ).toBeNull()
})

describe('parts of a request that are read before the session', () => {
  const app = express()
  app.set('trust proxy', ['loopback'])

  /** Creates a request as Express does, without the HTTP server, which refuses headers of this length. */
  function requestWith(headers: Record<string, string>, url = '/'): Request {
    return Object.assign(Object.create(express.request), {
      app,
      url,
      method: 'GET',
      headers,
      res: { statusCode: 200, get: () => undefined },
      socket: { remoteAddress: '127.0.0.1' },
      connection: { remoteAddress: '127.0.0.1' },
    }) as Request
  }

  const readings: Readonly<Record<string, (input: string) => unknown>> = {
    'the client behind proxies': (input) => requestWith({ 'x-forwarded-for': input }).ip,
    'the unit of a client': lockUnitOf,
    'the protocol behind proxies': (input) => requestWith({ 'x-forwarded-proto': input }).protocol,
    cookies: parseCookie,
    'the session’s cookie': (input) => sessionTokenOf(`plp_session=${input}`),
    'the query': (input) => requestWith({}, `/?${input}`).query,
    'the path': (input) => requestWith({}, `/${input}`).path,
    'the type of a body': (input) =>
      requestWith({ 'content-type': input, 'transfer-encoding': 'chunked' }).is('application/json'),
    'accepted types': (input) => requestWith({ accept: input }).accepts('html'),
    encodings: (input) => requestWith({ 'accept-encoding': input }).acceptsEncodings('gzip'),
    freshness: (input) => requestWith({ 'if-none-match': input, 'cache-control': input }).fresh,
    'a range': (input) => requestWith({ range: `bytes=${input}` }).range(1_000),
  }

  test.each(Object.entries(readings))('%s', (_name, use) => {
    for (const inputOf of worstInputs(COMMON)) expect(growthOf(use, inputOf), JSON.stringify(inputOf(12))).toBeNull()
  })

  test('the address of a route', async () => {
    const router = express.Router()
    router.get('/api/things/:id/parts/:part', (_req, res) => void res.end())
    router.get('/api/leagues/:id', (_req, res) => void res.end())
    const routed = (input: string) => {
      const req = requestWith({}, `/api/things/${input}`)
      router(req, {} as never, () => undefined)
    }
    for (const inputOf of worstInputs(COMMON)) expect(growthOf(routed, inputOf), JSON.stringify(inputOf(12))).toBeNull()
  })
})
