import type { Position, RecordedEvent } from './event.ts'

/** What clears of simulated data have taken back. For whoever reads the log it is not there (docs/decisions/0038). */
export interface Clearings {
  /** Resolves once the last clear is known; throws while the store that knows is away. */
  ready(): Promise<void>
  /** Whether an event has been taken back. */
  hides(event: RecordedEvent): boolean
  /** Takes over the place of a clear. */
  moveTo(position: Position): void
  /** Hears of every clear after which what was folded before is old. */
  onMoved(listener: () => void): void
}

interface ClearingsOptions {
  /** The types that a clear takes back where they are marked. */
  readonly types: readonly string[]
  readonly compare: (a: Position, b: Position) => number
  /** The place of the last clear; null: there was none. */
  readonly find: () => Promise<Position | null>
}

/** Keeps the place of the last clear: what is marked and stands before it is taken back. */
export function createClearings({ types, compare, find }: ClearingsOptions): Clearings {
  const taken = new Set(types)
  const listeners: (() => void)[] = []
  let last: Position | null = null
  let finding: Promise<void> | undefined

  function moveTo(position: Position): void {
    if (last !== null && compare(position, last) <= 0) return
    last = position
    for (const listener of listeners) listener()
  }

  async function look(): Promise<void> {
    try {
      const found = await find()
      if (found !== null) moveTo(found)
    } catch (error) {
      finding = undefined
      throw error
    }
  }

  return {
    ready() {
      finding ??= look()
      return finding
    },
    hides: (event) => last !== null && isMarked(event) && taken.has(event.type) && compare(event.position, last) < 0,
    moveTo,
    onMoved: (listener) => void listeners.push(listener),
  }
}

/** Made by the testing tool, or said while what it made stood. */
const isMarked = ({ metadata }: RecordedEvent): boolean =>
  metadata.simulated === true || metadata.underSimulation === true
