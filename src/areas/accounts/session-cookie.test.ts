import { expect, test } from 'vitest'
import { sessionTokenOf } from './session-cookie.ts'

const both = 'a=1; plp_session=plain; __Host-plp_session=host'

test('over https only the protected cookie counts (T6)', () => {
  expect(sessionTokenOf(both, true)).toBe('host')
  expect(sessionTokenOf('plp_session=planted', true)).toBeNull()
})

test('over http the plain one counts', () => {
  expect(sessionTokenOf(both, false)).toBe('plain')
})

test('where the protocol is not known the protected one comes first', () => {
  expect(sessionTokenOf(both)).toBe('host')
  expect(sessionTokenOf('plp_session=plain')).toBe('plain')
})

test.each([undefined, '', 'other=1', 'plp_session=', ';;=;'])('%j carries no session', (header) => {
  expect(sessionTokenOf(header)).toBeNull()
})
