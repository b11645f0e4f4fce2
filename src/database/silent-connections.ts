import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between two checks. */
const CHECK_MS = 1_000

/** A connection of the driver, with the fields that its types lack. */
interface Connection {
  readonly readyForQuery: boolean
  readonly processID: number
  readonly connection: { readonly stream: Socket }
}

/** Bytes of a connection, and the time of `performance.now()` at which they last changed. */
interface Traffic {
  readonly bytes: number
  readonly since: number
}

const bytesOf = ({ connection: { stream } }: Connection): number => stream.bytesRead + stream.bytesWritten

/**
 * Closes connections that hang: a network or proxy can lose one without an error, and its statement would wait for ever. After
 * `silentMs` milliseconds without a byte the server is asked whether it runs the statement, which may take minutes. Returns a function
 * that ends the checks.
 */
export function closeSilent(pool: pg.Pool, url: string, silentMs: number): () => void {
  const traffic = new Map<Connection, Traffic>()
  const connectionOf = (client: pg.PoolClient) => client as unknown as Connection
  pool.on('connect', (client) => traffic.set(connectionOf(client), { bytes: 0, since: 0 }))
  pool.on('remove', (client) => traffic.delete(connectionOf(client)))
  let isChecking = false

  /** Connections whose statement has waited for too long. Not those with bytes that a slow reader of an export has not taken. */
  function silent(): Connection[] {
    const now = performance.now()
    return [...traffic].flatMap(([connection, { bytes, since }]) => {
      const isWaiting = !connection.readyForQuery && connection.connection.stream.readableLength === 0
      if (isWaiting && bytesOf(connection) === bytes) return now - since >= silentMs ? [connection] : []
      traffic.set(connection, { bytes: bytesOf(connection), since: now })
      return []
    })
  }

  async function closeHung(suspects: readonly Connection[]): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plp check',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        // A server process that waits for its client runs nothing.
        `select pid from pg_stat_activity
         where pid = any($1) and state not like 'idle%' and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')`,
        [suspects.map(({ processID }) => processID)],
      )
      // An answer may have arrived meanwhile.
      await setImmediate()
      const running = new Set(rows.map(({ pid }) => pid))
      const hung = silent().filter((each) => suspects.includes(each) && !running.has(each.processID))
      for (const { connection } of hung) connection.stream.destroy()
      // The locks of their transactions would otherwise last for a minute.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and usename = current_user',
        [hung.map(({ processID }) => processID)],
      )
    } catch {
      // The server is unreachable; the next check asks again.
    } finally {
      // Not awaited: the next check must not depend on it.
      client.end().catch(() => undefined)
    }
  }

  const timer = setInterval(
    async () => {
      const suspects = silent()
      if (isChecking || suspects.length === 0) return
      isChecking = true
      await closeHung(suspects)
      isChecking = false
    },
    Math.min(CHECK_MS, silentMs),
  )
  timer.unref()
  return () => clearInterval(timer)
}
