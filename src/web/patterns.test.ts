import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCookie } from 'cookie'
import express, { type Request } from 'express'
import { describe, expect, test } from 'vitest'
import { lockUnitOf } from '../areas/accounts/ip.ts'
import { sessionTokenOf } from '../areas/accounts/session-cookie.ts'

// What anybody can send without a session meets no pattern whose time grows faster than the input: 15,500 dots in a path once cost
// 110 ms. Every pattern gets up to 100 kB of what it likes least. Where it takes any time to speak of, a quarter of the input tells
// whether the time grows with its length or faster.

const LENGTHS = [6_250, 12_500, 25_000, 50_000, 100_000]
/** Four times the input is four times the time; for a pattern that looks again from every place sixteen times. */
const MOST_GROWTH = 9
const NOTICEABLE_MS = 100

/** Milliseconds that this thread was at it: on a busy machine others are, too. */
function timeOf(use: (input: string) => unknown, input: string): number {
  const began = process.threadCpuUsage()
  try {
    use(input)
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}

/** null: the time grows with the input; else what was measured. */
function growthOf(use: (input: string) => unknown, inputOf: (length: number) => string): string | null {
  for (const length of LENGTHS) {
    const [input, quarter] = [inputOf(length), inputOf(length / 4)]
    for (let tries = 1; ; tries++) {
      const ms = timeOf(use, input)
      if (ms < NOTICEABLE_MS) break
      const before = timeOf(use, quarter)
      if (ms < MOST_GROWTH * before) break
      if (tries === 3)
        return `${ms.toFixed(1)} ms for ${length} characters, ${before.toFixed(1)} ms for a quarter of it`
    }
  }
  return null
}

/** Inputs that make a pattern try for long: the same again and again, then something that does not fit. */
function worstInputs(units: readonly string[]): ((length: number) => string)[] {
  return units.flatMap((unit) =>
    ['', '/', '\n', '\0'].map((end) => (length: number) => unit.repeat(length / unit.length) + end),
  )
}

/** One of each kind that a pattern can ask for. */
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
/** A literal, where an expression may stand before it. */
const LITERAL =
  /(?<=[=(,:!&|?{}\s[]|=>)\/(?! )((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuy]*)(?=[.,;)\s\]])/g

/** Areas whose patterns only ever meet what operators give: settings, files of seasons, stores. */
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
  // One of each way of writing them down.
  for (const source of ['^[A-Za-z0-9_.-]{3,30}$', '^[\\w-]{8,64}$', '^\\d+$', '[^\\p{L}\\p{N}]'])
    expect(found).toContain(source)
})

test('the measurement sees what it is for', () => {
  expect(
    growthOf(
      (input) => /\.[^/]*$/.test(input),
      (length) => `${'.'.repeat(length)}/`,
    ),
  ).not.toBeNull()
  expect(
    growthOf(
      (input) => input.endsWith('x'),
      (length) => '.'.repeat(length),
    ),
  ).toBeNull()
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

describe('what is read of a request before anybody knows who sends it', () => {
  const app = express()
  app.set('trust proxy', ['loopback'])

  /** A request as Express makes it, without the server in front of it, which takes no headers of this length. */
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
    'what is accepted': (input) => requestWith({ accept: input }).accepts('html'),
    encodings: (input) => requestWith({ 'accept-encoding': input }).acceptsEncodings('gzip'),
    'what is fresh': (input) => requestWith({ 'if-none-match': input, 'cache-control': input }).fresh,
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
