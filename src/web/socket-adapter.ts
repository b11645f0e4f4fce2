import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'

/**
 * The Socket.IO adapter of nodes that share a Postgres. It listens on a connection of its own: the adapter takes a client
 * from the pool, never gives it back when it dies, and does not hear its errors, which would end the process.
 */
export function socketAdapter(database: Database, logger: Logger): ReturnType<typeof createAdapter> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url, application_name: 'plp sockets' })
    client.on('error', (error) => logger.warn({ err: error }, 'socket adapter'))
    await client.connect()
    return Object.assign(client, { release: () => void client.end() })
  }
  const pool = { connect, query: database.pool.query.bind(database.pool) } as unknown as pg.Pool
  return createAdapter(pool, {
    tableName: 'app.socket_io_attachments',
    errorHandler: (error) => logger.warn({ err: error }, 'socket adapter'),
  })
}
