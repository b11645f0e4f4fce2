import type { RoundScore } from './events.ts'
import { ranked, type Scores } from './ranking.ts'

interface Cut {
  /** From best to last. */
  readonly players: readonly RoundScore[]
  /** The lower half, rounded down (docs/rules.md R41). */
  readonly out: readonly number[]
}

/** Splits a gameweek’s players: the lower half goes out. Ties by exact scores; then the earlier joined stays. */
export function cut(playersInOrderOfJoining: readonly number[], scores: Scores): Cut {
  const players = ranked(playersInOrderOfJoining, scores)
  const staying = players.length - Math.floor(players.length / 2)
  return { players, out: players.slice(staying).map(({ userId }) => userId) }
}
