import { afterEach, describe, expect, test, vi } from 'vitest'
import { PlayPaused } from './event-log.ts'
import { createJobs, type Job } from './jobs.ts'
import { TermEnded } from './term-ended.ts'

const clock = { now: () => Date.parse('2026-08-15T14:00:00.000Z') }
const open: ReturnType<typeof createJobs>[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
})

function jobsOf(jobs: readonly Job[], isLeader = () => true) {
  const errors: { fields: object; message: string }[] = []
  const failed: string[] = []
  const created = createJobs({
    jobs,
    isLeader,
    clock,
    logger: { error: (fields, message) => errors.push({ fields, message }) },
    onFailure: (job) => failed.push(job),
  })
  open.push(created)
  return { ...created, errors, failed }
}

const never = '0 0 1 1 *'

describe('jobs', () => {
  test('a job receives the time of the injected clock', async () => {
    const run = vi.fn(async () => undefined)
    const jobs = jobsOf([{ name: 'refresh', schedule: never, run }])
    expect(await jobs.run('refresh')).toBe('done')
    expect(run.mock.calls).toEqual([['2026-08-15T14:00:00.000Z']])
  })

  test('only the leader runs jobs', async () => {
    const run = vi.fn(async () => undefined)
    let leads = false
    const jobs = jobsOf([{ name: 'refresh', schedule: never, run }], () => leads)
    expect(await jobs.run('refresh')).toBe('elsewhere')
    expect(run).not.toHaveBeenCalled()
    leads = true
    expect(await jobs.run('refresh')).toBe('done')
  })

  test('a job never overlaps itself, and other jobs run concurrently', async () => {
    let finish: () => void = () => undefined
    const slow: Job = {
      name: 'slow',
      schedule: never,
      run: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    }
    const jobs = jobsOf([slow, { name: 'quick', schedule: never, run: async () => undefined }])
    const first = jobs.run('slow')
    expect(await jobs.run('slow')).toBe('busy')
    expect(await jobs.run('quick')).toBe('done')
    finish()
    expect(await first).toBe('done')
    const second = jobs.run('slow')
    finish()
    expect(await second).toBe('done')
  })

  test('R311: an error is logged with the name of the job and counted, and the next run starts', async () => {
    let fails = true
    const jobs = jobsOf([
      {
        name: 'feed',
        schedule: never,
        run: async () => {
          if (fails) throw new Error('no route')
        },
      },
    ])
    expect(await jobs.run('feed')).toBe('failed')
    expect(jobs.errors).toEqual([{ fields: { job: 'feed', err: new Error('no route') }, message: 'job failed' }])
    expect(jobs.failed).toEqual(['feed'])
    fails = false
    expect(await jobs.run('feed')).toBe('done')
  })

  test.each([new PlayPaused('Play resumes in a moment.'), new TermEnded('this node does not lead any more')])(
    'a run during a purge of simulated data fails without a log message: %o',
    async (error) => {
      const run = () => Promise.reject(error)
      const jobs = jobsOf([{ name: 'recovery', schedule: '* * * * *', run }])
      expect(await jobs.run('recovery')).toBe('failed')
      expect([jobs.errors, jobs.failed]).toEqual([[], []])
    },
  )

  test('a run during which the node loses the lead fails without a log message', async () => {
    let leads = true
    const run = async () => {
      leads = false
      throw new Error('this node does not lead any more')
    }
    const jobs = jobsOf([{ name: 'seals', schedule: '* * * * *', run }], () => leads)
    expect(await jobs.run('seals')).toBe('failed')
    expect(jobs.errors).toEqual([])
  })

  test('schedules run jobs once started', async () => {
    const run = vi.fn(async () => undefined)
    const jobs = jobsOf([{ name: 'tick', schedule: '* * * * * *', run }])
    jobs.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 15_000)
  })

  test('R220: after a sleep of the machine a job runs once, and the process is not blocked', async () => {
    vi.useFakeTimers({ now: clock.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    try {
      const run = vi.fn(async () => undefined)
      const jobs = jobsOf([{ name: 'tick', schedule: '*/2 * * * * *', run }])
      jobs.start()
      await vi.advanceTimersByTimeAsync(4_000)
      expect(run).toHaveBeenCalledTimes(2)
      vi.setSystemTime(clock.now() + 3 * 86_400_000)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(run).toHaveBeenCalledTimes(3)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(run).toHaveBeenCalledTimes(4)
      await jobs.stop()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(run).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a job runs on time after the clock is set back', async () => {
    vi.useFakeTimers({ now: clock.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    try {
      const run = vi.fn(async () => undefined)
      jobsOf([{ name: 'hourly', schedule: '7 * * * *', run }]).start()
      vi.setSystemTime(clock.now() - 30 * 86_400_000)
      await vi.advanceTimersByTimeAsync(3 * 3_600_000)
      expect(run).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('stop waits for the running job and starts no new one', async () => {
    let finish: () => void = () => undefined
    const jobs = jobsOf([
      {
        name: 'slow',
        schedule: never,
        run: () =>
          new Promise((resolve) => {
            finish = resolve
          }),
      },
    ])
    const run = jobs.run('slow')
    let stopped = false
    const stopping = jobs.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stopped).toBe(false)
    finish()
    await stopping
    expect(await run).toBe('done')
    expect(await jobs.run('slow')).toBe('elsewhere')
  })

  test('an unknown name and a broken schedule are refused', () => {
    expect(() => jobsOf([]).run('nothing')).toThrow('there is no job named nothing')
    expect(() => jobsOf([{ name: 'odd', schedule: 'every day', run: async () => undefined }])).toThrow()
  })
})
