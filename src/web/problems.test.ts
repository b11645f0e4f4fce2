import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { EventLogUnavailable, PlayPaused } from '../kernel/event-log.ts'
import { HttpProblem } from '../slice/problem.ts'
import { problemHandler, problemOf } from './problems.ts'

const failed = (more: object) => Object.assign(new Error('internal detail'), more)

describe('the problem of a request', () => {
  test.each([
    ['a refusal', new HttpProblem(409, 'Taken'), 409, 'Taken'],
    [
      'a missing file, although its code is that of a missing socket',
      failed({ status: 404, code: 'ENOENT' }),
      404,
      'There is nothing here',
    ],
    ['a body that is too large', failed({ status: 413, type: 'entity.too.large' }), 413, 'That is too large'],
    ['a body that is no JSON', failed({ status: 400, type: 'entity.parse.failed' }), 400, 'The body is not valid JSON'],
    ['an unknown charset', failed({ status: 415, type: 'charset.unsupported' }), 415, 'That encoding is not supported'],
    [
      'another fault of the client',
      failed({ status: 400, type: 'request.aborted' }),
      400,
      'The request could not be read',
    ],
    ['a fault of a library', failed({ status: 503 }), 500, 'Something went wrong on our side'],
    ['a fault of the program', failed({}), 500, 'Something went wrong on our side'],
  ])('of %s', (_, error, status, detail) => {
    const problem = problemOf(error)
    expect([problem.status, problem.detail, problem.retryAfterSeconds]).toEqual([status, detail, undefined])
  })

  test.each([
    ['the log', new EventLogUnavailable('append'), /^The game is catching its breath/],
    ['PostgreSQL', failed({ code: '57P03' }), /^The game is catching its breath/],
    ['a pause of the game', new PlayPaused('An update is being installed'), /^An update is being installed$/],
  ])('of %s that is away names the time to retry', (_, error, detail) => {
    const problem = problemOf(error)
    expect(problem).toMatchObject({ status: 503, detail: expect.stringMatching(detail), retryAfterSeconds: 2 })
  })
})

describe('the answer', () => {
  function answer(error: unknown, headersSent = false) {
    const logger = { error: vi.fn(), warn: vi.fn() }
    const res = {
      ...{ headersSent, locals: { requestId: 'r1' }, setHeader: vi.fn(), destroy: vi.fn(), send: vi.fn() },
      ...{ status: () => res, type: () => res },
    }
    problemHandler(logger as unknown as Logger)(error, {} as Request, res as unknown as Response, vi.fn())
    return { logger, res, body: () => JSON.parse(res.send.mock.calls[0]![0]) as unknown }
  }

  test('to a fault of the program is logged and says nothing of it', () => {
    const error = failed({})
    const { logger, res, body } = answer(error)
    expect(logger.error).toHaveBeenCalledWith({ err: error, requestId: 'r1' }, 'request failed')
    expect(body()).toEqual({
      ...{ type: 'about:blank', title: 'Internal Server Error', status: 500, instance: 'urn:request:r1' },
      detail: 'Something went wrong on our side',
    })
    expect(res.setHeader.mock.calls).toEqual([['Cache-Control', 'no-store']])
  })

  test('names the fields at fault and the time to retry', () => {
    const errors = [{ path: 'title', message: 'Too long' }]
    const { logger, res, body } = answer(new HttpProblem(499, 'Wait', { errors, retryAfterSeconds: 30 }))
    // Without a name in the registry.
    expect(body()).toMatchObject({ title: 'Error', detail: 'Wait', errors })
    expect(res.setHeader).toHaveBeenCalledWith('Retry-After', '30')
    expect(logger.error).not.toHaveBeenCalled()
  })

  test('of which a part has been sent is broken off', () => {
    const { res } = answer(failed({}), true)
    expect(res.destroy).toHaveBeenCalledOnce()
    expect(res.send).not.toHaveBeenCalled()
  })
})
