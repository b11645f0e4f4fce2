import type { Game } from './game.ts'

/** One thing that must hold, and what was seen of it. */
export interface Check {
  /** What must hold, with its figure. */
  readonly holds: string
  readonly seen: string
  readonly ok: boolean
  /** What failed one by one, for below the table; left out where `seen` says it all. */
  readonly details?: readonly string[]
}

/** Something that a stranger or a player may try, and what must hold meanwhile and afterwards. */
export interface Attack {
  readonly name: string
  /** What it does, in a line. */
  readonly does: string
  /** Runs it against the game; bounded in count and time, also where nothing holds. */
  run(game: Game): Promise<readonly Check[]>
}

/** How often each answer came, e.g. `200 × 201, 5 × 429`. */
export function counted(kinds: Iterable<string | number>): string {
  const counts = new Map<string | number, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count.toLocaleString('en')} × ${kind}`).join(', ') || 'nothing'
}

export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`
