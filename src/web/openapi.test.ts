import { expect, test } from 'vitest'
import { type Route, route, tagged } from '../slice/route.ts'
import { openApiOf } from './openapi.ts'

const write = (path: `/api/${string}`, more: Pick<Route, 'isSecret'>) =>
  route({
    ...{ method: 'post', path, access: 'user', summary: 'Writes', responses: { 204: null }, consumes: [] },
    ...more,
    handle: async () => ({ status: 204 }),
  })

test('a write has the parameter Idempotency-Key, unless it ignores the key (R57)', () => {
  const routes = tagged('Things', [write('/api/kept', {}), write('/api/secret', { isSecret: true })])
  const { paths } = openApiOf(routes) as { paths: Record<string, { post?: { parameters: object[] } }> }
  expect(paths['/api/kept']?.post?.parameters).toMatchObject([{ name: 'Idempotency-Key' }])
  expect(paths['/api/secret']?.post?.parameters).toEqual([])
})
