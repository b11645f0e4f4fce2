import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { HttpProblem } from '../slice/problem.ts'
import type { RouteDefinition } from '../slice/route.ts'

const NONCE_BYTES = 16
let drawn = Buffer.alloc(0)

/** 128 random bits. They are drawn for some hundreds of answers at once, as each draw costs the same. */
function drawNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(256 * NONCE_BYTES)
  const nonce = drawn.toString('base64', 0, NONCE_BYTES)
  drawn = drawn.subarray(NONCE_BYTES)
  return nonce
}

/** One nonce a response, for the inline theme script and the style tags of styled-components. */
export const nonce: RequestHandler = (_req, res, next) => {
  res.locals.nonce = drawNonce()
  next()
}

/** Stands for the nonce of an answer. */
const NONCE = 'the-nonce-of-an-answer'

const withNonce = `'nonce-${NONCE}'`
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", withNonce],
      styleSrc: ["'self'", withNonce],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: { maxAge: 31_536_000 },
  referrerPolicy: { policy: 'no-referrer' },
  // Wallet pop-ups need their opener.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
})

/** Security headers of every answer (docs/threats.md T71). They differ by their nonce alone, so helmet is asked for them once. */
export function securityHeaders(): RequestHandler {
  const all: (readonly [name: string, parts: readonly string[]])[] = []
  const asked = {
    setHeader: (name: string, value: string) => all.push([name, value.split(NONCE)]),
    removeHeader: () => undefined,
  }
  headers({} as IncomingMessage, asked as unknown as ServerResponse, () => undefined)
  return (_req, res, next) => {
    for (const [name, parts] of all) res.setHeader(name, parts.join(res.locals.nonce))
    next()
  }
}

/** Answers of the API are nobody's to keep. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing requests of other origins (T15): by `Sec-Fetch-Site`, else by `Origin`. A request with neither is
 * not from a browser and passes (docs/rules.md R58).
 */
export function originCheck(publicUrl: string | undefined): RequestHandler {
  const publicOrigin = publicUrl ? new URL(publicUrl).origin : undefined
  return (req, _res, next) => {
    if (SAFE.has(req.method)) return next()
    if (!isOwnOrigin(req.headers['sec-fetch-site'], req.headers.origin, req.headers.host, publicOrigin))
      throw new HttpProblem(403, 'This request came from another site')
    next()
  }
}

/** The rule of `originCheck`, shared with the socket handshake. */
export function isOwnOrigin(
  fetchSite: string | string[] | undefined,
  origin: string | undefined,
  host: string | undefined,
  publicOrigin: string | undefined,
): boolean {
  if (typeof fetchSite === 'string') return fetchSite === 'same-origin' || fetchSite === 'none'
  if (origin === undefined) return true
  if (origin === publicOrigin) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/** Bodies are JSON; forms and plain text would slip past the browser's preflight (T15). Routes that take a file take a form, and nothing else. */
export function onlyJson(routes: readonly Pick<RouteDefinition, 'method' | 'path' | 'file'>[]): RequestHandler {
  const forms = new Set(routes.filter(({ file }) => file).map(({ method, path }) => `${method} ${path}`))
  return (req, _res, next) => {
    if (SAFE.has(req.method)) return next()
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
    const isForm = forms.has(`${req.method} ${req.baseUrl}${req.path}`.toLowerCase().replace(/\/$/, ''))
    if (hasBody && !req.is(isForm ? 'multipart/form-data' : 'application/json'))
      throw new HttpProblem(415, isForm ? 'Please send a form with a file' : 'Please send JSON')
    next()
  }
}
