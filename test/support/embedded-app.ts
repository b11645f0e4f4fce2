// A process that uses the embedded server as the app does. The launcher's tests kill it in several ways.
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const say = (fields: object, message: string) => console.error(message, JSON.stringify(fields))
const server = await startEmbeddedPostgres({ dataDir, logger: { info: () => undefined, warn: say, error: say } })

const life = setInterval(() => undefined, 60_000)

process.once('SIGINT', async () => {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create table drained ()')
  await client.end()
  await server.stop()
  clearInterval(life)
})
process.once('SIGTERM', async () => {
  await server.stop()
  clearInterval(life)
})
console.log(JSON.stringify({ url: server.url, pid: server.pid }))
