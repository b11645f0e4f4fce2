import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { isStoreAway } from '../kernel/store-away.ts'
import type { RunProgress, Runs } from '../testing/runs.ts'
import { type BegunRun, type TestingTool, TestRefused, type TestTask } from '../testing/tool.ts'
import { createRunOfSteps, type RunOfSteps, StopAsked } from './test-run.ts'

/** How often a run is noted at most, and at least. */
const NOTE_MS = 300
const BEAT_MS = 3_000
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
  async function carry(id: number, task: TestTask): Promise<void> {
    const noting = createNoting(id, runs, () => engine.announce([{ room: 'admins', topic: 'testing' }]))
    const run = createRunOfSteps(noting.changed, () => {
      if (noting.mustStop()) throw new StopAsked()
    })
    run.gameweeks = gameweeksOf(task)
    noting.of(run.now)
    const end = async (state: 'done' | 'stopped' | 'failed', message: string | null, error: string | null) => {
      await noting.stop()
      await runs.end(id, run.now(), { state, at: isoNow(clock), message, error })
      await engine.announce([{ room: 'admins', topic: 'testing' }])
    }
    try {
      await end('done', await work(task, run), null)
    } catch (error) {
      if (error instanceof StopAsked) return end('stopped', 'Stopped. What is done stays until a clear.', null)
      const sentence = error instanceof TestRefused ? error.message : sentenceOf(error)
      if (isStoreAway(error) || isStop(error)) logger.warn({ err: error, run: id }, 'testing: a run was broken off')
      else if (!(error instanceof TestRefused)) logger.error({ err: error, run: id }, 'testing: a run failed')
      await end('failed', null, sentence).catch((fault) => logger.warn({ err: fault }, 'testing: a run was not closed'))
      throw error
    }
  }

  // A request's patience with stores is no run's, which goes on when the page is left.
  const begin = AsyncResource.bind(async (task: TestTask, by: number | null): Promise<BegunRun> => {
    const gameweeks = gameweeksOf(task)
    const seed = 'seed' in task ? task.seed : null
    const id = await runs.begin({ kind: task.kind, gameweeks, seed, by, at: isoNow(clock) })
    if (id === null) throw new TestRefused(BUSY)
    const ended = carry(id, task)
    ended.catch(() => undefined)
    return { id, ended }
  })

  return { begin, stop: runs.askToStop }
}

/** Those that an order names; the others are found when the run begins. */
const gameweeksOf = (task: TestTask): readonly number[] => ('gameweek' in task ? [task.gameweek] : [])

/** What whoever waits for the engine is told when the node stops. */
const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function sentenceOf(error: unknown): string {
  if (isStop(error)) return 'The server has stopped. What is done stays; the same run again goes on from here.'
  return isStoreAway(error)
    ? 'A store is away. What is done stays; the same run again goes on from here.'
    : 'Something went wrong; the log of the server says what'
}

/** Notes how far a run is, now and then and at least every few seconds; hears whether it is to stop. */
function createNoting(id: number, runs: Pick<Runs, 'note'>, announce: () => Promise<void>) {
  let now: (() => RunProgress) | undefined
  let isChanged = false
  let isOver = false
  let mustStop = false
  let notedAt = Number.NEGATIVE_INFINITY

  async function goOn(): Promise<void> {
    while (!isOver) {
      await sleep(NOTE_MS, undefined, { ref: false })
      if (isOver || !now || (!isChanged && performance.now() - notedAt < BEAT_MS)) continue
      isChanged = false
      notedAt = performance.now()
      try {
        const { goes, isStopAsked } = await runs.note(id, now())
        if (!goes || isStopAsked) mustStop = true
        await announce()
      } catch {
        // The store is away: the next note says what this one would have said.
        isChanged = true
      }
    }
  }

  const noting = goOn()
  return {
    of(progress: () => RunProgress) {
      now = progress
    },
    changed() {
      isChanged = true
    },
    mustStop: () => mustStop,
    async stop() {
      isOver = true
      await noting
    },
  }
}
