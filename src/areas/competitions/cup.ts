import { createRandom } from '../../kernel/random.ts'
import { byScore, type Scores, scoreOf } from './ranking.ts'

/** Two players of one round; `away` null: a bye. */
export interface Pair {
  readonly home: number
  readonly away: number | null
}

/** Most players of a cup (docs/rules.md R40). */
export const CUP_CAPACITY = 128

/** Rounds that reduce a number of players to one. */
export const roundsFor = (players: number): number => (players < 2 ? 0 : Math.ceil(Math.log2(players)))

/**
 * Draws a round. Byes fill the field up to a power of two and go to the players who joined first (docs/rules.md R40).
 * The rest follows from the seed alone. `players` are in order of joining.
 */
export function drawRound(players: readonly number[], seed: number): readonly Pair[] {
  const random = createRandom(`cup draw ${seed}`)
  const byes = 2 ** roundsFor(players.length) - players.length
  const others = shuffled(players.slice(byes), random.below)
  const ties: Pair[] = []
  for (let index = 0; index + 1 < others.length; index += 2)
    ties.push({ home: others[index]!, away: others[index + 1]! })
  const free = players.slice(0, byes).map((home): Pair => ({ home, away: null }))
  return shuffled([...ties, ...free], random.below)
}

/**
 * The winners of the pairs: more points, then more exact scores, then the earlier joined; a bye wins. A player who has
 * left loses; a pair that both have left has no winner. `players`: those who have not left, in order of joining.
 */
export function winnersOf(pairs: readonly Pair[], scores: Scores, players: readonly number[]): readonly number[] {
  const joined = new Map(players.map((userId, index) => [userId, index]))
  return pairs.flatMap(({ home, away }) => {
    const there = [home, away].filter((userId): userId is number => userId !== null && joined.has(userId))
    const [best] = there.toSorted(
      (a, b) => byScore(scoreOf(scores, a), scoreOf(scores, b)) || joined.get(a)! - joined.get(b)!,
    )
    return best === undefined ? [] : [best]
  })
}

/** The players of all pairs, each once. */
export const playersIn = (pairs: readonly Pair[]): readonly number[] =>
  pairs.flatMap(({ home, away }) => (away === null ? [home] : [home, away]))

function shuffled<T>(items: readonly T[], below: (bound: number) => number): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = below(last + 1)
    const item = result[last]!
    result[last] = result[other]!
    result[other] = item
  }
  return result
}
