import type { TestCounts, TestStep } from '../areas/testing/contract.ts'
import { type BegunRow, noCounts, type RunProgress } from '../areas/testing/runs.ts'
import { mapLimited } from '../kernel/map-limited.ts'

/** Thrown before the next step of a run after a stop was requested. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested'
}

type Step = { -readonly [Field in keyof TestStep]: TestStep[Field] }

/** Number of concurrent items in a step. */
const CONCURRENCY = 8

export type RunOfSteps = ReturnType<typeof createRunOfSteps>

/** A run: its steps, planned when it begins, and counts of the created data. */
export function createRunOfSteps(
  { id, first, plan: begun }: BegunRow,
  remember: (plan: Readonly<Record<string, unknown>>) => Promise<void>,
) {
  const plan: Record<string, unknown> = { ...begun }
  const counts: Record<keyof TestCounts, number> = { ...noCounts }
  let steps: Step[] = []
  let next = 0
  let isStopped = false

  const shareOf = ({ state, done, total }: Step): number =>
    state === 'done' ? 1 : total ? Math.min(1, done / total) : 0

  const run = {
    gameweeks: [] as readonly number[],
    counts: counts as TestCounts,
    /** Whether it resumes an earlier run of the same task. */
    isResumed: first !== id,
    /** Sets the names of the steps, in order. */
    plan(names: readonly string[]): void {
      steps = names.map((name) => ({ name, state: 'waiting', done: 0, total: null }))
    },
    /** Makes the next step throw `StopRequested`. */
    stop(): void {
      isStopped = true
    },
    /** Runs the next step. `expect` sets the total of its progress; `advance` adds to it. */
    async step<T>(work: (advance: (done: number) => void, expect: (total: number) => void) => Promise<T>): Promise<T> {
      if (isStopped) throw new StopRequested()
      const step = steps[next++]!
      step.state = 'running'
      const result = await work(
        (done) => {
          step.done += done
        },
        (total) => {
          step.total = total
        },
      )
      step.state = 'done'
      return result
    },
    /** Runs the next step for each item, `limit` at a time. */
    each<T, R>(items: readonly T[], work: (item: T) => Promise<R>, limit: number = CONCURRENCY): Promise<R[]> {
      return run.step((advance, expect) => {
        expect(items.length)
        return mapLimited(items, limit, async (item) => {
          const result = await work(item)
          advance(1)
          return result
        })
      })
    },
    made(kind: keyof TestCounts, count: number): void {
      counts[kind] += count
    },
    /** Base of event ids for a step of the task: the same in every run that resumes it, so that repeating the step has no effect. */
    idBase: (step: string): string => `test run ${first}/${step}`,
    /** Returns the value that an earlier run has stored under this name, otherwise stores the result of `make`. */
    async recall<T>(name: string, make: () => Promise<T>): Promise<T> {
      if (!Object.hasOwn(plan, name)) {
        plan[name] = await make()
        await remember(plan)
      }
      return plan[name] as T
    },
    now(): RunProgress {
      const done = steps.reduce((sum, step) => sum + shareOf(step), 0)
      const percent = steps.length === 0 ? 0 : Math.floor((100 * done) / steps.length)
      return { gameweeks: run.gameweeks, counts, steps, percent }
    },
  }
  return run
}
