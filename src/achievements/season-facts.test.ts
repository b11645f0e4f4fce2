import { describe, expect, test } from 'vitest'
import { pricesOf } from '../contracts/points.ts'
import { createRandom } from '../kernel/random.ts'
import { byteOf, NO_PICK } from './card.ts'
import { readSeason } from './season-facts.ts'
import { emptySeason, type SeasonMatch, type SeasonState, withMatch } from './season-state.ts'

const GAMEWEEKS = 6
const SIZE = 6
const prices = pricesOf('2024-25')

/** A season without a result, its matches in the order of their kickoffs. */
function calendar(): SeasonState {
  let season = emptySeason
  for (let slot = 0; slot < GAMEWEEKS * SIZE; slot++)
    season = withMatch(season, slot, {
      ...{ id: slot + 1, gameweek: 1 + Math.floor(slot / SIZE), home: slot % 5, away: 5 + (slot % 7) },
      ...{ kickoff: slot * 3_600_000, cutoff: null, result: 0, score: null, isCancelled: false, isAbandoned: false },
      picked: null,
    })
  return season
}

describe('a card that is counted on from the reader before says what it says counted anew', () => {
  test.each(['one', 'two', 'three', 'four', 'five', 'six'])('seed %s', (seed) => {
    const random = createRandom(seed)
    const goals = () => random.below(4)
    const cards = Array.from({ length: 5 }, () => new Uint8Array(GAMEWEEKS * SIZE))
    let season = calendar()
    let before = readSeason(season, prices)
    const change = (slot: number, to: Partial<SeasonMatch>) => {
      season = withMatch(season, slot, { ...season.matches[slot]!, ...to })
    }
    const ends = (slot: number) => {
      const [home, away] = [goals(), goals()]
      change(slot, { result: home > away ? 1 : home < away ? 3 : 2, score: [home, away] })
    }
    let next = 0
    for (let step = 0; step < 120; step++) {
      const slot = random.below(GAMEWEEKS * SIZE)
      const luck = random.below(20)
      if (luck === 0) change(slot, { result: 0, score: null, picked: null })
      else if (luck === 1) ends(slot)
      else if (luck === 2) change(slot, { kickoff: random.below(100) * 3_600_000 })
      else if (luck === 3) change(slot, { gameweek: 1 + random.below(GAMEWEEKS + 1) })
      else if (luck === 4) change(slot, { picked: [1 + random.below(3), 19, 1] })
      else if (luck === 5) season = { ...season, settled: [...season.settled, 1 + random.below(GAMEWEEKS)] }
      else if (luck === 6) change(slot, { result: 0, score: null, isCancelled: !season.matches[slot]!.isCancelled })
      else ends(next++ % (GAMEWEEKS * SIZE))
      const reader = readSeason(season, prices, before)
      for (const [index, card] of cards.entries()) {
        // Some go on with one card, some with others between, some skip a reader.
        if (random.below(4) === 0) continue
        for (const _ of Array.from({ length: 3 })) {
          const open = random.below(GAMEWEEKS * SIZE)
          const result = (['home', 'draw', 'away'] as const)[random.below(3)]!
          const [home, away] = [goals(), goals()]
          if (season.matches[open]!.result === 0 && card[open] === NO_PICK)
            card[open] = byteOf(
              random.below(2) === 0
                ? { result, score: null }
                : { result: home > away ? 'home' : home < away ? 'away' : 'draw', score: { home, away } },
            )
        }
        const anew = readSeason(season, prices).facts(card)
        if (index === 0) expect(reader.facts(card, before)).toEqual(anew)
        else {
          before.facts(card)
          expect(reader.facts(card, before)).toEqual(anew)
        }
        expect(reader.facts(card)).toEqual(anew)
      }
      before = reader
    }
  })
})
