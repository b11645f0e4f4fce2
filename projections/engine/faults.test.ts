import { expect, test } from 'vitest'
import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { TermEnded } from '../../src/kernel/term-ended.ts'
import { describeError, errorLine, isTransient } from './faults.ts'

const withCode = (code: unknown) => Object.assign(new Error('fault'), { code })
const refused = new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')])

test.each([
  new EventLogUnavailable('the log is away'),
  new TermEnded('another node projects'),
  ...['08006', '53300', '57P01', '58030', '40001', '25P03', '55P03', 'ECONNRESET'].map(withCode),
  ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'].map((text) => new Error(text)),
  // Node tries every address of a name.
  refused,
  new AggregateError([refused]),
])('a batch is repeated after a fault of the store: %s', (error) => {
  expect(isTransient(error)).toBe(true)
})

test.each([
  ...['23505', '22P02', '42P01', '57014', 'ERR_ASSERTION', 40001].map(withCode),
  ...['league 7 was never created', 'The connection terminated'].map((text) => new Error(text)),
  new AggregateError([withCode('ECONNREFUSED'), new Error('league 7 was never created')]),
  new AggregateError([]),
  ...['Connection terminated', undefined, null],
])('an event that fails by itself is not: %s', (error) => {
  expect(isTransient(error)).toBe(false)
})

test('an error is described by its stack, its first line or its value', () => {
  const error = new Error('first\nsecond')
  expect([describeError(error), errorLine(error)]).toEqual([error.stack, 'first'])
  error.stack = 'x'.repeat(5_000)
  expect(describeError(error)).toHaveLength(4_000)
  expect(describeError(Object.assign(new Error('bare'), { stack: undefined }))).toBe('Error: bare')
  expect([describeError('text'), errorLine('text\nmore')]).toEqual(['text', 'text'])
})
