import type { RoundScore } from './events.ts'

/** Match points by user; a missing user has none. */
export type Scores = ReadonlyMap<number, RoundScore>

export const scoresOf = (scores: readonly RoundScore[]): Scores => new Map(scores.map((score) => [score.userId, score]))

export const scoreOf = (scores: Scores, userId: number): RoundScore =>
  scores.get(userId) ?? { userId, points: 0, exactScores: 0 }

/** Sorts better first: points, then exact scores. 0: equal, the order of joining decides. */
export const byScore = (a: RoundScore, b: RoundScore): number => b.points - a.points || b.exactScores - a.exactScores

/** From best to last: points, exact scores, then the earlier joined. `players` are in order of joining. */
export const ranked = (players: readonly number[], scores: Scores): readonly RoundScore[] =>
  players.map((userId) => scoreOf(scores, userId)).toSorted(byScore)
