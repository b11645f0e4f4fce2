import { expect, test } from 'vitest'
import { sessionTokenOf } from './session-cookie.ts'

const both = 'a=1; plp_session=plain; __Host-plp_session=host'

test('over https only the protected cookie is read (T6)', () => {
  expect(sessionTokenOf(both, true)).toBe('host')
  expect(sessionTokenOf('plp_session=planted', true)).toBeNull()
})

test('over http the plain cookie is read', () => {
  expect(sessionTokenOf(both, false)).toBe('plain')
})

test('with an unknown protocol the protected cookie has precedence', () => {
  expect(sessionTokenOf(both)).toBe('host')
  expect(sessionTokenOf('plp_session=plain')).toBe('plain')
})

test.each([undefined, '', 'other=1', 'plp_session=', ';;=;'])('%j contains no session token', (header) => {
  expect(sessionTokenOf(header)).toBeNull()
})
