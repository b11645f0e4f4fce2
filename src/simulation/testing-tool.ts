import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import { type BegunRow, gameweeksOf, type Runs } from '../areas/testing/runs.ts'
import { type BegunRun, type TestingTool, TestRefused, type TestTask } from '../areas/testing/tool.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { isStoreUnavailable } from '../kernel/store-unavailable.ts'
import { createRunOfSteps, type RunOfSteps, StopRequested } from './test-run.ts'

/** How often the progress of a run is noted. */
const NOTE_MS = 500
const BUSY = 'Another run goes on. One run at a time; yours can start when it ends.'

interface TestingToolDependencies {
  readonly runs: Runs
  readonly engine: Pick<ProjectionEngine, 'announce'>
  readonly clock: Clock
  readonly logger: Logger
  /** Does a task, step by step; gives what it did, in a sentence. */
  readonly work: (task: TestTask, run: RunOfSteps) => Promise<string>
}

/** Runs tasks one at a time, on all nodes and terminals, and notes how far they are for whoever looks. */
export function createTestingTool({ runs, engine, clock, logger, work }: TestingToolDependencies): TestingTool {
  const announce = () => engine.announce([{ room: 'admins', topic: 'testing' }])
  /** The run that this process carries. */
  let own: RunOfSteps | null = null

  /** Notes how far a run is until it is over, and whether it has to stop. */
  async function note(id: number, run: RunOfSteps, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(NOTE_MS, undefined, { ref: false, signal: over }).catch(() => undefined)
      if (over.aborted) return
      try {
        const { goes, isStopRequested } = await runs.note(id, run.now())
        if (!goes || isStopRequested) run.stop()
        await announce()
      } catch {
        // The store is away: the next note says what this one would have said.
      }
    }
  }

  async function carry(begun: BegunRow, task: TestTask): Promise<void> {
    const { id } = begun
    const run = createRunOfSteps(begun, (plan) => runs.remember(id, plan))
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
      if (error instanceof StopRequested)
        return end('stopped', 'Stopped. What is done stays until a clear; the same run again goes on from here.', null)
      const sentence = error instanceof TestRefused ? error.message : sentenceOf(error)
      if (isStoreUnavailable(error) || isStop(error))
        logger.warn({ err: error, run: id }, 'testing: a run was broken off')
      else if (!(error instanceof TestRefused)) logger.error({ err: error, run: id }, 'testing: a run failed')
      await end('failed', null, sentence).catch((fault) => logger.warn({ err: fault }, 'testing: a run was not closed'))
      throw error
    }
  }

  // A request's patience with stores is no run's, which goes on when the page is left.
  const begin = AsyncResource.bind(async (task: TestTask, by: number | null): Promise<BegunRun> => {
    const begun = await runs.begin({ task, by, at: isoNow(clock) })
    if (begun === null) throw new TestRefused(BUSY)
    const ended = carry(begun, task)
    ended.catch(() => undefined)
    return { id: begun.id, ended }
  })

  return {
    begin,
    /** Stops the run in front of its next step, within `NOTE_MS` where another process carries it. */
    stop(): Promise<boolean> {
      own?.stop()
      return runs.requestStop()
    },
  }
}

/** What whoever waits for the engine is told when the node stops. */
const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function sentenceOf(error: unknown): string {
  if (isStop(error)) return 'The server has stopped. What is done stays; the same run again goes on from here.'
  return isStoreUnavailable(error)
    ? 'A store is away. What is done stays; the same run again goes on from here.'
    : 'Something went wrong; the log of the server says what'
}
