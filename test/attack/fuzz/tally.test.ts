import { expect, test } from 'vitest'
import type { Operation } from './operations.ts'
import { createTally } from './tally.ts'

const operation = (method: string): Operation => ({
  ...{ method, path: '/api/things', access: 'public', parameters: [], body: null, responses: {} },
})

test('a tally lists calls that never succeeded, with the count of each response', () => {
  const [read, write] = [operation('GET'), operation('POST')]
  const tally = createTally([read, write])
  for (const status of [200, 204, 404, 400, 404]) tally.note(read, status)
  for (const status of [401, 503, 0]) tally.note(write, status)
  expect(tally.neverSucceeded()).toEqual(['POST /api/things'])
  expect(tally.statuses()).toEqual([0, 200, 204, 400, 401, 404, 404, 503])
  expect(tally.table()).toEqual([
    'call | calls | 2xx | 4xx | 5xx',
    'GET /api/things | 5 | 2 | 1 × 400, 2 × 404 | 0',
    'POST /api/things | 3 | 0 | 1 × 401 | 2',
  ])
})
