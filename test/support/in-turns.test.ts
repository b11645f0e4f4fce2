import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('files take turns by what they do, each kind spread over the whole run in its own order', () => {
  const pages = ['p1', 'p2', 'p3']
  const long = ['l1']
  const rest = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
  expect(inTurns(pages, long, rest)).toEqual(['r1', 'p1', 'r2', 'r3', 'p2', 'l1', 'r4', 'r5', 'p3', 'r6'])
  expect(inTurns([], ['only'])).toEqual(['only'])
})
