import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetTyped } from './forgetTyped.ts'
import { readTyped, storeTyped } from './typed.ts'

/** Like the browser's storage, its keys are its own properties. */
class Tab {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

const EMPTY = { title: '', priority: 'medium' }
let tab: Tab

beforeEach(() => {
  tab = new Tab()
  vi.stubGlobal('sessionStorage', tab)
})
afterEach(() => vi.unstubAllGlobals())

test('R230: typed text is stored per player and field until it is empty', () => {
  storeTyped(7, 'feedback', { ...EMPTY, title: 'A dark theme' }, EMPTY)
  expect(readTyped(7, 'feedback', EMPTY)).toEqual({ title: 'A dark theme', priority: 'medium' })
  expect(readTyped(8, 'feedback', EMPTY)).toBe(EMPTY)
  expect(readTyped(7, 'league 1', '')).toBe('')
  storeTyped(7, 'feedback', EMPTY, EMPTY)
  expect(Object.keys(tab)).toEqual([])
})

test('R230: signing out removes typed text, and the next player finds only their own', () => {
  for (const userId of [7, 71]) storeTyped(userId, 'league 1', 'Hello', '')
  tab.setItem('plp.other', 'stays')
  forgetTyped(7)
  expect(Object.keys(tab)).toEqual(['plp.typed.7.league 1', 'plp.other'])
  forgetTyped(null)
  expect(Object.keys(tab)).toEqual(['plp.other'])
})

test('stored values of another type and invalid JSON are ignored', () => {
  storeTyped(7, 'feedback', 'a text', '')
  expect(readTyped(7, 'feedback', EMPTY)).toBe(EMPTY)
  storeTyped(7, 'feedback', { title: 'Kept' }, { title: '' })
  expect(readTyped(7, 'feedback', EMPTY)).toEqual({ title: 'Kept', priority: 'medium' })
  tab.setItem('plp.typed.7.feedback', '{')
  expect(readTyped(7, 'feedback', EMPTY)).toBe(EMPTY)
})

test('without storage nothing is stored and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeTyped(7, 'feedback', { ...EMPTY, title: 'Lost' }, EMPTY)
  forgetTyped(7)
  expect(readTyped(7, 'feedback', EMPTY)).toBe(EMPTY)
})
