import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { Tinypool } from 'tinypool'

/** Milliseconds for a process to start and load its code on a busy machine. */
const START_MS = 10_000
/** Milliseconds after which an unused process ends. */
const IDLE_MS = 60_000
const TASK_MS = 3_000
const HEAP_MB = 128

/** An empty module: a worker answers it once it has loaded the code of the pool. */
const READY = 'data:text/javascript,export default () => null'

/** A task without an answer: its queue time, process start or run time exceeded the limit, or its process crashed. */
export class ChildFault extends Error {
  override readonly name = 'ChildFault'
  readonly reason: 'queue' | 'start' | 'timeout' | 'crash'
  constructor(reason: ChildFault['reason'], script: URL) {
    super(`${fileURLToPath(script)}: ${reason}`)
    this.reason = reason
  }
}

interface ChildPoolOptions {
  /** Uses a new process for each task, because its input is untrusted. Otherwise a process ends after a fault or when idle. */
  readonly isFresh?: boolean
  /** Milliseconds after which the process of a task is killed. */
  readonly taskMs?: number
  /** Milliseconds in the queue after which a task is rejected. */
  readonly queueMs?: number
}

export type ChildPool<Task, Answer> = ReturnType<typeof createChildPool<Task, Answer>>

/**
 * Runs the exported function `name` of a module in a child process without environment, one task at a time. For code that may
 * hang, crash or be compromised by its input.
 */
export function createChildPool<Task, Answer>(
  script: URL,
  name: string,
  { isFresh = false, taskMs = TASK_MS, queueMs = Number.POSITIVE_INFINITY }: ChildPoolOptions = {},
) {
  const pool = new Tinypool({
    runtime: 'child_process',
    serialization: 'advanced',
    filename: script.href,
    name,
    // Identifies the task in process lists.
    argv: [fileURLToPath(script)],
    // The environment of the server contains the keys of the store.
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  let starting: AbortController | undefined
  // Tinypool never settles a task whose process ends during its start. The next task replaces an idle process that ended.
  pool.on('error', () => starting?.abort())
  const queue = new PQueue({ concurrency: 1 })

  async function runAlone(task: Task): Promise<Answer> {
    starting = new AbortController()
    try {
      const signal = AbortSignal.any([starting.signal, AbortSignal.timeout(START_MS)])
      await pool.run(null, { filename: READY, name: 'default', signal })
    } catch {
      throw new ChildFault('start', script)
    } finally {
      starting = undefined
    }
    let isDone = false
    try {
      const answer = await pool.run(task, { signal: AbortSignal.timeout(taskMs) })
      isDone = true
      return answer
    } catch (error) {
      // Tinypool rejects with plain objects for errors of the code.
      if (!(error instanceof Error)) throw new Error(String((error as Error).message ?? error))
      throw new ChildFault(error.name === 'AbortError' ? 'timeout' : 'crash', script)
    } finally {
      if (isFresh || !isDone) await pool.recycleWorkers()
    }
  }

  return {
    /** Rejects with a `ChildFault`, or with the error that the code throws. */
    run(task: Task): Promise<Answer> {
      const queuedAt = performance.now()
      return queue.add(() => {
        if (performance.now() - queuedAt > queueMs) throw new ChildFault('queue', script)
        return runAlone(task)
      }) as Promise<Answer>
    },
    close: (): Promise<void> => pool.destroy(),
  }
}
