import { describe, expect, test } from 'vitest'
import { type Counters, climbed, joined, oneMore, placed } from './counters.ts'

describe('deeds', () => {
  test('are counted one by one, each for itself', () => {
    const deeds = oneMore(oneMore(oneMore({}, 'messages'), 'founded'), 'messages')
    expect(deeds).toEqual({ messages: 2, founded: 1 })
  })

  test('of climbs the best one stays', () => {
    const deeds = climbed({}, 7)
    expect(climbed(deeds, 5)).toBe(deeds)
    expect(climbed(deeds, 8)).toEqual({ climb: 8 })
  })

  test('a league joined twice is one league', () => {
    const deeds = joined({}, 'leagues', 3)
    expect(joined(deeds, 'leagues', 3)).toBe(deeds)
    expect(joined(joined(deeds, 'leagues', 4), 'teams', 3)).toEqual({ leagues: [3, 4], teams: [3] })
  })

  test('a list never grows beyond fifty', () => {
    let deeds: Counters = {}
    for (let id = 1; id <= 80; id++) deeds = joined(deeds, 'competitions', id)
    expect(deeds.competitions).toHaveLength(50)
  })

  test('a competition gives one place, which a correction replaces or takes', () => {
    const second = placed(placed({}, 7, 'cup', 2), 8, 'weekly', 1)
    expect(placed(second, 7, 'cup', 1).places).toEqual({
      7: { kind: 'cup', place: 1 },
      8: { kind: 'weekly', place: 1 },
    })
    expect(placed(second, 7, 'cup', null).places).toEqual({ 8: { kind: 'weekly', place: 1 } })
    expect(placed({}, 7, 'cup', null).places).toEqual({})
  })
})
