import { expect, test } from 'vitest'
import { newJoinCode, typedJoinCode } from './join-code.ts'

test('a join code has 8 characters without look-alikes, from 32 of them: 40 random bits', () => {
  const codes = Array.from({ length: 2_000 }, newJoinCode)
  for (const code of codes) expect(code).toMatch(/^[ABCDEFGHJKLMNPQRSTUVWXYZ23456789]{8}$/)
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('')).size).toBe(32)
})

test('a code matches regardless of case, spaces and hyphens', () => {
  expect(typedJoinCode(' ab2c-de3f ')).toBe('AB2CDE3F')
})
