import { describe, expect, test, vi } from 'vitest'
import { adoptDrafts, createDraftStore, type DraftStorage } from './drafts.ts'
import { EMPTY } from './model.ts'

function device(entries: Record<string, string> = {}): DraftStorage & { entries: Map<string, string> } {
  const map = new Map(Object.entries(entries))
  return {
    entries: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

const twoOne = { result: 'home', home: '2', away: '1' } as const

describe('unsaved picks', () => {
  test('are kept on the device and are there after a reload', () => {
    const storage = device()
    createDraftStore({ storage, userId: 1 }).set(4, twoOne)
    expect(createDraftStore({ storage, userId: 1 }).get()).toEqual({ 4: twoOne })
  })

  test('belong to one user of the device', () => {
    const storage = device()
    createDraftStore({ storage, userId: 1 }).set(4, twoOne)
    expect(createDraftStore({ storage, userId: 2 }).get()).toEqual({})
  })

  test('an emptied draft is none, unless a saved pick is being edited', () => {
    const store = createDraftStore({ storage: device(), userId: 1 })
    store.set(4, twoOne)
    store.set(4, EMPTY)
    expect(store.get()).toEqual({})
    store.set(4, EMPTY, true)
    expect(store.get()).toEqual({ 4: EMPTY })
  })

  test('discarding tells the listeners once and cleans the device', () => {
    const storage = device()
    const store = createDraftStore({ storage, userId: 1 })
    store.set(4, twoOne)
    store.set(5, twoOne)
    const heard = vi.fn()
    store.subscribe(heard)
    store.discard([4, 5, 6])
    store.discard([4])
    expect(heard).toHaveBeenCalledTimes(1)
    expect(storage.entries.size).toBe(0)
  })

  test('the snapshot is the same object until something changes', () => {
    const store = createDraftStore({ storage: device(), userId: 1 })
    store.set(4, twoOne)
    expect(store.get()).toBe(store.get())
  })

  test.each([
    ['not json', '{'],
    ['not an object', '7'],
    ['foreign things', '{"4":{"result":"win","home":"2","away":"1"},"x":{"result":null,"home":"","away":""}}'],
    ['two digits', '{"4":{"result":"home","home":"22","away":"1"}}'],
  ])('%s on the device is left out', (_, text) => {
    expect(createDraftStore({ storage: device({ 'plp.drafts.1': text }), userId: 1 }).get()).toEqual({})
  })

  test('a device that forbids storage keeps them for the visit', () => {
    const forbidden: DraftStorage = {
      getItem: () => {
        throw new Error('SecurityError')
      },
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
      removeItem: () => {},
    }
    const store = createDraftStore({ storage: forbidden, userId: 1 })
    store.set(4, twoOne)
    expect(store.get()).toEqual({ 4: twoOne })
  })

  test('another tab of the same user is heard', () => {
    const storage = device()
    const here = createDraftStore({ storage, userId: 1 })
    createDraftStore({ storage, userId: 1 }).set(4, twoOne)
    here.reload()
    expect(here.get()).toEqual({ 4: twoOne })
  })
})

test('what was picked before signing in becomes the player’s own; what they have begun themselves stays', () => {
  const storage = device()
  const guest = createDraftStore({ storage, userId: 'guest' })
  const own = createDraftStore({ storage, userId: 1 })
  guest.set(4, twoOne)
  guest.set(5, twoOne)
  own.set(5, { result: 'draw', home: '', away: '' })
  adoptDrafts(guest, own)
  expect(own.get()).toEqual({ 4: twoOne, 5: { result: 'draw', home: '', away: '' } })
  expect(guest.get()).toEqual({})
  expect(storage.entries.has('plp.drafts.guest')).toBe(false)
})
