import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { TermEnded } from './faults.ts'

/** Whether `at` is at a position or beyond it. */
export const isAtLeast = (log: Pick<EventLog, 'compare'>, at: Position | null, position: Position): boolean =>
  at !== null && log.compare(at, position) >= 0

interface Waiter {
  readonly position: Position
  readonly behind: Set<string>
  resolve(behind: readonly string[]): void
}

export type Progress = ReturnType<typeof createProgress>

/** The position of each group and reactor, as this node knows it, and who waits for it. */
export function createProgress(
  log: Pick<EventLog, 'compare'>,
  groups: readonly ProjectionGroup[],
  reactors: readonly Reactor[],
) {
  const passed = new Map<string, Position>()
  const halted = new Set<string>()
  const waiters = new Set<Waiter>()
  const worksFrom = new Map(reactors.map((reactor) => [reactor.name, reactor.dependsOn?.group]))

  const positionOf = (name: string): Position | null => passed.get(name) ?? null

  const standsStill = (name: string): boolean => halted.has(name) || halted.has(worksFrom.get(name) ?? '')

  function settle(waiter: Waiter): void {
    for (const name of waiter.behind) if (isAtLeast(log, positionOf(name), waiter.position)) waiter.behind.delete(name)
    if ([...waiter.behind].every(standsStill)) waiter.resolve([...waiter.behind])
  }

  /**
   * Resolves when all have passed the position or stand still, or after the timeout, with the names of those behind. Throws
   * `TermEnded` when aborted.
   */
  function wait(
    names: readonly string[],
    position: Position,
    timeoutMs: number,
    term?: AbortSignal,
  ): Promise<readonly string[]> {
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
  }

  return {
    get: positionOf,
    /** Never goes back. */
    set(name: string, position: Position): void {
      if (isAtLeast(log, positionOf(name), position)) return
      passed.set(name, position)
      for (const waiter of waiters) if (waiter.behind.has(name)) settle(waiter)
    },
    /** Reactors begin anew: positions are unknown until they are set again. */
    forget: () => passed.clear(),
    /** A halted one (paused, or being rebuilt for a new version) is not waited for, nor a reactor that works from it. */
    setHalted(name: string, isHalted: boolean): void {
      if (halted.has(name) === isHalted) return
      if (!isHalted) halted.delete(name)
      else {
        halted.add(name)
        for (const waiter of waiters) settle(waiter)
      }
    },
    /** Waits for projections and reactors. They throw `TermEnded` once the signal of `termOf` is aborted, where it gives one. */
    waits: (termOf: () => AbortSignal | undefined) => ({
      /** Names of the groups handling one of these event types that have not passed the position in time, or stand still. */
      async waitFor(
        position: Position | null,
        types: readonly string[],
        timeoutMs: number,
      ): Promise<readonly string[]> {
        if (position === null) return []
        const handling = groups.filter(({ events }) => events.some((type) => types.includes(type)))
        const names = handling.map(({ name }) => name)
        return names.length === 0 ? [] : wait(names, position, timeoutMs, termOf())
      },
      /** False when the group or reactor has not passed the position in time, or stands still: paused, or the tables it works from are. */
      async waitForReactor(name: string, position: Position | null, timeoutMs: number): Promise<boolean> {
        if (position === null) return true
        return (await wait([name], position, timeoutMs, termOf())).length === 0
      },
    }),
  }
}
