import { describe, expect, test } from 'vitest'
import { factsFrom, givenSeason, match } from '../../../test/support/given-season.ts'
import { catalogue } from './catalogue.ts'
import type { Facts } from './facts.ts'
import { progressOf } from './queries.ts'

const entry = (id: string) => catalogue.find((each) => each.id === id)!
const nothing = factsFrom([])
const facts = (over: Partial<Facts>): Facts => ({ ...nothing, ...over })

describe('the progress of an achievement', () => {
  test('counts up to the required number', () => {
    const of = (predictions: number) => progressOf(entry('dedicated-predictor'), facts({ predictions }), false)
    expect(of(0)).toEqual({ value: 0, of: 50 })
    expect(of(7)).toEqual({ value: 7, of: 50 })
    expect(of(49)).toEqual({ value: 49, of: 50 })
  })

  test('never exceeds the required number when earned and not unlocked yet', () => {
    expect(progressOf(entry('dedicated-predictor'), facts({ predictions: 380 }), false)).toEqual({ value: 50, of: 50 })
  })

  test('is complete once unlocked, even if the facts have changed', () => {
    expect(progressOf(entry('sharpshooter'), facts({ exact: 9 }), true)).toEqual({ value: 10, of: 10 })
    expect(progressOf(entry('sharpshooter'), facts({ exact: 12 }), true)).toEqual({ value: 10, of: 10 })
  })

  test('is null for achievements that are earned by one action', () => {
    for (const { id } of catalogue.filter(({ of }) => of === 1))
      expect([id, progressOf(entry(id), nothing, false)]).toEqual([id, null])
    expect(progressOf(entry('first-success'), facts({ correct: 4 }), true)).toBeNull()
  })

  test('is null for shares, bests of one gameweek and places, where 7 of 10 has no meaning', () => {
    const hidden = catalogue.filter(({ showsProgress }) => showsProgress === false).map(({ id }) => id)
    expect(hidden).toEqual(['prediction-master', 'big-weekend', 'comeback'])
    for (const id of hidden) {
      expect(
        progressOf(entry(id), facts({ accuracy: 55.5, weekPoints: 35, counters: { climb: 40 } }), false),
      ).toBeNull()
      expect(progressOf(entry(id), nothing, true)).toBeNull()
    }
  })

  test('is a whole number', () => {
    const share = { count: () => 59.999, of: 60 }
    expect(progressOf(share, nothing, false)).toEqual({ value: 59, of: 60 })
  })

  test('of a streak is the best one, not the current one', () => {
    const story = givenSeason()
      .first(3, (each, id) => each.right(id))
      .wrong(match(1, 4))
      .right(match(1, 5))
    expect(progressOf(entry('streak-master'), factsFrom([story]), false)).toEqual({ value: 3, of: 5 })
  })

  test('is within bounds for the whole catalogue and any history', () => {
    const scores = ['2-1', '0-2', '1-1'] as const
    const story = givenSeason({ matches: 10 }).weeks(1, 38, (each, gameweek) => {
      each.all(gameweek, (one, id) => one.exact(id, scores[id % 3])).settles(gameweek)
    })
    const everything = factsFrom([story, story], {
      messages: 1_000,
      early: 900,
      climb: 5_000,
      leagues: [1, 2, 3, 4, 5, 6],
    })
    for (const each of catalogue) {
      for (const of of [nothing, everything]) {
        const progress = progressOf(each, of, false)
        if (progress === null) continue
        expect(progress.of, each.id).toBe(each.of)
        expect(progress.value, each.id).toBe(of === everything ? each.of : 0)
      }
    }
  })
})
