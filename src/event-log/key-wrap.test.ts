import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt, masterIdOf, newKey } from './key-wrap.ts'

const key = randomBytes(32)
const plain = Buffer.from('Hello, goals!')

test('a value is decrypted with its key and label, and only with them', () => {
  const sealed = encrypt(key, plain, 'person:1')
  expect(decrypt(key, sealed, 'person:1')).toEqual(plain)
  expect(() => decrypt(key, sealed, 'person:2')).toThrow()
  expect(() => decrypt(randomBytes(32), sealed, 'person:1')).toThrow()
})

test('an encrypted value is a nonce of 12 bytes, the ciphertext and a tag of 16 bytes, each time another one', () => {
  const sealed = encrypt(key, plain, 'x')
  expect(sealed).toHaveLength(12 + plain.length + 16)
  expect(sealed.includes(plain)).toBe(false)
  const nonces = new Set(Array.from({ length: 20 }, () => encrypt(key, plain, 'x').subarray(0, 12).toString('hex')))
  expect(nonces.size).toBe(20)
})

test('a changed or missing byte is noticed wherever it is', () => {
  const sealed = encrypt(key, plain, 'x')
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index]! ^= 1
    expect(() => decrypt(key, changed, 'x')).toThrow()
  }
  expect(() => decrypt(key, sealed.subarray(0, -1), 'x')).toThrow()
  expect(() => decrypt(key, Buffer.alloc(0), 'x')).toThrow()
})

test('the fingerprint of a master key is 16 hex digits, the same for the same key', () => {
  expect(masterIdOf(Buffer.alloc(32, 7))).toBe(masterIdOf(Buffer.alloc(32, 7)))
  expect(masterIdOf(key)).toMatch(/^[0-9a-f]{16}$/)
  expect(masterIdOf(key)).not.toBe(masterIdOf(randomBytes(32)))
})

test('a new key has 32 random bytes', () => {
  expect(newKey()).toHaveLength(32)
  expect(newKey()).not.toEqual(newKey())
})
