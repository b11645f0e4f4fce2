import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createPlainProgram } from './program.ts'
import { copyTables } from './tables.ts'

/**
 * The plain program as a process. Arguments: the database of a running game, whose rows it copies, and the season.
 * Sends its address. Replies to every message with its resource usage, and ends with its parent.
 */
const [connectionString, season] = process.argv.slice(2)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
const pool = new pg.Pool({ connectionString, max: 10 })
await copyTables(pool)
const server = createPlainProgram(pool, season!).listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', () => process.send!(process.resourceUsage()))
process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
process.once('disconnect', async () => {
  server.closeAllConnections()
  server.close()
  await pool.end()
  process.exit(0)
})
