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
  /** Bearer token for reading metrics from another machine; null: only programs of this machine have access. */
  readonly metricsToken: string | null
  readonly logger: Logger
  readonly limits: RequestLimits
  /** Handler of `/socket.io`. */
  readonly sockets: RequestHandler
  /** Express's `trust proxy` value; undefined: the peer is the client. */
  readonly trustProxy: string | readonly string[] | number | boolean | undefined
  /** The only origin that may write, and the base of links to pages; undefined: the host of each request. */
  readonly publicUrl: string | undefined
  readonly uiDirectory: string
  readonly heads: readonly HeadedPage[]
  /** False until there are read models: at the very first start, and while the event store is unavailable then. */
  isReadable(): boolean
  /** True after a stop was requested; open connections are then closed after their response. */
  isStopping(): boolean
}

const MAX_BODY = '100kb'

/** Creates the Express app: headers, limits, origin check, health, the API of all routes, its description and the pages. */
export function createWebApp(dependencies: WebAppDependencies): Express {
  const { routes, logger, publicUrl } = dependencies
  const limiter = createRequestLimiter(dependencies.limits)
  const description = createDescription(routes)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  if (dependencies.trustProxy !== undefined) trustProxies(app, dependencies.trustProxy)

  app.use(
    inOrder(
      ...[requestId, nonce, securityHeaders(), closing(dependencies), observed(dependencies.metrics, logger)],
      plainBody,
    ),
  )
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
    CALLS,
    inOrder(
      noStore,
      dated(dependencies),
      // Before the limiter: refused requests must not use up the limit.
      readable(dependencies),
      limiter.address,
      originCheck(publicUrl),
      onlyJson(routes),
      express.json({ limit: MAX_BODY, strict: false, inflate: false }),
    ),
  )
  app.use(mountRoutes(routes, { ...dependencies, limitUser: limiter.user }))
  app.get('/api/openapi.json', (_req, res) => {
    res.type('json').send(description().serialised)
  })
  app.get('/api/docs', (_req, res) => {
    res.type('html').send(docsPage(routes, description().openApi, res.locals.nonce))
  })
  app.all(DESCRIPTION, onlyMethods(['get']))
  app.use(CALLS, notFound)
  app.use('/socket.io', noStore, readable(dependencies), limiter.address, dependencies.sockets)
  app.use(limiter.page, serveUi(dependencies.uiDirectory, dependencies))
  app.use(problemHandler(logger))
  return app
}

/**
 * Several handlers as one. Express matches the path of each handler again, which takes more time than most of them do.
 */
function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  const [first, ...others] = handlers
  if (!first) return (_req, _res, next) => next()
  const after = inOrder(...others)
  return (req, res, next) => {
    try {
      const done: unknown = first(req, res, (error) => (error ? next(error) : after(req, res, next)))
      if (done instanceof Promise) done.catch(next)
    } catch (error) {
      next(error)
    }
  }
}

/** The API description, made and serialised once, as it is large and public; at its first request, as few ask for it. */
function createDescription(routes: readonly RouteDefinition[]) {
  let made: { readonly openApi: ReturnType<typeof openApiOf>; readonly serialised: Buffer } | undefined
  return () => {
    if (!made) {
      const openApi = openApiOf(routes)
      made = { openApi, serialised: Buffer.from(JSON.stringify(openApi)) }
    }
    return made
  }
}

/** Sends the server's clock, which closes predictions; pages use it instead of their own. */
const dated =
  ({ clock }: WebAppDependencies): RequestHandler =>
  (_req, res, next) => {
    res.setHeader('Date', new Date(clock.now()).toUTCString())
    next()
  }

/** Paths of routes. Calendar programs show the address, which is therefore short. */
const CALLS = ['/api', '/calendar']

/** Paths of the API description, which needs no read models. */
const DESCRIPTION = ['/api/openapi.json', '/api/docs']

/** Responds with 503 until there are read models. */
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

/** Measures requests by route and status for Prometheus, logs each at debug level, and logs writes of administrators at info level. */
function observed({ requestSeconds: seconds }: Metrics, logger: Logger): RequestHandler {
  return (req, res, next) => {
    const began = process.hrtime.bigint()
    res.on('finish', () => {
      const duration = Number(process.hrtime.bigint() - began) / 1e9
      const route = req.route?.path ?? (req.path.startsWith('/api') ? 'unknown' : 'page')
      seconds.observe({ method: req.method, route, status: res.statusCode }, duration)
      logger.debug(
        {
          requestId: res.locals.requestId,
          method: req.method,
          route,
          status: res.statusCode,
          ms: Math.round(duration * 1000),
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
