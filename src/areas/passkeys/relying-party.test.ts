import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const of = (origin: string, host = new URL(origin).host) => relyingPartyOf({ origin, host }, null)

test('the relying party is the domain of PUBLIC_URL, whatever the request claims (R390, T93)', () => {
  for (const request of [{}, { origin: 'https://evil.example', host: 'evil.example' }])
    expect(relyingPartyOf(request, 'https://plp.example:8443')).toEqual({
      id: 'plp.example',
      origin: 'https://plp.example:8443',
    })
})

test('without PUBLIC_URL it is the domain of the request, if origin and host agree (T93)', () => {
  expect(of('https://plp.example')).toEqual({ id: 'plp.example', origin: 'https://plp.example' })
  expect(of('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  expect(relyingPartyOf({ host: 'localhost:3000' }, null)?.origin).toBe('http://localhost:3000')
  expect(of('https://plp.example', 'other.example')).toBeNull()
  expect(relyingPartyOf({}, null)).toBeNull()
  expect(relyingPartyOf({ origin: 'null', host: 'localhost' }, null)).toBeNull()
})

test.each(['http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://plp.example'])(
  'there are no passkeys at %s (R398)',
  (origin) => {
    expect(of(origin)).toBeNull()
    expect(relyingPartyOf({}, origin)).toBeNull()
  },
)
