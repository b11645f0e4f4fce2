import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChildTask } from '../../test/support/child-task.ts'
import { type ChildPool, createChildPool } from './child-pool.ts'

const script = new URL('../../test/support/child-task.ts', import.meta.url)
/** Longer than the timeouts of the game, for a busy machine. */
const PATIENT = { taskMs: 120_000 }

let pool: ChildPool<ChildTask, unknown>
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await pool.close()
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process has no environment of the server', async () => {
  vi.stubEnv('MASTER_KEY', 'secret')
  pool = createChildPool(script, 'run', PATIENT)
  const names = Object.keys((await pool.run('environment')) as object)
  // Node hands on where to write coverage.
  expect(names.filter((name) => !/^(NODE_CHANNEL|NODE_V8_COVERAGE|TINYPOOL_WORKER_ID)/.test(name))).toEqual([])
})

test('tasks run one after the other in one process', async () => {
  pool = createChildPool(script, 'run', PATIENT)
  const pids = await Promise.all([pool.run('pid'), pool.run('pid'), pool.run('pid')])
  expect(new Set(pids).size).toBe(1)
})

test('a fresh process for each task ends with it', async () => {
  pool = createChildPool(script, 'run', { ...PATIENT, isFresh: true })
  const pids = (await Promise.all([pool.run('pid'), pool.run('pid')])) as number[]
  expect(new Set(pids).size).toBe(2)
  expect(pids.filter(isAlive)).toEqual([])
})

test.each(['hang', 'wait'] as const)(
  'a task that takes too long (%s) is killed, and the next one runs',
  async (task) => {
    pool = createChildPool(script, 'run', { taskMs: 1_000 })
    const pid = (await pool.run('pid')) as number
    await expect(pool.run(task)).rejects.toMatchObject({ reason: 'timeout' })
    expect(await pool.run('pid')).not.toBe(pid)
    await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 })
  },
)

test.each(['crash', 'grow'] as const)('a task that ends its process (%s) does not affect others', async (task) => {
  pool = createChildPool(script, 'run', PATIENT)
  const [lost, next] = await Promise.allSettled([pool.run(task), pool.run('pid')])
  expect(lost).toMatchObject({ status: 'rejected', reason: { reason: 'crash' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
})

test('a process killed during its start rejects the task at once, and the next task has another process', async () => {
  pool = createChildPool(script, 'run', { ...PATIENT, queueMs: 5_000 })
  const { fork } = childProcess
  vi.spyOn(childProcess, 'fork').mockImplementationOnce((...given: Parameters<typeof fork>) => {
    const child = fork(...given)
    child.kill('SIGKILL')
    return child
  })
  syncBuiltinESMExports()
  const [lost, next] = await Promise.allSettled([pool.run('pid'), pool.run('pid')])
  expect(lost).toMatchObject({ status: 'rejected', reason: { reason: 'start' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
})

test('an error of a task is the caller’s, and the next task has a new process', async () => {
  pool = createChildPool(script, 'run', PATIENT)
  const pid = await pool.run('pid')
  await expect(pool.run('fail')).rejects.toThrow('no answer')
  expect(await pool.run('pid')).not.toBe(pid)
})

test('a task that waits too long in the queue is rejected without a process', async () => {
  pool = createChildPool(script, 'run', { taskMs: 1_500, queueMs: 1_000 })
  const [, second] = await Promise.allSettled([pool.run('wait'), pool.run('pid')])
  expect(second).toMatchObject({ status: 'rejected', reason: { reason: 'queue' } })
})
