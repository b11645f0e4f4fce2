import { describe, expect, it } from 'vitest'
import { percentOf, wordOf } from './projections.ts'

const state = {
  name: 'play',
  kind: 'group' as const,
  events: 10,
  behind: false,
  error: null,
  version: 1,
  generation: 1,
  rebuilding: null,
  rebuildError: null,
}

describe('the state of a read model', () => {
  it.each([
    [{}, 'Up to date'],
    [{ behind: true }, 'Catching up'],
    [{ rebuilding: { done: 250, total: 1000 } }, 'Rebuilding 25%'],
    [{ behind: true, error: 'no such row' }, 'Stopped'],
  ])('%o reads %s', (change, word) => {
    expect(wordOf({ ...state, ...change }).word).toBe(word)
  })

  it('counts events if the total of a rebuild is unknown, and never passes 100 percent', () => {
    expect(percentOf({ done: 1234, total: null })).toBe('1,234 events')
    expect(percentOf({ done: 1234, total: 1000 })).toBe('100%')
  })
})
