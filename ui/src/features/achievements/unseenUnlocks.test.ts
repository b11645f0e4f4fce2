import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unseenUnlocks } from './unseenUnlocks.ts'

const kept = new Map<string, string>()
const found = (...unlockIds: string[]) => unlockIds.map((unlockId) => ({ unlockId }))

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('what a check tells', () => {
  test('is shown once a browser, also when the same answer holds it twice', () => {
    expect(unseenUnlocks(1, found('u1', 'u2', 'u1'))).toEqual(found('u1', 'u2'))
    expect(unseenUnlocks(1, found('u2', 'u3'))).toEqual(found('u3'))
    expect(unseenUnlocks(2, found('u2'))).toEqual(found('u2'))
  })

  test('an achievement taken back and earned again has another unlock id and is shown again', () => {
    unseenUnlocks(1, found('first time'))
    expect(unseenUnlocks(1, found('second time'))).toHaveLength(1)
  })

  test('the browser remembers the latest 200', () => {
    unseenUnlocks(1, found('older'))
    unseenUnlocks(1, found(...Array.from({ length: 250 }, (_, index) => String(index))))
    const told = JSON.parse([...kept.values()][0]!)
    expect(told).toHaveLength(200)
    expect(told.at(-1)).toBe('249')
  })

  test('is shown where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(unseenUnlocks(1, found('u1'))).toEqual(found('u1'))
  })
})
