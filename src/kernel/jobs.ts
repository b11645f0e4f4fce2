import cron, { type ScheduledTask } from 'node-cron'
import { type Clock, isoNow } from './clock.ts'

/** Something done by the clock, on one node of all. */
export interface Job {
  readonly name: string
  /** Cron expression in UTC, with seconds in front where it has six fields. */
  readonly schedule: string
  /** Given the present time, ISO 8601 UTC. A repeat or a missed run must do no harm: nodes and clocks stop. */
  run(at: string): Promise<void>
}

/** What became of a run: `busy` while the last one is under way, `elsewhere` where another node leads. */
type JobOutcome = 'done' | 'failed' | 'busy' | 'elsewhere'

export interface Jobs {
  start(): void
  /** Begins nothing new and waits for what runs. */
  stop(): Promise<void>
  /** Runs a job now, under the same rules as its schedule. Throws on an unknown name. */
  run(name: string): Promise<JobOutcome>
}

interface JobsOptions {
  readonly jobs: readonly Job[]
  /** Jobs run only where this says so: the node that projects. */
  readonly isLeader: () => boolean
  readonly clock: Clock
  readonly logger: { error(fields: object, message: string): void }
}

/** Jobs under one owner. Throws on a schedule that is not one. */
export function createJobs({ jobs, isLeader, clock, logger }: JobsOptions): Jobs {
  const running = new Map<string, Promise<JobOutcome>>()
  const tasks: ScheduledTask[] = jobs.map((job) =>
    cron.createTask(job.schedule, () => attempt(job), { name: job.name, timezone: 'UTC', suppressMissedWarning: true }),
  )
  let stopped = false

  async function attempt(job: Job): Promise<JobOutcome> {
    if (stopped || !isLeader()) return 'elsewhere'
    if (running.has(job.name)) return 'busy'
    const run = job.run(isoNow(clock)).then(
      (): JobOutcome => 'done',
      (error: unknown): JobOutcome => {
        logger.error({ job: job.name, err: error }, 'job failed')
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
    start() {
      for (const task of tasks) void task.start()
    },
    async stop() {
      stopped = true
      await Promise.all(tasks.map((task) => task.destroy()))
      await Promise.all(running.values())
    },
    run(name) {
      const job = jobs.find((each) => each.name === name)
      if (!job) throw new Error(`no job is called ${name}`)
      return attempt(job)
    },
  }
}
