import { type RequestHandler, Router } from 'express'
import type { Registry } from 'prom-client'
import { onlyMethods } from './methods.ts'

export interface Readiness {
  /** What is missing, a line each; empty when ready. */
  missing(): Promise<readonly string[]>
}

/** `/healthz` alive, `/readyz` ready to serve, `/metrics` Prometheus text. */
export function healthRoutes(readiness: Readiness, metrics: Registry): Router {
  const router = Router()
  const plain: RequestHandler = (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    next()
  }
  router.get('/healthz', plain, (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', plain, async (_req, res) => {
    const missing = await readiness.missing()
    if (missing.length > 0) res.setHeader('Retry-After', '2')
    res.status(missing.length > 0 ? 503 : 200).json({ status: missing.length > 0 ? 'not ready' : 'ready', missing })
  })
  router.get('/metrics', plain, async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics())
  })
  router.all(['/healthz', '/readyz', '/metrics'], plain, onlyMethods(['get']))
  return router
}
