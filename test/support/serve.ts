import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import type { Database } from '../../src/database/database.ts'
import { createQuotas } from '../../src/database/quotas.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { createMetrics } from '../../src/kernel/metrics.ts'
import type { RouteDefinition, SessionUser } from '../../src/slice/route.ts'
import type { SessionReader } from '../../src/slice/sessions.ts'
import { createWebApp } from '../../src/web/app.ts'
import { createIdempotency } from '../../src/web/idempotency.ts'
import { createHttpServer, listen, stopServing } from '../../src/web/server.ts'

interface Serving {
  readonly database: Database
  readonly engine: Pick<ProjectionEngine, 'nudge' | 'waitFor'>
  readonly clock: Clock
  readonly routes: readonly RouteDefinition[]
  readonly sessions: SessionReader
}

/**
 * The routes of one area with the real web layer, on a port of their own. Responses are checked against their
 * contracts.
 */
export async function serveRoutes({ database, engine, clock, routes, sessions }: Serving) {
  const app = createWebApp({
    routes,
    sessions,
    idempotency: createIdempotency(database),
    quotas: createQuotas(database, 1_000),
    clock,
    waitFor(position, types, timeoutMs) {
      engine.nudge()
      return engine.waitFor(position, types, timeoutMs)
    },
    checkResponses: true,
    readiness: { missing: async () => [] },
    metrics: createMetrics({ processMetrics: false }),
    metricsToken: null,
    logger: pino({ level: 'silent' }),
    sockets: (_req, _res, next) => next(),
    limits: { perAddress: 1_000_000, perUser: 1_000_000 },
    trustProxy: 'loopback',
    publicUrl: undefined,
    uiDirectory: '/nonexistent',
    heads: [],
    isReadable: () => true,
    isStopping: () => false,
  })
  const server = createHttpServer(app)
  await listen(server, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stopServing(server, 100),
  }
}

/** Reads the user from the `cookie` header: a user id, or `admin`. */
export function sessionsByCookie(): SessionReader {
  const userOf = (cookie: string | undefined): (SessionUser & { sessionId: string }) | null => {
    const role = cookie === 'admin' ? 'admin' : 'user'
    const id = role === 'admin' ? 1_000 : Number(cookie)
    return id > 0 ? { id, username: `player${id}`, role, sessionId: `s${id}` } : null
  }
  return {
    ofRequest: async (req) => userOf(req.headers.cookie),
    ofCookieHeader: async (cookie) => userOf(cookie),
  }
}

/** An HTTP client with a cookie for `sessionsByCookie`; `null`: signed out. */
export function clientOf(url: string, cookie: string | number | null) {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const res = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(cookie === null ? {} : { cookie: String(cookie) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await res.text()
    return { status: res.status, headers: res.headers, body: (text ? JSON.parse(text) : null) as any }
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
    put: (path: string, body: unknown) => call('PUT', path, body),
    delete: (path: string, body?: unknown) => call('DELETE', path, body),
  }
}
