import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import { type BegunRow, gameweeksOf, type Runs } from '../areas/testing/runs.ts'
import { type BegunRun, type TestingTool, TestRefused, type TestTask } from '../areas/testing/tool.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { isStoreUnavailable } from '../kernel/store-unavailable.ts'
import { createRunOfSteps, type RunOfSteps, StopRequested } from './test-run.ts'

/** Milliseconds between two records of a run's progress. */
const NOTE_MS = 500
const RESUMPTION = 'Completed steps stay. Start the same run again to resume it.'
const BUSY = 'Another run is in progress. Yours can start when it ends.'

interface TestingToolDependencies {
  readonly runs: Runs
  readonly engine: Pick<ProjectionEngine, 'announce'>
  readonly clock: Clock
  readonly logger: Logger
  /** Runs a task step by step; returns a sentence about its outcome. */
  readonly work: (task: TestTask, run: RunOfSteps) => Promise<string>
}

/** Runs tasks one at a time across all nodes and terminals, and records their progress. */
export function createTestingTool({ runs, engine, clock, logger, work }: TestingToolDependencies): TestingTool {
  const announce = () => engine.announce([{ room: 'admins', topic: 'testing' }])
  /** The run of this process. */
  let own: RunOfSteps | null = null

  /** Records the progress of a run until it is over, and stops it on request. */
  async function note(id: number, run: RunOfSteps, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(NOTE_MS, undefined, { ref: false, signal: over }).catch(() => undefined)
      if (over.aborted) return
      try {
        const { isOpen, isStopRequested } = await runs.storeProgress(id, run.now())
        if (!isOpen || isStopRequested) run.stop()
        await announce()
      } catch {
        // The store is unavailable: the next record includes this progress.
      }
    }
  }

  async function execute(begun: BegunRow, task: TestTask): Promise<void> {
    const { id } = begun
    const run = createRunOfSteps(begun, (plan) => runs.storePlan(id, plan))
    run.gameweeks = gameweeksOf(task)
    own = run
    const over = new AbortController()
    const noting = note(id, run, over.signal)
    const end = async (state: 'done' | 'stopped' | 'failed', message: string | null, error: string | null) => {
      over.abort()
      await noting
      await runs.end(id, run.now(), { state, at: isoNow(clock), message, error })
      await announce()
    }
    try {
      await end('done', await work(task, run), null)
    } catch (error) {
      if (error instanceof StopRequested) return end('stopped', `Stopped. ${RESUMPTION}`, null)
      const sentence = error instanceof TestRefused ? error.message : sentenceOf(error)
      if (isStoreUnavailable(error) || isStop(error))
        logger.warn({ err: error, run: id }, 'testing: a run was interrupted')
      else if (!(error instanceof TestRefused)) logger.error({ err: error, run: id }, 'testing: a run failed')
      await end('failed', null, sentence).catch((fault) => logger.warn({ err: fault }, 'testing: a run was not closed'))
      throw error
    }
  }

  // The deadline of a request must not apply to a run, which continues after the response.
  const begin = AsyncResource.bind(async (task: TestTask, by: number | null): Promise<BegunRun> => {
    const begun = await runs.begin({ task, by, at: isoNow(clock) })
    if (begun === null) throw new TestRefused(BUSY)
    const ended = execute(begun, task)
    ended.catch(() => undefined)
    return { id: begun.id, ended }
  })

  return {
    begin,
    /** Stops the run before its next step; in another process within `NOTE_MS`. */
    async stop(): Promise<boolean> {
      // A run of this process that stopped first would be over by the time of the request.
      const isRunning = await runs.requestStop()
      own?.stop()
      return isRunning
    },
  }
}

/** Whether a wait for the engine was aborted because the node stops. */
const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function sentenceOf(error: unknown): string {
  if (isStop(error)) return `The server has stopped. ${RESUMPTION}`
  return isStoreUnavailable(error)
    ? `A store is unavailable. ${RESUMPTION}`
    : 'Something went wrong. The server log contains the reason.'
}
