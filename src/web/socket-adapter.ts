import { setTimeout as sleep } from 'node:timers/promises'
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'

/** A Postgres that hangs does not hold up a stop for longer. */
const CLOSE_MS = 1_000

interface SocketAdapter {
  readonly adapter: ReturnType<typeof createAdapter>
  /** Ends its connection, also one that it is just making. */
  close(): Promise<void>
}

/**
 * The Socket.IO adapter of nodes that share a Postgres. It listens on a connection of its own: the adapter takes a client
 * from the pool, never gives it back when it dies, and does not hear its errors, which would end the process. Nor does it
 * give up a connection that is not there yet when it is closed, and it would try again for ever.
 */
export function socketAdapter(database: Database, logger: Logger): SocketAdapter {
  let isClosed = false
  let connected: Promise<unknown> = Promise.resolve()
  let client: pg.Client | undefined
  const connect = async () => {
    if (isClosed) return never
    const next = new pg.Client({ connectionString: database.url, application_name: 'plp sockets' })
    next.on('error', (error) => logger.warn({ err: error }, 'socket adapter'))
    client = next
    const connecting = next.connect()
    connected = connecting.catch(() => undefined)
    await connecting
    return isClosed ? never : Object.assign(next, { release: () => undefined })
  }
  const pool = { connect, query: database.pool.query.bind(database.pool) } as unknown as pg.Pool
  return {
    adapter: createAdapter(pool, {
      tableName: 'app.socket_io_attachments',
      errorHandler: (error) => logger.warn({ err: error }, 'socket adapter'),
    }),
    async close() {
      isClosed = true
      const ended = connected.then(() => client?.end())
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const never = new Promise<never>(() => undefined)
