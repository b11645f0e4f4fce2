import { expect, test } from 'vitest'
import { ethereum, type SignInMessage } from './ethereum.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('an address has the capitals of EIP-55 or none (R100)', async () => {
  const { checked } = await ethereum()
  expect(checked(ADDRESS)).toBe(ADDRESS)
  expect(checked(ADDRESS.toLowerCase())).toBe(ADDRESS)
  expect(checked(ADDRESS.replace('eAed', 'eaed'))).toBeNull()
  expect(checked(ADDRESS.toUpperCase())).toBeNull()
})

test.each([
  ['https://plp.example', 'plp.example'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://192.0.2.7:8080', '192.0.2.7:8080'],
  // Names that no message of ERC-4361 can carry: nobody is asked to sign one.
  ['http://plp', null],
  ['http://[2001:db8::7]:3000', null],
])('the message of a game at %s names its host: %s (R101)', async (publicUrl, host) => {
  const { messageOf } = await ethereum()
  const said: SignInMessage = {
    ...{ address: ADDRESS, publicUrl, statement: 'Sign.', nonce: '0123456789abcdef' },
    issuedAt: new Date('2026-11-21T09:00:00.000Z'),
    expirationTime: new Date('2026-11-21T09:10:00.000Z'),
  }
  const first = messageOf(said)?.split('\n')[0] ?? null
  expect(first).toBe(host && `${host} wants you to sign in with your Ethereum account:`)
})
