import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unseenUnlocks } from './unseenUnlocks.ts'

const storage = new Map<string, string>()
const found = (...unlockIds: string[]) => unlockIds.map((unlockId) => ({ unlockId }))

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the unlocks of a check', () => {
  test('are shown once per browser, even if a response contains one twice', () => {
    expect(unseenUnlocks(1, found('u1', 'u2', 'u1'))).toEqual(found('u1', 'u2'))
    expect(unseenUnlocks(1, found('u2', 'u3'))).toEqual(found('u3'))
    expect(unseenUnlocks(2, found('u2'))).toEqual(found('u2'))
  })

  test('an achievement lost and earned again has another unlock id and is shown again', () => {
    unseenUnlocks(1, found('first time'))
    expect(unseenUnlocks(1, found('second time'))).toHaveLength(1)
  })

  test('the browser remembers the latest 200', () => {
    unseenUnlocks(1, found('older'))
    unseenUnlocks(1, found(...Array.from({ length: 250 }, (_, index) => String(index))))
    const shownIds = JSON.parse([...storage.values()][0]!)
    expect(shownIds).toHaveLength(200)
    expect(shownIds.at(-1)).toBe('249')
  })

  test('are shown if storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(unseenUnlocks(1, found('u1'))).toEqual(found('u1'))
  })
})
