import { Server as EngineServer } from 'engine.io'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { afterEach, beforeEach, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { until } from '../../test/support/projections.ts'
import { socketAdapter } from './socket-adapter.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

const connections = async () => {
  const { rows } = await database.pool.query(
    "select pid from pg_stat_activity where application_name = 'plp sockets' and datname = current_database()",
  )
  return rows.length
}
const start = () => {
  const { adapter, close } = socketAdapter(database, pino({ level: 'silent' }))
  const io = new Server({ serveClient: false, adapter })
  io.bind(new EngineServer())
  return async () => {
    await io.close()
    await close()
  }
}

test('a server that is closed as it listens leaves no connection', async () => {
  const stop = start()
  await until('it listens', async () => (await connections()) === 1)
  await stop()
  await until('it has gone', async () => (await connections()) === 0)
})

test('nor does one that is closed while it connects', async () => {
  await Promise.all(Array.from({ length: 5 }, () => start()()))
  await until('all have gone', async () => (await connections()) === 0)
})
