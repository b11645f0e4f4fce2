import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { orTimeout } from '../kernel/timeout.ts'
import type { HeadedPage } from '../slice/headed-page.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { SessionReader } from '../slice/sessions.ts'
import { withHead } from './heads.ts'
import { clientOfRequest } from './limits.ts'
import { nearestPage } from './nearest-page.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** A store that is slow or away holds no page up for longer. */
const SESSION_WAIT_MS = 500
const HEAD_WAIT_MS = 1_000
/** How long those who show a link may keep its picture; a changed one has another address. */
const PICTURE_S = 300

/** No folder is redirected to itself with a slash: `/\host/..` would come back as an address that browsers read as another host. */
const NO_FOLDERS = { index: false, redirect: false }

export interface UiDependencies {
  readonly sessions: Pick<SessionReader, 'ofRequest'>
  readonly clock: Clock
  /** Pages whose head says what they are about. */
  readonly heads: readonly HeadedPage[]
  /** The site's address as others see it. */
  readonly publicUrl: string | undefined
}

/** The built UI: hashed assets for a year, `index.html` with this response's nonce for every page path. */
export function serveUi(directory: string, dependencies: UiDependencies): Router {
  const router = Router()
  const { sessions, heads } = dependencies
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { ...NO_FOLDERS, immutable: true, maxAge: YEAR_MS, fallthrough: false }),
  )
  const html = page(directory, sessions)
  // The file itself has no nonce in it.
  router.get('/index.html', (req, res) => html(req, res))
  for (const each of heads) serveHeaded(router, each, html, dependencies)
  router.use(express.static(directory, { ...NO_FOLDERS, maxAge: 3_600_000 }))
  router.use(fileThatIsNone, (req, res) => html(req, res))
  return router
}

/** The page, with a head that says what it is about where that can be told in time, and the files beside it. */
function serveHeaded(
  router: Router,
  { path, head, files }: HeadedPage,
  html: SendPage,
  { clock, publicUrl = '' }: UiDependencies,
) {
  for (const [name, file] of Object.entries(files))
    router.get(`${path}/${name}`, async (req, res) => {
      const asked = { at: isoNow(clock), client: clientOfRequest(req) }
      const found = await file(req.params as Record<string, string>, asked)
      if (found === null) throw new HttpProblem(404, 'There is nothing here')
      res.set({
        'Cache-Control': `${found.isPublic ? 'public' : 'private'}, max-age=${PICTURE_S}`,
        ETag: `"${found.etag}"`,
        // It is there to be shown on the pages of others.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      if (req.fresh) res.status(304).end()
      else res.type(found.type).send(found.bytes)
    })
  router.get(path, async (req, res) => {
    const about = await orTimeout(
      head(req.params as Record<string, string>, isoNow(clock)),
      HEAD_WAIT_MS,
      () => undefined,
    ).catch(() => undefined)
    if (about === undefined) return html(req, res)
    if (about === null) return html(req, res.status(404))
    if (!about.isListed) res.set('X-Robots-Tag', 'noindex')
    return html(req, res, (page) => withHead(page, about, { origin: publicUrl, address: req.path }))
  })
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
  /** By the path of the page: for strangers, and for those who may be signed in. */
  readonly none: ReadonlyMap<string, string>
  readonly maybe: ReadonlyMap<string, string>
}

/** Sends the page of a path. `change`: what else is done to its markup. */
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
        maybe: pages('maybe', needed.signedIn, WHO_IS_HERE),
      }
      return cached
    } catch {
      throw new HttpProblem(503, 'The pages are not built yet: npm run build')
    }
  }
  return async (req, res, change = (html) => html) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem(404, 'There is nothing here')
    const { none, maybe } = built()
    const html = nearestPage((await cameAlone(sessions, req, res)) ? none : maybe, req.path)
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(change(html.replaceAll('__CSP_NONCE__', res.locals.nonce)))
  }
}

type FilesByPath = Readonly<Record<string, readonly string[]>>

/** What the build says of the files that pages need, by their paths (`ui/early.ts`). */
interface Needed {
  readonly signedIn: FilesByPath
  readonly strangers: FilesByPath
}

/** The read of who is here, asked for with the first script. */
const WHO_IS_HERE = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/user">'

/** The code that the page asks for once its first script runs, asked for with that script. */
const early = (files: readonly string[]): string =>
  files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`).join('')

/** Whether surely nobody is signed in: the page then need not ask. What cannot be told in time, the page asks for itself. */
async function cameAlone({ ofRequest }: Pick<SessionReader, 'ofRequest'>, req: Request, res: Response) {
  const session = orTimeout(ofRequest(req, res), SESSION_WAIT_MS, () => undefined)
  return (await session.catch(() => undefined)) === null
}
