import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { test as base } from 'vitest'
import { presentStore } from '../support/app.ts'
import { storeSettings } from '../support/operator.ts'
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

interface Game {
  readonly app: ProcessApp
  /** Blocks every request that reads its session, until the lock is released. */
  holdUp(): Promise<unknown>
  letGo(): Promise<unknown>
  /** Waits until a request is blocked by the lock: a session lookup, not the hourly sweep. */
  isHeldUp(): Promise<void>
}

/** Each has its own game and mostly waits, so they run concurrently. */
const test = base.extend<{ game: Game }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it what else is needed
  game: async ({}, use) => {
    const dataDir = temporaryFolder()
    const { database, ...store } = await presentStore()
    const app = await startProcess({ dataDir, port: await freePort(), env: storeSettings(store) })
    await untilReady(app.url)
    const locker = new pg.Client({ connectionString: database.url })
    locker.on('error', () => undefined)
    await locker.connect()
    await use({
      app,
      holdUp: () => locker.query('begin; lock table app.sessions in access exclusive mode'),
      letGo: () => locker.query('rollback'),
      isHeldUp: () =>
        until('a request is held up', async () => {
          // Not on the locker's connection: inside a transaction it sees the activity of its first query.
          const { rowCount } = await database.pool.query(
            `select from pg_locks l join pg_stat_activity a using (pid)
             where not l.granted and l.database = (select oid from pg_database where datname = current_database())
               and l.relation = 'app.sessions'::regclass and a.query ~ '^(/[*] planned [*]/)?\\s*select'`,
          )
          return rowCount !== 0
        }),
    })
    if (app.isRunning()) await app.end('SIGKILL')
    await locker.end()
    await database.drop()
    removeFolder(dataDir)
  },
})

/** The first signal has been handled: the server is closed in the same tick. */
const isStopping = (app: ProcessApp) =>
  until('nobody new gets in', () =>
    fetch(`${app.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )

/** Readiness as a load balancer checks it, on a connection that is already open. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').then(() => [''])
  return {
    async get(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const [bytes] = await Promise.race([once(socket, 'data'), closed])
      return String(bytes)
    },
    end: () => socket.destroy(),
  }
}

test.concurrent('SIGTERM: the running request is answered, sockets are notified, new connections are refused, exit code 0', async ({
  expect,
  game,
}) => {
  const { app } = game
  const player = await registered(app.url, 'in_flight')
  const socket = io(app.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: player.cookie },
    reconnection: false,
  })
  await once(socket as never, 'connect')
  const notified = once(socket as never, 'leaving')
  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  await game.holdUp()
  const running = player.request('GET', '/api/user/sessions')
  await game.isHeldUp()
  // Opened only now: an idle connection is soon closed.
  const balancer = await openConnection(app.url)
  const stoppedAt = performance.now()
  app.signal('SIGTERM')
  await notified
  await gone
  const readiness = await balancer.get('/readyz')
  expect(readiness === '' || readiness.startsWith('HTTP/1.1 503')).toBe(true)
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow()
  await sleep(1_000)
  expect(app.isRunning()).toBe(true)
  await game.letGo()
  expect((await running).status).toBe(200)
  expect(await app.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - stoppedAt).toBeLessThan(promised(10_000))
  balancer.end()
}, 480_000)

test.concurrent('SIGTERM: a request that does not finish is cut after 10 s, and the exit code is still 0', async ({
  expect,
  game,
}) => {
  const { app } = game
  const { hostname, port } = new URL(app.url)
  // Requests that wait for a store are answered within 5 s; one whose body never arrives is not.
  const running = connect(Number(port), hostname)
  const ended = once(running, 'close')
  running.on('error', () => undefined)
  running.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(running, 'data')
  const stoppedAt = performance.now()
  app.signal('SIGTERM')
  expect(await app.exited).toEqual({ code: 0, signal: null })
  const took = performance.now() - stoppedAt
  expect(took).toBeGreaterThan(8_000)
  expect(took).toBeLessThan(promised(14_000))
  await ended
}, 480_000)

test.concurrent('a second signal stops at once', async ({ expect, game }) => {
  const { app } = game
  const player = await registered(app.url, 'impatient')
  await game.holdUp()
  const running = player.request('GET', '/api/user/sessions').catch((error) => error)
  await game.isHeldUp()
  app.signal('SIGTERM')
  await isStopping(app)
  // Within a second it would count as the same Ctrl-C, forwarded by npm.
  await sleep(1_100)
  const stoppedAt = performance.now()
  expect(await app.end('SIGTERM')).toEqual({ code: 1, signal: null })
  expect(performance.now() - stoppedAt).toBeLessThan(promised(1_000))
  expect(await running).toBeInstanceOf(Error)
}, 480_000)
