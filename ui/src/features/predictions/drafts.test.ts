import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptDrafts, createDraftStore } from './drafts.ts'
import { EMPTY } from './model.ts'

/** The device's storage. */
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const twoOne = { result: 'home', home: '2', away: '1' } as const

describe('unsaved picks', () => {
  test('are kept on the device and are there after a reload', () => {
    createDraftStore(1).set(4, twoOne)
    expect(createDraftStore(1).get()).toEqual({ 4: twoOne })
  })

  test('belong to one user of the device', () => {
    createDraftStore(1).set(4, twoOne)
    expect(createDraftStore(2).get()).toEqual({})
  })

  test('an emptied draft is none, unless a saved pick is being edited', () => {
    const store = createDraftStore(1)
    store.set(4, twoOne)
    store.set(4, EMPTY)
    expect(store.get()).toEqual({})
    store.set(4, EMPTY, true)
    expect(store.get()).toEqual({ 4: EMPTY })
  })

  test('discarding tells the listeners once and cleans the device', () => {
    const store = createDraftStore(1)
    store.set(4, twoOne)
    store.set(5, twoOne)
    const heard = vi.fn()
    store.subscribe(heard)
    store.discard([4, 5, 6])
    store.discard([4])
    expect(heard).toHaveBeenCalledTimes(1)
    expect(kept.size).toBe(0)
  })

  test('the snapshot is the same object until something changes', () => {
    const store = createDraftStore(1)
    store.set(4, twoOne)
    expect(store.get()).toBe(store.get())
  })

  test.each([
    ['not json', '{'],
    ['not an object', '7'],
    ['foreign things', '{"4":{"result":"win","home":"2","away":"1"},"x":{"result":null,"home":"","away":""}}'],
    ['two digits', '{"4":{"result":"home","home":"22","away":"1"}}'],
  ])('%s on the device is left out', (_, text) => {
    kept.set('plp.drafts.1', text)
    expect(createDraftStore(1).get()).toEqual({})
  })

  test('a device that forbids storage keeps them for the visit', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError')
      },
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    })
    const store = createDraftStore(1)
    store.set(4, twoOne)
    expect(store.get()).toEqual({ 4: twoOne })
  })

  test('another tab of the same user is heard', () => {
    const here = createDraftStore(1)
    createDraftStore(1).set(4, twoOne)
    here.reload()
    expect(here.get()).toEqual({ 4: twoOne })
  })
})

test('what was picked before signing in becomes the player’s own; what they have begun themselves stays', () => {
  const guest = createDraftStore('guest')
  const own = createDraftStore(1)
  guest.set(4, twoOne)
  guest.set(5, twoOne)
  own.set(5, { result: 'draw', home: '', away: '' })
  adoptDrafts(guest, own)
  expect(own.get()).toEqual({ 4: twoOne, 5: { result: 'draw', home: '', away: '' } })
  expect(guest.get()).toEqual({})
  expect(kept.has('plp.drafts.guest')).toBe(false)
})
