import type { TestCounts, TestStep } from '../contracts/testing.ts'
import { noCounts, type RunProgress } from '../testing/runs.ts'

/** Thrown in a run that somebody has asked to stop. */
export class StopAsked extends Error {
  override readonly name = 'StopAsked'
}

interface Step {
  readonly name: string
  state: TestStep['state']
  done: number
  total: number | null
}

/** A run as it goes: its steps, planned when it begins, and what it has made so far. */
export interface RunOfSteps {
  gameweeks: readonly number[]
  /** Names of the steps, in order. */
  plan(names: readonly string[]): void
  /** Does the next step. `advance` says that so many more are done, of `total`. Throws `StopAsked` in front of one. */
  step<T>(work: (advance: (done: number) => void, expect: (total: number) => void) => Promise<T>): Promise<T>
  made(kind: keyof TestCounts, count: number): void
  readonly counts: TestCounts
  now(): RunProgress
}

/** `changed` is told of every change; `mayGoOn` throws where the run has to end in front of a step. */
export function createRunOfSteps(changed: () => void, mayGoOn: () => void): RunOfSteps {
  const counts: Record<keyof TestCounts, number> = { ...noCounts }
  let steps: Step[] = []
  let next = 0

  const shareOf = ({ state, done, total }: Step): number =>
    state === 'done' ? 1 : total ? Math.min(1, done / total) : 0

  const run: RunOfSteps = {
    gameweeks: [],
    plan(names) {
      steps = names.map((name) => ({ name, state: 'waiting', done: 0, total: null }))
      changed()
    },
    async step(work) {
      mayGoOn()
      const step = steps[next++]!
      step.state = 'running'
      changed()
      const result = await work(
        (done) => {
          step.done += done
          changed()
        },
        (total) => {
          step.total = total
          changed()
        },
      )
      step.state = 'done'
      changed()
      return result
    },
    made(kind, count) {
      counts[kind] += count
      changed()
    },
    counts,
    now: () => ({
      gameweeks: run.gameweeks,
      counts: { ...counts },
      steps: steps.map((step) => ({ ...step })),
      percent:
        steps.length === 0 ? 0 : Math.floor((100 * steps.reduce((sum, step) => sum + shareOf(step), 0)) / steps.length),
    }),
  }
  return run
}
