import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Metrics } from '../kernel/metrics.ts'
import type { HeadedPage } from '../slice/headed-page.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { RouteDefinition } from '../slice/route.ts'
import { docsPage } from './docs-page.ts'
import { healthRoutes, type Readiness } from './health.ts'
import { createRequestLimiter, type RequestLimits, trustProxies } from './limits.ts'
import { onlyMethods } from './methods.ts'
import { type MountDependencies, mountRoutes, requestId } from './mount.ts'
import { openApiOf } from './openapi.ts'
import { notFound, problemHandler } from './problems.ts'
import { nonce, noStore, onlyJson, originCheck, plainBody, securityHeaders } from './security.ts'
import { serveUi } from './ui.ts'

interface WebAppDependencies extends Omit<MountDependencies, 'limitUser'> {
  readonly routes: readonly RouteDefinition[]
  readonly readiness: Pick<Readiness, 'missing'>
  readonly metrics: Metrics
  /** Who knows it reads the metrics from another machine; null: nobody does. */
  readonly metricsToken: string | null
  readonly logger: Logger
  readonly limits: RequestLimits
  /** What answers below `/socket.io`. */
  readonly sockets: RequestHandler
  /** Express's `trust proxy` value; undefined: the peer is the client. */
  readonly trustProxy: string | readonly string[] | number | boolean | undefined
  /** The only origin that may write, and the beginning of links to pages; undefined: any host by which the game is reached. */
  readonly publicUrl: string | undefined
  readonly uiDirectory: string
  readonly heads: readonly HeadedPage[]
  /** False until there is something to read: at the first start of all, while the event store is away. */
  isReadable(): boolean
  /** True once a stop was asked for; open connections are then closed after their answer. */
  isStopping(): boolean
}

const MAX_BODY = '100kb'

/** The Express app: headers, limits, origin check, health, the API of all routes, its description, the pages. */
export function createWebApp(dependencies: WebAppDependencies): Express {
  const { routes, logger, publicUrl } = dependencies
  const limiter = createRequestLimiter(dependencies.limits)
  const description = openApiOf(routes)
  // Once: it is large, and anybody may ask for it.
  const written = Buffer.from(JSON.stringify(description))
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  if (dependencies.trustProxy !== undefined) trustProxies(app, dependencies.trustProxy)

  app.use(requestId, nonce, securityHeaders(), closing(dependencies), observed(dependencies.metrics, logger), plainBody)
  const { readiness, isStopping, metrics, metricsToken, trustProxy } = dependencies
  app.use(
    healthRoutes({
      readiness: { isStopping, missing: () => readiness.missing() },
      metrics: metrics.registry,
      metricsToken,
      isBehindProxy: trustProxy !== undefined,
    }),
  )
  app.use(compression({ threshold: 2_048 }))
  app.use(
    '/api',
    noStore,
    dated(dependencies),
    // Before the limit: requests that cannot be answered yet must not use it up.
    readable(dependencies),
    limiter.address,
    originCheck(publicUrl),
    onlyJson(routes),
    express.json({ limit: MAX_BODY, strict: false, inflate: false }),
  )
  app.get('/api/openapi.json', (_req, res) => {
    res.type('json').send(written)
  })
  app.get('/api/docs', (_req, res) => {
    res.type('html').send(docsPage(routes, description, res.locals.nonce))
  })
  app.all(DESCRIPTION, onlyMethods(['get']))
  app.use(mountRoutes(routes, { ...dependencies, limitUser: limiter.user }))
  app.use('/api', notFound)
  app.use('/socket.io', noStore, readable(dependencies), limiter.address, dependencies.sockets)
  app.use(limiter.page, serveUi(dependencies.uiDirectory, dependencies))
  app.use(problemHandler(logger))
  return app
}

/** The pages go by the server's clock, which they read from here: the same one that closes predictions. */
const dated =
  ({ clock }: WebAppDependencies): RequestHandler =>
  (_req, res, next) => {
    res.setHeader('Date', new Date(clock.now()).toUTCString())
    next()
  }

/** Paths of the description, which needs no read models. */
const DESCRIPTION = ['/api/openapi.json', '/api/docs']

/** Answers 503 until there are read models to query. */
const readable =
  ({ isReadable }: WebAppDependencies): RequestHandler =>
  ({ baseUrl, path }, _res, next) => {
    if (!isReadable() && !DESCRIPTION.includes(baseUrl + path))
      throw new HttpProblem(503, 'The game is being prepared. Please try again in a moment.', { retryAfterSeconds: 2 })
    next()
  }

const closing =
  ({ isStopping }: WebAppDependencies): RequestHandler =>
  (_req, res, next) => {
    if (isStopping()) res.setHeader('Connection', 'close')
    next()
  }

/** Request times by route and status for Prometheus, a log line a request, and one an operator sees for what administrators do. */
function observed({ requestSeconds: seconds }: Metrics, logger: Logger): RequestHandler {
  return (req, res, next) => {
    const began = process.hrtime.bigint()
    res.on('finish', () => {
      const took = Number(process.hrtime.bigint() - began) / 1e9
      const route = req.route?.path ?? (req.path.startsWith('/api') ? 'unknown' : 'page')
      seconds.observe({ method: req.method, route, status: res.statusCode }, took)
      logger.debug(
        {
          requestId: res.locals.requestId,
          method: req.method,
          route,
          status: res.statusCode,
          ms: Math.round(took * 1000),
        },
        'request',
      )
      const { administrator, requestId } = res.locals
      if (administrator !== undefined)
        logger.info(
          { administrator, method: req.method, path: req.path, status: res.statusCode, requestId },
          'an administrator acted',
        )
    })
    next()
  }
}
