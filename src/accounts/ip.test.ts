import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockUnitOf } from './ip.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%j locks as %s (T9)', (address, unit) => {
  expect(lockUnitOf(address)).toBe(unit)
})

test.each([
  '',
  'localhost',
  '10',
  '0x7f.1',
  '010.0.0.1.1',
  '1.2.3.4/64',
  '1.2.3.4/32',
  '::1/48',
  '::1/64/64',
  '1.2.3.4:80',
])('%j is no address', (text) => {
  expect(lockUnitOf(text)).toBeNull()
})

test('what the list shows can be unlocked: a unit is its own unit', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const unit = lockUnitOf(address)
      expect(unit).not.toBeNull()
      expect(lockUnitOf(unit as string)).toBe(unit)
    }),
  )
})

test('addresses of one /64 and only those share a unit', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((n) => n.toString(16))
  const prefix = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(prefix, prefix, group, group, (a, b, x, y) => {
      expect(lockUnitOf(`${a}:${x}:0:0:1`) === lockUnitOf(`${b}:${y}:1:1:1`)).toBe(a === b)
    }),
  )
})
