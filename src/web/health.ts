import { isIP } from 'node:net'
import { type Request, type RequestHandler, Router } from 'express'
import type { Registry } from 'prom-client'
import { createCache } from '../kernel/cache.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { HttpProblem } from '../slice/problem.ts'
import { onlyMethods } from './methods.ts'

/** Milliseconds for which all requests share one measurement of readiness or metrics. */
const SHARED_MS = 1_000

export interface Readiness {
  /** True after a stop was requested. Reported at once, even with a fresh measurement. */
  isStopping(): boolean
  /** Unmet conditions, one line each; empty when ready. */
  missing(): Promise<readonly string[]>
}

interface HealthDependencies {
  readonly readiness: Readiness
  readonly metrics: Registry
  /** Token that a scraper sends as `Authorization: Bearer …`; null: only programs of this machine have access. */
  readonly metricsToken: string | null
  /** True if requests come through proxies: a peer on this machine is then a proxy and not the client. */
  readonly isBehindProxy: boolean
}

/** Routes of `/healthz` (the process is alive), `/readyz` (the node is ready) and `/metrics` (Prometheus text). */
export function healthRoutes({ readiness, metrics, ...access }: HealthDependencies): Router {
  const router = Router()
  const plain: RequestHandler = (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    next()
  }
  const measured = createCache({ max: 2, ttlMs: SHARED_MS })
  const missing = async () =>
    readiness.isStopping() ? ['the node is stopping'] : measured.get('readiness', '', () => readiness.missing())
  const text = () => measured.get('metrics', '', () => metrics.metrics())
  router.get('/healthz', plain, (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', plain, async (_req, res) => {
    const lines = await missing()
    if (lines.length > 0) res.setHeader('Retry-After', '2')
    res.status(lines.length > 0 ? 503 : 200).json({ status: lines.length > 0 ? 'not ready' : 'ready', missing: lines })
  })
  router.get('/metrics', plain, onlyScrapers(access), async (_req, res) => {
    res.type(metrics.contentType).send(await text())
  })
  router.all(['/healthz', '/readyz', '/metrics'], plain, onlyMethods(['get']))
  return router
}

/** Allows programs of this machine, and clients with the token. */
function onlyScrapers({
  metricsToken,
  isBehindProxy,
}: Omit<HealthDependencies, 'readiness' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    if (!isBehindProxy && isOfThisMachine(req)) return next()
    if (metricsToken !== null && isSameSecret(req.headers.authorization ?? '', `Bearer ${metricsToken}`)) return next()
    res.setHeader('WWW-Authenticate', 'Bearer')
    throw new HttpProblem(401, 'Metrics are for programs of this machine, and for those with the METRICS_TOKEN')
  }
}

/** Headers of proxies: a request with one of them comes from another machine, even if its peer is local. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

function isOfThisMachine({ socket, headers }: Request): boolean {
  const peer = socket.remoteAddress ?? ''
  const isLoopback = peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.')) || peer.startsWith('::ffff:127.')
  return isLoopback && OF_PROXIES.every((name) => headers[name] === undefined)
}
