import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientOf, lockUnitOf, networkOf, withoutPort } from './ip.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::/64', '::/48'],
  ['unknown', null],
  ['', null],
])('the network of the client %j is %s: IPv4 /24, IPv6 /48 (R397)', (client, network) => {
  expect(networkOf(client)).toBe(network)
})

describe('a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['203.0.113.7:', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::]', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['[fe80::1%eth0]:80', 'fe80::/64'],
  ])('client of %j is %s: IPv4, or the /64 of IPv6, without its port', (address, client) => {
    expect(clientOf(address)).toBe(client)
    expect(lockUnitOf(address)).toBe(client)
  })

  test.each([
    '',
    'localhost',
    '10',
    '0x7f.1',
    '010.0.0.1',
    '010.0.0.1.1',
    '1.2.3.4/64',
    '1.2.3.4/32',
    '::1/48',
    '::1/64/64',
    '1.2.3.4:80:80',
    '1.2.3.4:http',
    '[1.2.3.4',
    '_hidden',
    `${'1'.repeat(10_000)}:`,
  ])('%j is not an address: it cannot be unlocked, and counts as the unknown client', (text) => {
    expect(lockUnitOf(text)).toBeNull()
    expect(clientOf(text)).toBe('unknown')
  })

  test('a missing address counts as the unknown client', () => {
    expect(clientOf(undefined)).toBe('unknown')
  })

  test('an entry of the list can be unlocked: the client of a client is itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
        const client = clientOf(address)
        expect([clientOf(client), lockUnitOf(client)]).toEqual([client, client])
      }),
    )
  })

  test('is the same with every port', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV6(), fc.integer({ min: 0, max: 65_535 }), (four, six, port) => {
        expect(clientOf(`${four}:${port}`)).toBe(clientOf(four))
        expect(clientOf(`[${six}]:${port}`)).toBe(clientOf(six))
        expect([withoutPort(four), withoutPort(six)]).toEqual([four, six])
      }),
    )
  })

  test('is shared by addresses of one /64 and only those', () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((n) => n.toString(16))
    const prefix = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
    fc.assert(
      fc.property(prefix, prefix, group, group, (a, b, x, y) => {
        expect(clientOf(`${a}:${x}:0:0:1`) === clientOf(`${b}:${y}:1:1:1`)).toBe(a === b)
      }),
    )
  })
})
