import { expect, test } from 'vitest'
import { parseConnection } from './connection.ts'

test.each([
  ['kurrentdb://localhost:2113?tls=false', 'esdb://localhost:2113?tls=false'],
  ['kurrentdb+discover://cluster.example:2113?tls=false', 'esdb+discover://cluster.example:2113?tls=false'],
  ['esdb://a:1,b:2,c:3/?tls=false', 'esdb://a:1,b:2,c:3?tls=false'],
])('%s is given to the client as %s', (given, url) => {
  expect(parseConnection(given).url).toBe(url)
})

test('every call carries credentials: those of the address, decoded, or the default that an insecure server ignores', () => {
  expect(parseConnection('esdb://ada:p%40ss@host:2113').credentials).toEqual({ username: 'ada', password: 'p@ss' })
  expect(parseConnection('esdb://host:2113?tls=false').credentials).toEqual({ username: 'admin', password: 'changeit' })
})

test('TLS without user and password, and what is no address, are bad settings', () => {
  expect(() => parseConnection('esdb://host:2113')).toThrow(/user and password/)
  expect(() => parseConnection('http://host:2113')).toThrow(/esdb:/)
})
