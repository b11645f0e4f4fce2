import { expect, test } from 'vitest'
import { nameOf, type Operation } from './operations.ts'
import { createRequests } from './requests.ts'
import { ROLES, type World } from './values.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', exclusiveMinimum: 0 } } as const
const body = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 60 }, type: { type: 'string', enum: ['private', 'public'] } },
  required: ['name'],
}
const operations: readonly Operation[] = [
  { method: 'GET', path: '/api/things', access: 'public', parameters: [], body: null, responses: {} },
  { method: 'PUT', path: '/api/things/{id}', access: 'user', parameters: [id], body, responses: {} },
]
const world: World = { idsOf: (name) => (name === 'id' ? [7] : []), texts: ['Known'] }
const some = (seed: string) => Array.from({ length: 600 }, (_, n) => createRequests(seed, operations, world)(n))

test('the same seed generates the same requests, another seed others', () => {
  const sentFor = (seed: string) =>
    some(seed).map(({ path, headers, body }) => JSON.stringify([path, headers, String(body)]))
  const sent = sentFor('1')
  expect(sentFor('1').every((one, n) => one === sent[n])).toBe(true)
  expect(sentFor('2').every((one, n) => one === sent[n])).toBe(false)
})

test('every call is sent in every role: valid, nearly valid and absurd', () => {
  const made = some('1')
  expect(new Set(made.map(({ operation, role }) => `${role} ${nameOf(operation)}`)).size).toBe(
    ROLES.length * operations.length,
  )
  const writes = made.filter(({ method }) => method === 'PUT')
  const isRight = ({ path, body }: (typeof made)[number]) =>
    path === '/api/things/7' && /^\{"name":"[^"]+"(,"type":"(private|public)")?\}$/.test(String(body))
  expect(writes.filter(isRight).length).toBeGreaterThan(writes.length / 10)
  expect(writes.filter((write) => !isRight(write)).length).toBeGreaterThan(writes.length / 4)
  expect(writes.some(({ path }) => path.includes('__proto__'))).toBe(true)
  expect(writes.some(({ headers }) => headers['content-type'] === 'text/plain')).toBe(true)
  expect(writes.some(({ isForeign, headers }) => isForeign && headers.origin !== undefined)).toBe(true)
  expect(writes.some(({ body }) => (body?.length ?? 0) > 100_000)).toBe(true)
})
