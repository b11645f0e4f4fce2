import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { whenLate } from '../kernel/late.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { SessionReader } from '../slice/sessions.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** A store that is slow or away holds no page up for longer. */
const SESSION_WAIT_MS = 500

/** No folder is redirected to itself with a slash: `/\host/..` would come back as an address that browsers read as another host. */
const NO_FOLDERS = { index: false, redirect: false }

/** The built UI: hashed assets for a year, `index.html` with this response's nonce for every page path. */
export function serveUi(directory: string, sessions: Pick<SessionReader, 'ofRequest'>): Router {
  const router = Router()
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { ...NO_FOLDERS, immutable: true, maxAge: YEAR_MS, fallthrough: false }),
  )
  const html = page(directory, sessions)
  // The file itself has no nonce in it.
  router.get('/index.html', html)
  router.use(express.static(directory, { ...NO_FOLDERS, maxAge: 3_600_000 }))
  router.use(fileThatIsNone, html)
  return router
}

/** What asks for a file and not for a page (a crawler, an older build) is not answered with one; who looks at a page sees its own 404. */
const fileThatIsNone: RequestHandler = (req, _res, next) => {
  const name = req.path.slice(req.path.lastIndexOf('/') + 1)
  if (name.includes('.') && !req.headers.accept?.includes('text/html'))
    throw new HttpProblem(404, 'There is nothing here')
  next()
}

interface Built {
  readonly mtime: number
  /** For strangers. */
  readonly none: string
  /** For those who may be signed in, by the path of the page. */
  readonly pages: ReadonlyMap<string, string>
}

function page(directory: string, sessions: Pick<SessionReader, 'ofRequest'>): RequestHandler {
  const file = join(directory, 'index.html')
  let cached: Built | undefined
  const built = (): Built => {
    try {
      const mtime = statSync(file).mtimeMs
      if (cached?.mtime === mtime) return cached
      const html = readFileSync(file, 'utf8')
      const needed = JSON.parse(readFileSync(join(directory, '.vite/pages.json'), 'utf8')) as Needed
      const maybe = (files: readonly string[]) =>
        html.replace('__SESSION__', 'maybe').replace('</head>', `${early(files)}</head>`)
      cached = {
        mtime,
        none: html.replace('__SESSION__', 'none'),
        pages: new Map(Object.entries(needed).map(([path, files]) => [path, maybe(files)])),
      }
      return cached
    } catch {
      throw new HttpProblem(503, 'The pages are not built yet: npm run build')
    }
  }
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem(404, 'There is nothing here')
    const { none, pages } = built()
    const html = (await cameAlone(sessions, req, res)) ? none : nearest(pages, req.path)
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(html.replaceAll('__CSP_NONCE__', res.locals.nonce))
  }
}

/** What the build says of the files that a page needs behind the sign-in, by its path (`ui/early.ts`). */
type Needed = Readonly<Record<string, readonly string[]>>

/** The page of a path, else the one above it; the home page is above all. */
function nearest(pages: ReadonlyMap<string, string>, path: string): string {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const html = pages.get(at)
    if (html !== undefined) return html
  }
  return pages.get('/')!
}

/** What the page asks for once its first script runs, asked for with that script: who is here, and its code. */
function early(files: readonly string[]): string {
  return [
    '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/user">',
    ...files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('')
}

/** Whether surely nobody is signed in: the page then need not ask. What cannot be told in time, the page asks for itself. */
async function cameAlone({ ofRequest }: Pick<SessionReader, 'ofRequest'>, req: Request, res: Response) {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const cancel = whenLate(SESSION_WAIT_MS, () => resolve(undefined))
  const session = await Promise.race([ofRequest(req, res), late]).catch(() => undefined)
  cancel()
  return session === null
}
