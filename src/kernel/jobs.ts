import cron from 'node-cron'
import { type Clock, isoNow } from './clock.ts'
import { PlayPaused } from './event-log.ts'
import type { FieldLogger } from './logger.ts'

/** Something done by the clock, on one node of all. */
export interface Job {
  readonly name: string
  /** Cron expression in UTC, with seconds in front where it has six fields. */
  readonly schedule: string
  /** Given the present time, ISO 8601 UTC. A repeat or a missed run must do no harm: nodes and clocks stop. */
  run(at: string): Promise<void>
}

/** Longest time that a timer is set for: a clock that was moved back is noticed then. */
const LONGEST_MS = 3_600_000

/** What became of a run: `busy` while the last one is under way, `elsewhere` where another node leads. */
type JobOutcome = 'done' | 'failed' | 'busy' | 'elsewhere'

interface JobsOptions {
  readonly jobs: readonly Job[]
  /** Jobs run only where this says so: the node that projects. */
  readonly isLeader: () => boolean
  readonly clock: Clock
  readonly logger: Pick<FieldLogger, 'error'>
}

/** Jobs under one owner. Throws on a schedule that is not one. */
export function createJobs({ jobs, isLeader, clock, logger }: JobsOptions) {
  const running = new Map<string, Promise<JobOutcome>>()
  const rings = jobs.map((job) => ringing(job.schedule, () => void attempt(job)))
  let stopped = false

  async function attempt(job: Job): Promise<JobOutcome> {
    if (stopped || !isLeader()) return 'elsewhere'
    if (running.has(job.name)) return 'busy'
    const run = job.run(isoNow(clock)).then(
      (): JobOutcome => 'done',
      (error: unknown): JobOutcome => {
        // No fault: its next run finds what is still to be done.
        if (!(error instanceof PlayPaused)) logger.error({ job: job.name, err: error }, 'job failed')
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
      for (const ring of rings) ring.start()
    },
    /** Begins nothing new and waits for what runs. */
    async stop(): Promise<void> {
      stopped = true
      for (const ring of rings) ring.stop()
      await Promise.all(running.values())
    },
    /** Runs a job now, under the same rules as its schedule. Throws on an unknown name. */
    run(name: string): Promise<JobOutcome> {
      const job = jobs.find((each) => each.name === name)
      if (!job) throw new Error(`no job is called ${name}`)
      return attempt(job)
    },
  }
}

/**
 * Rings at the times of a schedule. Those that a machine has slept through ring once when it wakes: a task of node-cron that is started looks at each of
 * them in one go, which after a weekend of every other second answers nobody for minutes.
 */
function ringing(schedule: string, ring: () => void): { start(): void; stop(): void } {
  const task = cron.createTask(schedule, () => undefined, { timezone: 'UTC' })
  let timer: NodeJS.Timeout | undefined
  function arm(): void {
    const next = task.getNextRuns(1)[0]!.getTime()
    timer = setTimeout(
      () => {
        if (Date.now() >= next) ring()
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
