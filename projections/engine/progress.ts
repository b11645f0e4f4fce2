import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { TermEnded } from '../../src/kernel/term-ended.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'

/** Whether `at` has reached a position. */
export const isAtLeast = (log: Pick<EventLog, 'compare'>, at: Position | null, position: Position): boolean =>
  at !== null && log.compare(at, position) >= 0

interface Waiter {
  readonly position: Position
  readonly behind: Set<string>
  resolve(behind: readonly string[]): void
}

export type Progress = ReturnType<typeof createProgress>

/** Tracks the position of each group and reactor known to this node, and the callers waiting for it. */
export function createProgress(
  log: Pick<EventLog, 'compare'>,
  groups: readonly ProjectionGroup[],
  reactors: readonly Reactor[],
) {
  const passed = new Map<string, Position>()
  const halted = new Set<string>()
  const waiters = new Set<Waiter>()
  const dependencies = new Map(reactors.map((reactor) => [reactor.name, reactor.dependsOn?.group]))

  const positionOf = (name: string): Position | null => passed.get(name) ?? null

  const isStopped = (name: string): boolean => halted.has(name) || halted.has(dependencies.get(name) ?? '')

  function settle(waiter: Waiter): void {
    for (const name of waiter.behind) if (isAtLeast(log, positionOf(name), waiter.position)) waiter.behind.delete(name)
    if ([...waiter.behind].every(isStopped)) waiter.resolve([...waiter.behind])
  }

  /**
   * Resolves when all have passed the position or are halted, or after the timeout; returns the names of those that have not passed it.
   * Throws `TermEnded` when aborted.
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
    /** Records a position; an earlier one is ignored. */
    set(name: string, position: Position): void {
      if (isAtLeast(log, positionOf(name), position)) return
      passed.set(name, position)
      for (const waiter of waiters) if (waiter.behind.has(name)) settle(waiter)
    },
    /** Forgets all positions: after a purge reactors restart from the beginning of the log. */
    forget: () => passed.clear(),
    /** Halted (paused, or being rebuilt for a new version): callers wait neither for it nor for reactors that depend on it. */
    setHalted(name: string, isHalted: boolean): void {
      if (halted.has(name) === isHalted) return
      if (!isHalted) halted.delete(name)
      else {
        halted.add(name)
        for (const waiter of waiters) settle(waiter)
      }
    },
    /** Waits for projections and reactors. If `termOf` returns a signal, they throw `TermEnded` when it is aborted. */
    waits: (termOf: () => AbortSignal | undefined) => ({
      /** Returns the groups that handle one of these event types and have not passed the position in time, or are halted. */
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
      /** False when the group or reactor has not passed the position in time, or is halted, as is a reactor whose group is. */
      async waitForReactor(name: string, position: Position | null, timeoutMs: number): Promise<boolean> {
        if (position === null) return true
        return (await wait([name], position, timeoutMs, termOf())).length === 0
      },
    }),
  }
}
