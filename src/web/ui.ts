import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { HttpProblem } from './problem.ts'
import type { SessionReader } from './sessions-port.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** A store that is slow or away holds no page up for longer. */
const SESSION_WAIT_MS = 500

/** The built UI: hashed assets for a year, `index.html` with this response's nonce for every page path. */
export function serveUi(directory: string, sessions: Pick<SessionReader, 'ofRequest'>): Router {
  const router = Router()
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false, fallthrough: false }),
  )
  const html = page(join(directory, 'index.html'), sessions)
  // The file itself has no nonce in it.
  router.get('/index.html', html)
  router.use(express.static(directory, { index: false, maxAge: 3_600_000 }))
  router.use(fileThatIsNone, html)
  return router
}

/** What asks for a file and not for a page (a crawler, an older build) is not answered with one; who looks at a page sees its own 404. */
const fileThatIsNone: RequestHandler = (req, _res, next) => {
  if (/\.[^/]*$/.test(req.path) && !req.headers.accept?.includes('text/html'))
    throw new HttpProblem(404, 'There is nothing here')
  next()
}

function page(file: string, sessions: Pick<SessionReader, 'ofRequest'>): RequestHandler {
  let cached: { readonly html: string; readonly mtime: number } | undefined
  const html = (): string => {
    let mtime: number
    try {
      mtime = statSync(file).mtimeMs
    } catch {
      throw new HttpProblem(503, 'The pages are not built yet: npm run build')
    }
    if (cached?.mtime !== mtime) cached = { html: readFileSync(file, 'utf8'), mtime }
    return cached.html
  }
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem(404, 'There is nothing here')
    const isStranger = await cameAlone(sessions, req, res)
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(
      html()
        .replaceAll('__CSP_NONCE__', res.locals.nonce)
        .replace('__SESSION__', isStranger ? 'none' : 'maybe'),
    )
  }
}

/** Whether surely nobody is signed in: the page then need not ask. What cannot be told in time, the page asks for itself. */
async function cameAlone({ ofRequest }: Pick<SessionReader, 'ofRequest'>, req: Request, res: Response) {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, SESSION_WAIT_MS)
  const session = await Promise.race([ofRequest(req, res), late]).catch(() => undefined)
  clearTimeout(timer)
  return session === null
}
