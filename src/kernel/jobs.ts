import cron from 'node-cron'
import { type Clock, isoNow } from './clock.ts'
import { PlayPaused } from './event-log.ts'
import type { FieldLogger } from './logger.ts'
import { TermEnded } from './term-ended.ts'

/** Scheduled work that runs on one node only. */
export interface Job {
  readonly name: string
  /** Cron expression in UTC; with six fields, the first one is seconds. */
  readonly schedule: string
  /** `at`: the present time, ISO 8601 UTC. Must tolerate repeated and missed runs: nodes and clocks stop. */
  run(at: string): Promise<void>
}

/** Longest timer, in milliseconds. When it fires, a clock that was set back is detected. */
const LONGEST_MS = 3_600_000

/** Outcome of a run: `busy` while the previous run is active, `elsewhere` when another node is the leader. */
type JobOutcome = 'done' | 'failed' | 'busy' | 'elsewhere'

interface JobsOptions {
  readonly jobs: readonly Job[]
  /** Jobs run only on the leader: the node that projects. */
  readonly isLeader: () => boolean
  readonly clock: Clock
  readonly logger: Pick<FieldLogger, 'error'>
  onFailure(job: string): void
}

/** Creates the scheduler of the jobs. Throws on an invalid schedule. */
export function createJobs({ jobs, isLeader, clock, logger, onFailure }: JobsOptions) {
  const running = new Map<string, Promise<JobOutcome>>()
  const timers = jobs.map((job) => scheduleTimer(job.schedule, () => void attempt(job)))
  let stopped = false

  async function attempt(job: Job): Promise<JobOutcome> {
    if (stopped || !isLeader()) return 'elsewhere'
    if (running.has(job.name)) return 'busy'
    const run = job.run(isoNow(clock)).then(
      (): JobOutcome => 'done',
      (error: unknown): JobOutcome => {
        // Not a fault: the next run does the remaining work, perhaps on the node that leads then.
        const isOver = stopped || !isLeader() || error instanceof TermEnded || error instanceof PlayPaused
        if (!isOver) {
          logger.error({ job: job.name, err: error }, 'job failed')
          onFailure(job.name)
        }
        return 'failed'
      },
    )
    running.set(job.name, run)
    try {
      return await run
    } finally {
      running.delete(job.name)
    }
  }

  return {
    start(): void {
      for (const timer of timers) timer.start()
    },
    /** Starts no new runs and waits for the active ones. */
    async stop(): Promise<void> {
      stopped = true
      for (const timer of timers) timer.stop()
      await Promise.all(running.values())
    },
    /** Runs a job now, under the same rules as its schedule. Throws on an unknown name. */
    run(name: string): Promise<JobOutcome> {
      const job = jobs.find((each) => each.name === name)
      if (!job) throw new Error(`there is no job named ${name}`)
      return attempt(job)
    },
  }
}

/**
 * Calls `fire` at the times of a schedule, and once for all times that a sleeping machine missed. A started node-cron task
 * iterates over each missed time: after a weekend of a job every other second, that blocks the process for minutes.
 */
function scheduleTimer(schedule: string, fire: () => void): { start(): void; stop(): void } {
  const task = cron.createTask(schedule, () => undefined, { timezone: 'UTC' })
  let timer: NodeJS.Timeout | undefined
  function arm(): void {
    const next = task.getNextRuns(1)[0]!.getTime()
    timer = setTimeout(
      () => {
        if (Date.now() >= next) fire()
        arm()
      },
      Math.min(Math.max(next - Date.now(), 0), LONGEST_MS),
    )
  }
  return {
    start: arm,
    stop() {
      clearTimeout(timer)
      void task.destroy()
    },
  }
}
