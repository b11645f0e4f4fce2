import type { Database } from '../database/database.ts'
import { createGate } from './gate.ts'

/** Runs one at a time on all nodes. */
export type Lock = <T>(run: () => Promise<T>) => Promise<T>

/** Most that wait for a lock on one node. */
const MAX_WAITING = 1_000

/** A lock by name: an advisory lock, which a dying process gives back. Within the process one connection waits at most. */
export function createLock({ pool }: Pick<Database, 'pool'>, name: string): Lock {
  const line = createGate(1, MAX_WAITING)

  async function alone<T>(run: () => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('select pg_advisory_lock(hashtext($1))', [name])
      try {
        return await run()
      } finally {
        await client.query('select pg_advisory_unlock(hashtext($1))', [name]).catch((error: Error) => {
          broken = error
        })
      }
    } finally {
      // A connection that could not give the lock back is closed, which does.
      client.release(broken)
    }
  }

  return async (run) => {
    const passed = await line.pass(() => alone(run))
    if (!passed) throw new Error(`too many wait for ${name}`)
    return passed.value
  }
}
