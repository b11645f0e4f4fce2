import { randomUUID } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod/mini'
import type { Quotas } from '../database/quotas.ts'
import { BodyBeside, SerialisedBody } from '../kernel/cache.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { CommandContext, Seen } from '../kernel/command-handler.ts'
import { withDeadline, withinRequest } from '../kernel/deadline.ts'
import { parse } from '../slice/parse.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { Route, RouteResult, SignedInUser } from '../slice/route.ts'
import type { SessionReader } from '../slice/sessions.ts'
import type { FirstAnswer, Idempotency, KeyedWrite } from './idempotency.ts'
import { clientOfRequest } from './limits.ts'
import { onlyMethods } from './methods.ts'
import { createCallQuotas } from './quota-use.ts'

/**
 * A request is answered within 5 s of its arrival (docs/rules.md R56). Waits end in time for the response to be written, and a request
 * that hangs nevertheless gets 503. A body that is still arriving has the same time again; the server closes it after 8.5 s.
 */
const [WAITS_END_MS, DEADLINE_MS] = [4_400, 4_800]
/** Milliseconds for which a response waits for the read models to contain its changes. */
const SHOWN_WITHIN_MS = 5_000
/** Milliseconds for all waits of a request for slow or unavailable stores together, so that its 503 is sent within 3 s. */
const STORE_BUDGET_MS = 2_250
const OVERDUE = 'The game is catching its breath. Please try again in a moment.'

export interface MountDependencies {
  readonly sessions: SessionReader
  readonly idempotency: Idempotency
  readonly quotas: Quotas
  readonly clock: Clock
  /** Returns the names of projections that have not passed the position in time. */
  waitFor(
    position: NonNullable<RouteResult['wrote']>['position'],
    types: readonly string[],
    timeoutMs: number,
  ): Promise<readonly string[]>
  limitUser(id: number): Promise<void>
  /** Checks responses against their schemas; enabled in tests, so that contracts stay accurate. */
  readonly checkResponses: boolean
}

/** Mounts route definitions: default-deny access, parsing, waiting for the own write, responses. */
export function mountRoutes(routes: readonly Route[], dependencies: MountDependencies): RequestHandler {
  // A router tries its routes one after another, and there are a hundred: each area therefore has its own router.
  const routers = new Map(
    [...Map.groupBy(routes, ({ path }) => areaOf(path))].map(([area, own]) => [area, routerOf(own, dependencies)]),
  )
  return (req, res, next) => {
    const router = routers.get(areaOf(req.path))
    if (router) router(req, res, next)
    else next()
  }
}

/** The part of a path after `/api`, else the first one; case-insensitive like a router. */
function areaOf(path: string): string | undefined {
  const [, first, second] = path.toLowerCase().split('/', 3)
  return first === 'api' ? second : first
}

function routerOf(routes: readonly Route[], dependencies: MountDependencies): Router {
  const router = Router()
  // Fixed paths come first: a pattern would match their last part as an id.
  const { fixed = [], pattern = [] } = Object.groupBy(routes, ({ path }) => (path.includes(':') ? 'pattern' : 'fixed'))
  for (const group of [fixed, pattern]) {
    for (const definition of group) router[definition.method](definition.path, handlerOf(definition, dependencies))
    for (const [path, definitions] of Map.groupBy(group, (definition) => definition.path))
      router.all(path, onlyMethods(definitions.map(({ method }) => method)))
  }
  return router
}

function handlerOf(definition: Route, dependencies: MountDependencies): RequestHandler {
  const handle = handleOf(definition, dependencies)
  return async (req, res) => {
    const overdue = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      if (req.complete || req.destroyed) overdue.reject(new HttpProblem(503, OVERDUE, { retryAfterSeconds: 2 }))
      else timer.refresh()
    }, DEADLINE_MS)
    try {
      await Promise.race([withDeadline(STORE_BUDGET_MS, WAITS_END_MS, () => handle(req, res)), overdue.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

function handleOf(definition: Route, dependencies: MountDependencies) {
  return async (req: Request, res: Response): Promise<void> => {
    // Time of the receipt: a request that arrives in time is not late because the session was read slowly (docs/threats.md T26).
    const at = isoNow(dependencies.clock)
    const user = await allow(definition, req, res, dependencies)
    const run = (idBase?: string) => answerOf(definition, req, res, { user, at, idBase }, dependencies)
    // Responses that sign in or out are not stored: a repeated one would leave the user in the wrong state.
    const isStored = definition.access !== 'public' && !definition.isSecret
    const key = isStored ? req.get('Idempotency-Key') : undefined
    const answer: Answer =
      key !== undefined && user !== null && definition.method !== 'get'
        ? await onceByKey({ userId: user.id, key, target: targetOf(definition, req), at }, dependencies, run)
        : await run()
    if (res.headersSent) return
    await send(req, res, answer)
  }
}

/** Method and normalised address of a write: independent of trailing slashes, case, and leading zeros of ids. */
function targetOf({ method, path }: Route, { params }: Request): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    /^\d+$/.test(String(value)) ? Number(value) : value,
  ])
  return `${method} ${path} ${JSON.stringify(values)}`
}

/** Maximum length of a stored problem detail; those of the game are shorter. */
const MAX_DETAIL = 300

/**
 * Runs a write under its key. A refusal is stored, too: its repeat has the same status and detail. Field errors are not stored, because
 * they contain text of the sender (docs/decisions/0025).
 */
async function onceByKey(
  write: KeyedWrite,
  { idempotency }: MountDependencies,
  run: (idBase: string) => Promise<FirstAnswer>,
): Promise<FirstAnswer> {
  let refused: HttpProblem | undefined
  const answer = await idempotency.once(write, async (idBase) => {
    try {
      return await run(idBase)
    } catch (error) {
      if (!isRefusal(error) || error.status === 429) throw error
      refused = error
      return { status: error.status, body: { problem: error.detail.slice(0, MAX_DETAIL) } }
    }
  })
  if (refused?.status === answer.status) throw refused
  if (answer.status >= 400) throw new HttpProblem(answer.status, (answer.body as { problem: string }).problem)
  return answer
}

const isRefusal = (error: unknown): error is HttpProblem => error instanceof HttpProblem && error.status < 500

/** Response of a request; `file` is the file name of a download. */
type Answer = FirstAnswer & Pick<RouteResult, 'file'>

async function send(req: Request, res: Response, answer: Answer): Promise<void> {
  if (answer.body instanceof SerialisedBody) return sendSerialised(req, res, answer.body)
  res.statusCode = answer.status
  if (answer.body === undefined || answer.status === 204) {
    res.end()
    return
  }
  if (answer.file) res.setHeader('Content-Disposition', `attachment; filename="${answer.file}"`)
  // Not Express's `json`, which repeats the same checks for every response.
  if (answer.body instanceof BodyBeside) sendJson(res, ...answer.body.parts)
  else sendJson(res, JSON.stringify(answer.body, null, answer.file ? 2 : 0))
}

function sendJson(res: Response, body: string | Buffer, rest?: Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(body) + (rest?.length ?? 0))
  if (rest) res.write(body)
  res.end(rest ?? body)
}

/** Sends a response that is the same for all users. Browsers cache it and revalidate it with its ETag. */
async function sendSerialised(req: Request, res: Response, body: SerialisedBody): Promise<void> {
  res.set({ 'Cache-Control': 'private, no-cache', ETag: body.etag })
  res.vary('Accept-Encoding')
  if (req.fresh) {
    res.status(304).end()
    return
  }
  // Prefers the smaller encoding: most browsers accept both and list gzip first.
  const coding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each)) ?? 'identity'
  const encoded = await body.encoded(coding)
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding)
  sendJson(res, encoded)
}

async function allow(
  definition: Route,
  req: Request,
  res: Response,
  { sessions, limitUser }: MountDependencies,
): Promise<SignedInUser | null> {
  const user = await sessions.ofRequest(req, res)
  if (user) await limitUser(user.id)
  if (definition.access === 'public') return user
  if (!user) throw new HttpProblem(401, 'Not authenticated')
  if (definition.access === 'admin' && user.role !== 'admin')
    throw new HttpProblem(403, 'You need administrator privileges to do this')
  if (definition.access === 'admin' && definition.method !== 'get') res.locals.administrator = user.id
  return user
}

interface Caller {
  readonly user: SignedInUser | null
  /** Time of the request, ISO 8601. */
  readonly at: string
  /** Derived from the `Idempotency-Key`. */
  readonly idBase: string | undefined
}

async function answerOf(
  definition: Route,
  req: Request,
  res: Response,
  caller: Caller,
  dependencies: MountDependencies,
): Promise<Answer> {
  const params = parse(definition.params, req.params, 'path')
  const query = parse(definition.query, req.query, 'query')
  // A missing body counts as an empty object; a body of `null` does not.
  const sent: unknown = req.body === undefined ? {} : req.body
  const body = parse(definition.body, definition.body ? sent : undefined, 'body')
  const user = caller.user as SignedInUser
  const quotas = createCallQuotas(dependencies.quotas, user, caller.at)
  const shown: Seen[] = []
  let result: RouteResult
  try {
    for (const quota of definition.consumes ?? []) await quotas.consume(quota)
    const input = {
      params,
      query,
      body,
      user,
      context: { ...contextOf(res, caller), reliesOn: (seen: Seen) => shown.push(seen) },
      get ip() {
        return clientOfRequest(req)
      },
      consume: quotas.consume,
      req,
      res,
    }
    result = await definition.handle(input)
  } catch (error) {
    if (isRefusal(error)) await quotas.settle(0)
    throw error
  }
  await quotas.settle(result.wrote?.position ? (result.changes ?? Number.POSITIVE_INFINITY) : 0)
  if (result.total !== undefined) res.setHeader('Plp-Total', String(result.total))
  if (result.next) res.setHeader('Plp-Next-Cursor', result.next)
  if (result.wrote?.position) shown.push({ ...result.wrote, position: result.wrote.position })
  const waits = shown.map(({ position, types }) =>
    dependencies.waitFor(position, types, withinRequest(SHOWN_WITHIN_MS)),
  )
  const lagging = new Set((await Promise.all(waits)).flat())
  if (lagging.size > 0) res.setHeader('Plp-Pending', [...lagging].join(', '))
  const status = result.status ?? 200
  const answer = typeof result.body === 'function' ? await (result.body as () => Promise<unknown>)() : result.body
  if (dependencies.checkResponses)
    checkResponse(
      definition,
      status,
      answer instanceof SerialisedBody || answer instanceof BodyBeside ? answer.value : answer,
    )
  return { status, body: answer, file: result.file }
}

function contextOf(res: Response, { user, at, idBase }: Caller): CommandContext {
  return {
    actor: user?.id ?? null,
    at,
    correlationId: res.locals.requestId,
    causationId: res.locals.requestId,
    source: 'command',
    // The same key results in the same ids: a repeat after a crash finds its events in the log.
    ...(idBase === undefined ? {} : { idBase }),
  }
}

function checkResponse(definition: Route, status: number, body: unknown): void {
  const schema = definition.responses[status]
  if (schema === undefined)
    throw new Error(
      `${definition.method} ${definition.path} responded with ${status}, which its definition does not contain`,
    )
  if (schema === null) return
  const parsed = z.safeParse(schema, JSON.parse(JSON.stringify(body ?? null)))
  if (!parsed.success) throw new Error(`${definition.method} ${definition.path}: ${z.prettifyError(parsed.error)}`)
}

/** Sets the id of a request, from a proxy or new; logs and problems contain it. */
export const requestId: RequestHandler = (req, res, next) => {
  const header = req.get('X-Request-Id')
  res.locals.requestId = header && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
  res.setHeader('X-Request-Id', res.locals.requestId)
  next()
}
