import { describe, expect, test } from 'vitest'
import { type Counters, climbed, joined, oneMore, placed } from './counters.ts'

describe('counters', () => {
  test('are counted separately', () => {
    const counters = oneMore(oneMore(oneMore({}, 'messages'), 'founded'), 'messages')
    expect(counters).toEqual({ messages: 2, founded: 1 })
  })

  test('the largest climb is kept', () => {
    const counters = climbed({}, 7)
    expect(climbed(counters, 5)).toBe(counters)
    expect(climbed(counters, 8)).toEqual({ climb: 8 })
  })

  test('a league joined twice counts once', () => {
    const counters = joined({}, 'leagues', 3)
    expect(joined(counters, 'leagues', 3)).toBe(counters)
    expect(joined(joined(counters, 'leagues', 4), 'teams', 3)).toEqual({ leagues: [3, 4], teams: [3] })
  })

  test('a list never grows beyond fifty', () => {
    let counters: Counters = {}
    for (let id = 1; id <= 80; id++) counters = joined(counters, 'competitions', id)
    expect(counters.competitions).toHaveLength(50)
  })

  test('a competition has one place, which a correction replaces or removes', () => {
    const second = placed(placed({}, 7, 'cup', 2), 8, 'weekly', 1)
    expect(placed(second, 7, 'cup', 1).places).toEqual({
      7: { kind: 'cup', place: 1 },
      8: { kind: 'weekly', place: 1 },
    })
    expect(placed(second, 7, 'cup', null).places).toEqual({ 8: { kind: 'weekly', place: 1 } })
    expect(placed({}, 7, 'cup', null).places).toEqual({})
  })
})
