import type { Game } from './game.ts'

/** A condition that must hold, with the observed result. */
export interface Check {
  /** The condition, with its figure. */
  readonly holds: string
  readonly seen: string
  readonly ok: boolean
  /** Single failures, printed below the table; absent if `seen` is sufficient. */
  readonly details?: readonly string[]
}

/** An attempt by strangers or players, and the conditions that must hold during and after it. */
export interface Attack {
  readonly name: string
  /** Summary in a line. */
  readonly does: string
  /** Runs it against the game. Count and time are bounded, even if nothing holds. */
  run(game: Game): Promise<readonly Check[]>
}

/** Number of responses by kind, e.g. `200 × 201, 5 × 429`. */
export function counted(kinds: Iterable<string | number>): string {
  const counts = new Map<string | number, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count.toLocaleString('en')} × ${kind}`).join(', ') || 'nothing'
}

export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`
