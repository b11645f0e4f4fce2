import { expect, test } from 'vitest'
import { isStray } from './stray-rejections.ts'

test('errors of the client and of its channel are let go, all others are not', () => {
  expect(isStray(Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: 'Connection dropped' }))).toBe(true)
  const closed = new Error('Channel has been closed')
  closed.stack =
    'Error: Channel has been closed\n    at InternalChannel.createCall (/app/node_modules/@grpc/grpc-js/build/src/internal-channel.js:1:1)'
  expect(isStray(closed)).toBe(true)
  expect(isStray(new Error('a bug of our own'))).toBe(false)
  expect(isStray(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(false)
  expect(isStray('a string')).toBe(false)
})
