import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Problem } from '../contracts/common.ts'
import { PlayPaused } from '../kernel/event-log.ts'
import { isStoreUnavailable, reasonOf } from '../kernel/store-unavailable.ts'
import { HttpProblem } from '../slice/problem.ts'
import { createRefusals } from './refusals.ts'

/** Seconds after which a client may retry while a store is unavailable. */
const RETRY_AFTER_SECONDS = 2

/** Sends RFC 9457 `application/problem+json`. */
export function sendProblem(res: Response, problem: HttpProblem): void {
  const title = STATUS_CODES[problem.status] ?? 'Error'
  const body: Problem = {
    type: 'about:blank',
    title,
    status: problem.status,
    detail: problem.detail,
    instance: `urn:request:${res.locals.requestId}`,
    ...(problem.errors ? { errors: [...problem.errors] } : {}),
  }
  if (problem.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(problem.retryAfterSeconds))
  res.setHeader('Cache-Control', 'no-store')
  res.status(problem.status).type('application/problem+json').send(JSON.stringify(body))
}

/** Converts an error into the problem that the client receives. Unexpected errors become 500 without internal details. */
export function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  const { type, status } = error as { type?: unknown; status?: unknown }
  // Before the check for stores: a missing file has the same error code as a missing socket.
  if (status === 404) return new HttpProblem(404, 'There is nothing here')
  if (isStoreUnavailable(error)) {
    const isPaused = error instanceof PlayPaused
    const detail = isPaused ? error.message : 'The game is catching its breath. Please try again in a moment.'
    return new HttpProblem(503, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (type === 'entity.too.large') return new HttpProblem(413, 'That is too large')
  if (type === 'entity.parse.failed') return new HttpProblem(400, 'The body is not valid JSON')
  if (type === 'charset.unsupported') return new HttpProblem(415, 'That encoding is not supported')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpProblem(status, 'The request could not be read')
  return new HttpProblem(500, 'Something went wrong on our side')
}

export function problemHandler(logger: Logger): ErrorRequestHandler {
  const refusals = createRefusals(logger)
  return (error, _req, res, _next) => {
    const problem = problemOf(error)
    const { requestId } = res.locals
    if (problem.status === 503) refusals.note(reasonOf(error), requestId)
    else if (problem.status >= 500) logger.error({ err: error, requestId }, 'request failed')
    if (res.headersSent) {
      res.destroy()
      return
    }
    sendProblem(res, problem)
  }
}

/** Handles paths under `/api` without a route. */
export const notFound: RequestHandler = (_req, res) => sendProblem(res, new HttpProblem(404, 'There is nothing here'))
