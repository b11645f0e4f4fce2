import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { HttpProblem } from '../slice/problem.ts'
import type { RouteDefinition } from '../slice/route.ts'

const NONCE_BYTES = 16
/** Random bytes for the next nonces: one call for 256 of them is cheaper than 256 calls. */
let random = Buffer.alloc(0)

/** Creates a nonce per response, for the inline theme script and the style tags of styled-components. */
export const nonce: RequestHandler = (_req, res, next) => {
  if (random.length === 0) random = randomBytes(256 * NONCE_BYTES)
  res.locals.nonce = random.toString('base64', 0, NONCE_BYTES)
  random = random.subarray(NONCE_BYTES)
  next()
}

/** Placeholder for the nonce of a response. */
const NONCE = 'the-nonce-of-a-response'

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
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
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

/** Sets the security headers of every response (docs/threats.md T71). They differ by nonce only, so helmet computes them once. */
export function securityHeaders(): RequestHandler {
  const all: (readonly [name: string, parts: readonly string[]])[] = []
  const response = {
    setHeader: (name: string, value: string) => all.push([name, value.split(NONCE)]),
    removeHeader: () => undefined,
  }
  headers({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return (_req, res, next) => {
    for (const [name, parts] of all) res.setHeader(name, parts.join(res.locals.nonce))
    next()
  }
}

/** Forbids caching of API responses. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing requests of other origins (T15): by `Sec-Fetch-Site`, otherwise by `Origin`, which must be that of `publicUrl`,
 * or of the request's host if there is no `publicUrl` (T93). A request with neither header is not from a browser and passes
 * (docs/rules.md R58).
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
  if (publicOrigin !== undefined) return origin === publicOrigin
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/**
 * Refuses request bodies with a Content-Encoding on every route (T89): 102 bytes of Brotli become 16 MB before a size limit or a session
 * is checked. It must run before all middleware that reads a body.
 */
export const plainBody: RequestHandler = (req, res, next) => {
  const coding = req.headers['content-encoding'] || 'identity'
  if (coding.toLowerCase() === 'identity') return next()
  res.setHeader('Accept-Encoding', 'identity')
  throw new HttpProblem(415, 'Please send the body without a Content-Encoding')
}

/**
 * Accepts JSON bodies only: forms and plain text would bypass the browser's preflight (T15). File routes accept forms only, and routes
 * that ignore their body accept any.
 */
export function onlyJson(
  routes: readonly Pick<RouteDefinition, 'method' | 'path' | 'file' | 'ignoresBody'>[],
): RequestHandler {
  const forms = new Set(routes.filter(({ file }) => file).map(({ method, path }) => `${method} ${path}`))
  const ignoring = routes
    .filter(({ ignoresBody }) => ignoresBody)
    .map(({ method, path }) => ({ method, parts: path.split('/') }))
  return (req, _res, next) => {
    if (SAFE.has(req.method)) return next()
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
    const path = `${req.baseUrl}${req.path}`.toLowerCase().replace(/\/$/, '')
    const method = req.method.toLowerCase()
    const isForm = forms.has(`${method} ${path}`)
    const isIgnored = ignoring.some((each) => each.method === method && isPathOf(each.parts, path.split('/')))
    if (hasBody && !isIgnored && !req.is(isForm ? 'multipart/form-data' : 'application/json'))
      throw new HttpProblem(415, isForm ? 'Please send a form with a file' : 'Please send JSON')
    next()
  }
}

/** Whether the parts of a path belong to a route with these parts, such as `:token`. */
const isPathOf = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((part, index) => part.startsWith(':') || part === path[index])
