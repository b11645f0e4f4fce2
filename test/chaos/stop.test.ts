import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../support/postgres.ts'
import {
  freePort,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof testDatabase>>
let app: ProcessApp
let locker: pg.Client

beforeEach(async () => {
  dataDir = temporaryFolder()
  database = await testDatabase()
  app = await startProcess({ dataDir, port: await freePort(), env: { DATABASE_URL: database.url } })
  await untilReady(app.url, 20_000)
  locker = new pg.Client({ connectionString: database.url })
  locker.on('error', () => undefined)
  await locker.connect()
})

afterEach(async () => {
  if (app.isRunning()) await app.end('SIGKILL')
  await locker.end()
  await database.drop()
  removeFolder(dataDir)
})

/** Holds up everything that asks who is signed in, until the lock is let go. */
const holdUp = () => locker.query('begin; lock table app.sessions in access exclusive mode')
const letGo = () => locker.query('rollback')
/** A request has got as far as the lock. */
const isHeldUp = () =>
  until('a request is held up', async () => {
    const { rowCount } = await locker.query(
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    return rowCount === 1
  })

/** Readiness as a load balancer asks for it: on a connection that it already has. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return {
    async get(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
      return String(bytes)
    },
    end: () => socket.destroy(),
  }
}

test('SIGTERM: the request that runs is answered, sockets are told, nobody new gets in, exit code 0', async () => {
  const player = await registered(app.url, 'in_flight')
  const socket = io(app.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: player.cookie },
    reconnection: false,
  })
  await once(socket as never, 'connect')
  const told = once(socket as never, 'leaving')
  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  const balancer = await openConnection(app.url)
  await holdUp()
  const running = player.request('GET', '/api/user')
  await isHeldUp()
  const asked = performance.now()
  app.signal('SIGTERM')
  await told
  await gone
  const readiness = await balancer.get('/readyz')
  expect(readiness === '' || readiness.startsWith('HTTP/1.1 503')).toBe(true)
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow()
  await sleep(1_000)
  expect(app.isRunning()).toBe(true)
  await letGo()
  expect((await running).status).toBe(200)
  expect(await app.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - asked).toBeLessThan(promised(10_000))
  balancer.end()
}, 120_000)

test('SIGTERM: a request that does not finish is cut after 10 s, and the exit code is still 0', async () => {
  const player = await registered(app.url, 'never_done')
  await holdUp()
  const running = player.request('GET', '/api/user').catch((error) => error)
  await isHeldUp()
  const asked = performance.now()
  app.signal('SIGTERM')
  expect(await app.exited).toEqual({ code: 0, signal: null })
  const took = performance.now() - asked
  expect(took).toBeGreaterThan(8_000)
  expect(took).toBeLessThan(promised(14_000))
  expect(await running).toBeInstanceOf(Error)
}, 120_000)

test('a second signal does not wait for anybody', async () => {
  const player = await registered(app.url, 'impatient')
  await holdUp()
  const running = player.request('GET', '/api/user').catch((error) => error)
  await isHeldUp()
  app.signal('SIGTERM')
  await sleep(1_300)
  const asked = performance.now()
  expect(await app.end('SIGTERM')).toEqual({ code: 1, signal: null })
  expect(performance.now() - asked).toBeLessThan(promised(1_000))
  expect(await running).toBeInstanceOf(Error)
}, 120_000)
