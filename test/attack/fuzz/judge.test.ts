import { expect, test } from 'vitest'
import type { Answer } from '../http.ts'
import { createJudge } from './judge.ts'
import { type OpenApi, operationsOf } from './operations.ts'
import type { FuzzRequest } from './requests.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
const document = {
  paths: {
    '/api/things/{id}': {
      get: {
        'x-access': 'user',
        responses: {
          200: json({ type: 'object', properties: { name: text }, required: ['name'] }),
          404: problem,
        },
      },
      delete: { 'x-access': 'admin', responses: { 204: {} } },
    },
  },
  components: {
    schemas: { Problem: { type: 'object', properties: { detail: text }, required: ['status', 'detail'] } },
  },
} as OpenApi
const [read, remove] = operationsOf(document)

const secrets = { fromAll: ['XKCD2345'], fromPlayers: ['192.0.2.77'], hiddenUserId: 9 }
const judge = createJudge(document, secrets)

const headers = {
  'content-security-policy': "default-src 'self';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}
const refused = { ...headers, 'content-type': 'application/problem+json' }

const asked = (more: Partial<FuzzRequest> = {}): FuzzRequest => ({
  operation: read!,
  role: 'player',
  who: 0,
  method: 'GET',
  path: '/api/things/1',
  headers: {},
  body: undefined,
  isForeign: false,
  ...more,
})
const answered = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  headers: status < 400 ? headers : refused,
  text: body === undefined ? '' : JSON.stringify(body),
  ms: 1,
  ...more,
})
const faultsOf = (answer: Answer, request: Partial<FuzzRequest> = {}) => judge(asked(request), 1, answer).join('\n')

test('a response that matches its description has no fault', () => {
  expect(faultsOf(answered(200, { name: 'one' }))).toBe('')
  expect(faultsOf(answered(404, { status: 404, detail: 'There is nothing here' }))).toBe('')
  expect(
    faultsOf(answered(503, { status: 503, detail: 'later' }, { headers: { ...refused, 'retry-after': '2' } })),
  ).toBe('status 503, which the document does not name')
})

test('a picture may be cached by browsers only', () => {
  const picture = { responses: { 200: { 'image/webp': text } } }
  const operation = { ...read!, ...picture }
  const kept = (control: string) => ({
    headers: {
      ...headers,
      'content-type': 'image/webp',
      'cache-control': control,
      'content-security-policy': 'sandbox',
    },
    text: 'RIFF',
  })
  const faults = (control: string) => faultsOf(answered(200, undefined, kept(control)), { operation })
  expect(faults('private, max-age=31536000, immutable')).toBe('')
  expect(faults('public, max-age=31536000, immutable')).toContain('200 without private')
})

test.each([
  ['status 500', answered(500, { status: 500, detail: 'oh' })],
  ['429 without Retry-After', answered(429, { status: 429, detail: 'slower' })],
  ['lacks x-frame-options', answered(200, { name: '' }, { headers: { ...headers, 'x-frame-options': undefined } })],
  ['without no-store', answered(200, { name: '' }, { headers: { ...headers, 'cache-control': undefined } })],
  ["unlike its schema: answer must have required property 'name'", answered(200, {})],
  ['status 201, which the document does not name', answered(201, { name: '' })],
  ['409, which the document does not name', answered(409, { status: 409, detail: 'no' })],
  ['400 of type text/html', answered(400, 'no', { headers: { ...headers, 'content-type': 'text/html' } })],
  ['404 whose problem says 400', answered(404, { status: 400, detail: 'no' })],
  ["404: answer must have required property 'detail'", answered(404, { status: 404 })],
  ['shows the insides', answered(404, { status: 404, detail: 'relation "read.things" does not exist' })],
  ['shows the insides', answered(404, { status: 404, detail: 'TypeError: x' })],
  ['gives an unknown key', answered(404, { status: 404, detail: 'plpUnknown is unknown' })],
  ['tells the secret XKCD2345', answered(200, { name: 'XKCD2345' })],
  ['tells the secret 192.0.2.77', answered(200, { name: '192.0.2.77' })],
  ['tells the hash of a password', answered(200, { name: '$argon2id$v=19' })],
  ['tells a passwordHash', answered(200, { name: '', passwordHash: '' })],
  ['tells a join code to somebody who is no member', answered(200, { name: '', joinCode: 'A', isMember: false })],
  ['tells the pick of somebody else', answered(200, { name: '', picks: [{ userId: 9, predictedResult: 'home' }] })],
  ['tells the last login of somebody else', answered(200, { name: '', id: 2, lastLoginAt: '2026-11-21' })],
  ['no answer', answered(0, undefined)],
])('finds: %s', (fault, answer) => {
  expect(faultsOf(answer)).toContain(fault)
})

test('a sign-in response may contain the user’s own last login', () => {
  const login = { ...read!, path: '/api/login' }
  expect(faultsOf(answered(200, { name: '', id: 2, lastLoginAt: '2026-11-21' }), { operation: login })).toBe('')
})

test('finds data that a role may not have', () => {
  expect(faultsOf(answered(200, { name: '' }), { role: 'stranger' })).toContain('200 for a stranger')
  const removing = { operation: remove!, method: 'DELETE' }
  expect(faultsOf(answered(204, undefined), removing)).toContain('204 for a player')
  expect(faultsOf(answered(204, undefined), { ...removing, role: 'administrator' })).toBe('')
  expect(faultsOf(answered(204, undefined), { ...removing, role: 'administrator', isForeign: true })).toContain(
    '204 for a write from another site',
  )
  expect(faultsOf(answered(200, { name: '192.0.2.77' }), { role: 'administrator' })).toBe('')
})
