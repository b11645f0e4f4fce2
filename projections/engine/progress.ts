import type { Position } from '../../src/kernel/event.ts'
import { TermEnded } from './faults.ts'

/** How far each group and reactor has come, as this node knows, and who waits for it. */
export interface Progress {
  /** Never goes back. */
  set(name: string, position: Position): void
  get(name: string): Position | null
  /** Reactors were taken back: nothing is known any more until it is said anew. */
  forget(): void
  /** A halted one (paused, or being rebuilt for a new version) is not waited for, nor a reactor that works from it. */
  setHalted(name: string, halted: boolean): void
  /**
   * Resolves when all have passed the position, or stand still, or the time is over, with the names of those behind; throws
   * `TermEnded` when aborted.
   */
  wait(names: readonly string[], position: Position, timeoutMs: number, term?: AbortSignal): Promise<readonly string[]>
}

interface Waiter {
  readonly position: Position
  readonly behind: Set<string>
  resolve(behind: readonly string[]): void
}

/** `worksFrom`: the group that a reactor works from, by the reactor's name. */
export function createProgress(
  compare: (a: Position, b: Position) => number,
  worksFrom: ReadonlyMap<string, string> = new Map(),
): Progress {
  const passed = new Map<string, Position>()
  const halted = new Set<string>()
  const waiters = new Set<Waiter>()

  const hasPassed = (name: string, position: Position) => {
    const at = passed.get(name)
    return at !== undefined && compare(at, position) >= 0
  }

  const standsStill = (name: string): boolean => halted.has(name) || halted.has(worksFrom.get(name) ?? '')

  function settle(waiter: Waiter): void {
    for (const name of waiter.behind) if (hasPassed(name, waiter.position)) waiter.behind.delete(name)
    if ([...waiter.behind].every(standsStill)) waiter.resolve([...waiter.behind])
  }

  return {
    set(name, position) {
      const at = passed.get(name)
      if (at !== undefined && compare(at, position) >= 0) return
      passed.set(name, position)
      for (const waiter of waiters) if (waiter.behind.has(name)) settle(waiter)
    },
    get: (name) => passed.get(name) ?? null,
    forget: () => passed.clear(),
    setHalted(name, isHalted) {
      if (halted.has(name) === isHalted) return
      if (!isHalted) halted.delete(name)
      else {
        halted.add(name)
        for (const waiter of waiters) settle(waiter)
      }
    },
    wait(names, position, timeoutMs, term) {
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiters.delete(waiter)
          term?.removeEventListener('abort', ended)
        }
        const waiter: Waiter = {
          position,
          behind: new Set(names),
          resolve(behind) {
            end()
            resolve(behind)
          },
        }
        const ended = () => {
          end()
          reject(new TermEnded('this node does not lead any more'))
        }
        const timer = setTimeout(() => waiter.resolve([...waiter.behind]), timeoutMs)
        if (term?.aborted) return ended()
        term?.addEventListener('abort', ended)
        waiters.add(waiter)
        settle(waiter)
      })
    },
  }
}
