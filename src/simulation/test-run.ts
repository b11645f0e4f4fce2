import type { TestCounts, TestStep } from '../areas/testing/contract.ts'
import { type BegunRow, noCounts, type RunProgress } from '../areas/testing/runs.ts'
import { mapLimited } from '../kernel/map-limited.ts'

/** Thrown in front of a step of a run that somebody has asked to stop. */
export class StopRequested extends Error {
  override readonly name = 'StopAsked'
}

type Step = { -readonly [Field in keyof TestStep]: TestStep[Field] }

/** Items of a step that are worked on side by side. */
const SIDE = 8

export type RunOfSteps = ReturnType<typeof createRunOfSteps>

/** A run: its steps, planned when it begins, and the counts of what it has made so far. */
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
    /** It goes on where an earlier run of the same task ended. */
    isResumed: first !== id,
    /** Names of the steps, in order. */
    plan(names: readonly string[]): void {
      steps = names.map((name) => ({ name, state: 'waiting', done: 0, total: null }))
    },
    /** The next step throws `StopAsked`. */
    stop(): void {
      isStopped = true
    },
    /** Does the next step. `advance`: so many more are done, of the number given to `expect`. */
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
    /** Does the next step, for so many items side by side. */
    each<T, R>(items: readonly T[], work: (item: T) => Promise<R>, limit: number = SIDE): Promise<R[]> {
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
    /** What an earlier run has planned under this name, else the result of `make`, kept for a run that resumes this one. */
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
