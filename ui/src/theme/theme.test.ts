import { beforeAll, expect, test, vi } from 'vitest'

let preferredTheme: typeof import('./theme.ts').preferredTheme

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', () => {})
  ;({ preferredTheme } = await import('./theme.ts'))
})

test('the theme starts from the saved preference', () => {
  expect(preferredTheme('dark', false)).toBe('dark')
  expect(preferredTheme('light', true)).toBe('light')
})

test('without a saved preference the system decides, otherwise it is light', () => {
  expect(preferredTheme(null, true)).toBe('dark')
  expect(preferredTheme(null, false)).toBe('light')
})

test('an invalid saved value is ignored', () => {
  expect(preferredTheme('purple', true)).toBe('dark')
})
