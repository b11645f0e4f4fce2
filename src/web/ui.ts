import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { sessionTokenOf } from '../accounts/session-cookie.ts'
import { HttpProblem } from './problem.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** The built UI: hashed assets for a year, `index.html` with this response's nonce for every page path. */
export function serveUi(directory: string): Router {
  const router = Router()
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false, fallthrough: false }),
  )
  router.use(express.static(directory, { index: false, maxAge: 3_600_000 }))
  router.use(page(join(directory, 'index.html')))
  return router
}

function page(file: string): RequestHandler {
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
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem(404, 'There is nothing here')
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(
      html()
        .replaceAll('__CSP_NONCE__', res.locals.nonce)
        .replace('__SESSION__', sessionTokenOf(req.headers.cookie, req.secure) === null ? 'none' : 'maybe'),
    )
  }
}
