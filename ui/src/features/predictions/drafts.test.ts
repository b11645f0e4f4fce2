import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptDrafts, createDraftStore } from './drafts.ts'
import { EMPTY } from './model.ts'

/** The device's storage. */
const storage = new Map<string, string>()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const twoOne = { result: 'home', home: '2', away: '1' } as const

describe('unsaved picks', () => {
  test('are stored on the device and survive a reload', () => {
    createDraftStore(1).set(4, twoOne)
    expect(createDraftStore(1).get()).toEqual({ 4: twoOne })
  })

  test('belong to one user of the device', () => {
    createDraftStore(1).set(4, twoOne)
    expect(createDraftStore(2).get()).toEqual({})
  })

  test('an emptied draft is removed, unless a saved pick is being edited', () => {
    const store = createDraftStore(1)
    store.set(4, twoOne)
    store.set(4, EMPTY)
    expect(store.get()).toEqual({})
    store.set(4, EMPTY, true)
    expect(store.get()).toEqual({ 4: EMPTY })
  })

  test('discarding notifies the listeners once and clears the storage', () => {
    const store = createDraftStore(1)
    store.set(4, twoOne)
    store.set(5, twoOne)
    const listener = vi.fn()
    store.subscribe(listener)
    store.discard([4, 5, 6])
    store.discard([4])
    expect(listener).toHaveBeenCalledTimes(1)
    expect(storage.size).toBe(0)
  })

  test('that wait for a connection are kept until they are discarded', () => {
    const waiting = {
      gameweek: 13,
      match: 'Everton v Newcastle',
      replaces: 0,
      keptAt: '2025-11-29T16:48:00.000Z',
      closes: null,
    }
    const store = createDraftStore(1)
    store.set(4, twoOne)
    store.sendLater([4], waiting)
    expect(createDraftStore(1).waiting()).toEqual({ 4: waiting })
    store.discard([4])
    expect(createDraftStore(1).waiting()).toEqual({})
    expect(storage.size).toBe(0)
  })

  test('(R413) a full device is noticed, and picks last for the visit', () => {
    const store = createDraftStore(1)
    expect(store.isFull()).toBe(false)
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('Full', 'QuotaExceededError')
      },
      removeItem: () => undefined,
    })
    store.set(4, twoOne)
    expect([store.isFull(), store.get()]).toEqual([true, { 4: twoOne }])
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
  ])('%s in storage is dropped', (_, text) => {
    storage.set('plp.drafts.1', text)
    expect(createDraftStore(1).get()).toEqual({})
  })

  test('without storage they last for the visit', () => {
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

  test('changes in another tab of the same user are read', () => {
    const here = createDraftStore(1)
    createDraftStore(1).set(4, twoOne)
    here.reload()
    expect(here.get()).toEqual({ 4: twoOne })
  })
})

test('guest picks become the player’s own; the player’s drafts take precedence', () => {
  const guest = createDraftStore('guest')
  const own = createDraftStore(1)
  guest.set(4, twoOne)
  guest.set(5, twoOne)
  own.set(5, { result: 'draw', home: '', away: '' })
  adoptDrafts(guest, own)
  expect(own.get()).toEqual({ 4: twoOne, 5: { result: 'draw', home: '', away: '' } })
  expect(guest.get()).toEqual({})
  expect(storage.has('plp.drafts.guest')).toBe(false)
})
