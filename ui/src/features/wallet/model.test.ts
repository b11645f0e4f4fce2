import { describe, expect, test } from 'vitest'
import { ethOf, explorerOf, hexOf, isSame } from './model.ts'
import { shortAddress } from './state.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the display of a wallet (R102)', () => {
  test('the first 6 and the last 4 characters of its address', () => {
    expect(shortAddress(ADDRESS)).toBe('0x5aAe...eAed')
  })

  test.each([
    ['0x0', '0.0000 ETH'],
    ['0xde0b6b3a7640000', '1.0000 ETH'],
    ['0xde238ce86358000', '1.0004 ETH'],
    // Rounded to 4 decimals.
    [`0x${(10n ** 18n - 10n ** 13n).toString(16)}`, '1.0000 ETH'],
    [`0x${(10n ** 18n - 10n ** 14n).toString(16)}`, '0.9999 ETH'],
    // Beyond the exact range of a number.
    [`0x${(123_456_789n * 10n ** 18n + 10n ** 14n).toString(16)}`, '123456789.0001 ETH'],
  ])('%s wei are %s', (wei, eth) => {
    expect(ethOf(wei)).toBe(eth.replace(' ', '\u00a0'))
  })

  test('its page on Etherscan', () => {
    expect(explorerOf(ADDRESS)).toBe(`https://etherscan.io/address/${ADDRESS}`)
  })
})

test('a message is signed as its bytes', () => {
  expect(hexOf('PLP’s\n')).toBe('0x504c50e28099730a')
})

test('an address is the same in any capitals, and none is none', () => {
  expect(isSame(ADDRESS, ADDRESS.toLowerCase())).toBe(true)
  expect(isSame(ADDRESS, ADDRESS.replace('5', '6'))).toBe(false)
  expect(isSame(null, null)).toBe(false)
})
