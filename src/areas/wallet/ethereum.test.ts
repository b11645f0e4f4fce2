import { expect, test } from 'vitest'
import { ethereum, type SignInMessage } from './ethereum.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('an address is in lower case or has a valid EIP-55 checksum (R100)', async () => {
  const { checksummed } = await ethereum()
  expect(checksummed(ADDRESS)).toBe(ADDRESS)
  expect(checksummed(ADDRESS.toLowerCase())).toBe(ADDRESS)
  expect(checksummed(ADDRESS.replace('eAed', 'eaed'))).toBeNull()
  expect(checksummed(ADDRESS.toUpperCase())).toBeNull()
})

test.each([
  ['https://plp.example', 'plp.example'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://192.0.2.7:8080', '192.0.2.7:8080'],
  // Hosts that are invalid in ERC-4361 messages, so no message is created.
  ['http://plp', null],
  ['http://[2001:db8::7]:3000', null],
])('the message of a game at %s contains its host: %s (R101)', async (publicUrl, host) => {
  const { messageOf } = await ethereum()
  const fields: SignInMessage = {
    ...{ address: ADDRESS, publicUrl, statement: 'Sign.', nonce: '0123456789abcdef' },
    issuedAt: new Date('2026-11-21T09:00:00.000Z'),
    expirationTime: new Date('2026-11-21T09:10:00.000Z'),
  }
  const first = messageOf(fields)?.split('\n')[0] ?? null
  expect(first).toBe(host && `${host} wants you to sign in with your Ethereum account:`)
})
