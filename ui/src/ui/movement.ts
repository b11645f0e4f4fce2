import { counted } from '../lib/numbers.ts'

/** Ranks gained or lost since the gameweek before the latest; null: not ranked then, or no gameweek had settled. */
export function movementOf(movement: number | null) {
  if (movement === null) return { direction: 'none', text: '–', words: 'no earlier rank' }
  if (movement === 0) return { direction: 'none', text: '–', words: 'no change' }
  const places = Math.abs(movement)
  return {
    direction: movement > 0 ? 'up' : 'down',
    text: String(places),
    words: `${counted(places, 'place')} ${movement > 0 ? 'up' : 'down'}`,
  }
}
