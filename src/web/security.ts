import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { HttpProblem } from '../slice/problem.ts'

/** One nonce a response, for the inline theme script and the style tags of styled-components. */
export const nonce: RequestHandler = (_req, res, next) => {
  res.locals.nonce = randomBytes(16).toString('base64')
  next()
}

/** Security headers of every answer (security.md T71). */
export function securityHeaders(): RequestHandler {
  const withNonce = (_req: unknown, res: unknown) => `'nonce-${(res as { locals: { nonce: string } }).locals.nonce}'`
  return helmet({
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
}

/** Answers of the API are nobody's to keep. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing requests of other origins (T15): by `Sec-Fetch-Site`, else by `Origin`. A request with neither is
 * not from a browser and passes (decisions.md).
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

/** Bodies are JSON; forms and plain text would slip past the browser's preflight (T15). */
export const onlyJson: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method)) return next()
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (hasBody && !req.is('application/json')) throw new HttpProblem(415, 'Please send JSON')
  next()
}
