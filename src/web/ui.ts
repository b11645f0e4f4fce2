import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { orTimeout } from '../kernel/timeout.ts'
import type { HeadedPage } from '../slice/headed-page.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { SessionReader } from '../slice/sessions.ts'
import { escaped } from '../slice/words.ts'
import { withHead } from './heads.ts'
import { clientOfRequest } from './limits.ts'
import { nearestPage } from './nearest-page.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** Maximum delay of a page while a store is slow or unavailable. */
const SESSION_WAIT_MS = 500
const HEAD_WAIT_MS = 1_000
/** Seconds for which sites that show a link may cache its picture; a changed picture has another address. */
const PICTURE_S = 300

/** Prevents redirects of folders to a path with a slash: `/\host/..` would result in an address that browsers read as another host. */
const NO_FOLDERS = { index: false, redirect: false }

interface UiDependencies {
  readonly sessions: Pick<SessionReader, 'ofRequest'>
  readonly clock: Clock
  /** Pages with their own title, description and preview. */
  readonly heads: readonly HeadedPage[]
  /** Public address of the site. */
  readonly publicUrl: string | undefined
}

/** Serves the built UI: hashed assets, cached for a year, and `index.html` with a nonce for every page path. */
export function serveUi(directory: string, dependencies: UiDependencies): Router {
  const router = Router()
  const { sessions, heads } = dependencies
  const assets = { ...NO_FOLDERS, immutable: true, maxAge: YEAR_MS }
  router.use(
    '/assets',
    compressedScripts(join(directory, 'assets'), assets),
    express.static(join(directory, 'assets'), { ...assets, fallthrough: false }),
  )
  const html = page(directory, sessions)
  // The file itself contains no nonce.
  router.get('/index.html', (req, res) => html(req, res))
  for (const each of heads) serveHeaded(router, each, html, dependencies)
  // Browsers ask for a new worker at each visit.
  router.use('/sw.js', (_req, res, next) => {
    res.set('Cache-Control', 'no-cache')
    next()
  })
  router.use(express.static(directory, { ...NO_FOLDERS, maxAge: 3_600_000 }))
  router.use(missingFile, (req, res) => html(req, res))
  return router
}

/** Serves the Brotli file of a script (`ui/compressed.ts`) to browsers that accept it, which saves compressing each response. */
function compressedScripts(directory: string, options: Parameters<typeof express.static>[1]): RequestHandler {
  const files = express.static(directory, options)
  return (req, res, next) => {
    if (extname(req.path) !== '.js') return next()
    res.vary('Accept-Encoding')
    if (!req.acceptsEncodings('br')) return next()
    const { url } = req
    req.url = `${req.path}.br`
    res.set({ 'Content-Encoding': 'br', 'Content-Type': 'text/javascript; charset=utf-8' })
    files(req, res, (error) => {
      req.url = url
      res.removeHeader('Content-Encoding')
      res.removeHeader('Content-Type')
      next(error)
    })
  }
}

/** Serves a page with its head, if it can be read in time, and the files that belong to it. */
function serveHeaded(
  router: Router,
  { path, head, files }: HeadedPage,
  html: SendPage,
  { clock, publicUrl }: UiDependencies,
) {
  const requestOf = (req: Request) => ({ at: isoNow(clock), client: clientOfRequest(req) })
  for (const [name, file] of Object.entries(files))
    router.get(`${path}/${name}`, async (req, res) => {
      const found = await file(req.params as Record<string, string>, requestOf(req))
      if (found === null) throw new HttpProblem(404, 'There is nothing here')
      res.set({
        'Cache-Control': `${found.isPublic ? 'public' : 'private'}, max-age=${PICTURE_S}`,
        ETag: `"${found.etag}"`,
        // Other sites embed it.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      if (req.fresh) res.status(304).end()
      else res.type(found.type).send(found.bytes)
    })
  router.get(path, async (req, res) => {
    const about = await orTimeout(
      head(req.params as Record<string, string>, requestOf(req)),
      HEAD_WAIT_MS,
      () => undefined,
    ).catch(() => undefined)
    if (about === undefined) return html(req, res)
    if (about === null) return html(req, res.status(404))
    if (!about.isListed) res.set('X-Robots-Tag', 'noindex')
    // Crawlers need absolute addresses.
    const origin = publicUrl ?? `${req.protocol}://${req.headers.host ?? 'localhost'}`
    return html(req, res, (page) => withHead(page, about, { origin, address: req.path }))
  })
}

/** Responds with 404 to a request for a file (by a crawler or an older build). A browser that opens a page gets the page's own 404. */
const missingFile: RequestHandler = (req, _res, next) => {
  const name = req.path.slice(req.path.lastIndexOf('/') + 1)
  if (name.includes('.') && !req.headers.accept?.includes('text/html'))
    throw new HttpProblem(404, 'There is nothing here')
  next()
}

interface Built {
  readonly mtime: number
  /** Markup by path of the page: without a session, and with a possible session. */
  readonly none: ReadonlyMap<string, string>
  readonly maybe: ReadonlyMap<string, string>
  /** Markup that preloads the reads of a page, by its address. */
  readonly reads: ReadonlyMap<string, string>
}

/** Sends the page of a path. `change`: an additional transformation of its markup. */
type SendPage = (req: Request, res: Response, change?: (html: string) => string) => Promise<void>

function page(directory: string, sessions: Pick<SessionReader, 'ofRequest'>): SendPage {
  const file = join(directory, 'index.html')
  let cached: Built | undefined
  const built = (): Built => {
    try {
      const mtime = statSync(file).mtimeMs
      if (cached?.mtime === mtime) return cached
      const html = readFileSync(file, 'utf8')
      const needed = JSON.parse(readFileSync(join(directory, '.vite/pages.json'), 'utf8')) as Needed
      const pages = (session: 'none' | 'maybe', byPath: FilesByPath, first: string) =>
        new Map(
          Object.entries(byPath).map(([path, files]) => [
            path,
            html.replace('__SESSION__', session).replace('</head>', `${first}${early(files)}</head>`),
          ]),
        )
      cached = {
        mtime,
        none: pages('none', needed.strangers, ''),
        maybe: pages('maybe', needed.signedIn, preload('/api/user')),
        reads: new Map(Object.entries(needed.reads).map(([path, reads]) => [path, reads.map(preload).join('')])),
      }
      return cached
    } catch {
      throw new HttpProblem(503, 'The pages are not built yet: npm run build')
    }
  }
  return async (req, res, change = (html) => html) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem(404, 'There is nothing here')
    const { none, maybe, reads } = built()
    const isStranger = await isSignedOut(sessions, req, res)
    const html = nearestPage(isStranger ? none : maybe, req.path)
    const first = (!isStranger && reads.get(req.originalUrl)) || ''
    res.setHeader('Cache-Control', 'no-store')
    res
      .type('html')
      .send(change(html.replaceAll('__CSP_NONCE__', res.locals.nonce).replace('</head>', `${first}</head>`)))
  }
}

type FilesByPath = Readonly<Record<string, readonly string[]>>

/** Files that pages need, by path, as written by the build (`ui/early.ts`). */
interface Needed {
  readonly signedIn: FilesByPath
  readonly strangers: FilesByPath
  /** Reads of the first view of signed-in readers, by the address of the page. */
  readonly reads: Readonly<Record<string, readonly string[]>>
}

/** Starts a read together with the first script. */
const preload = (read: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escaped(read)}">`

/** Preloads the code that the first script will import. */
const early = (files: readonly string[]): string =>
  files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`).join('')

/** Whether there is certainly no session, so that the page need not query it. If unknown in time, the page queries it. */
async function isSignedOut({ ofRequest }: Pick<SessionReader, 'ofRequest'>, req: Request, res: Response) {
  const session = orTimeout(ofRequest(req, res), SESSION_WAIT_MS, () => undefined)
  return (await session.catch(() => undefined)) === null
}
