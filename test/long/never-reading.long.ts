import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readsMetrics } from '../support/app.ts'
import { residentMb } from '../support/crowd.ts'
import { testDatabase } from '../support/postgres.ts'
import {
  freePort,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'
import { type RawSocket, rawSocket } from '../support/raw-socket.ts'

/** Each uses about 4 MB of the kernel's memory until it is cut. */
const CLIENTS = 200
/** More than the kernel buffers for one client, so that the node notices. */
const ASKED = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n'

test('200 clients that ask and never read, and 100 silent sockets: others unaffected, all cut within 25 s and 5 s, memory bounded', async () => {
  const dataDir = temporaryFolder()
  const database = await testDatabase()
  const port = await freePort()
  const app = await startProcess({ dataDir, port, env: { DATABASE_URL: database.url } })
  const cut = async (reason: string) => {
    const metrics = await (await fetch(`${app.url}/metrics`, { headers: readsMetrics })).text()
    return Number(new RegExp(`^plp_socket_failures_total{reason="${reason}"} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0)
  }
  try {
    await untilReady(app.url)
    const players = await Promise.all(Array.from({ length: 5 }, (_, index) => registered(app.url, `mute_${index}`)))
    // At most fifty sessions of one address are looked up at once.
    const silent: RawSocket[] = []
    for (let from = 0; from < 100; from += 25)
      silent.push(
        ...(await Promise.all(
          players.flatMap(({ cookie }) => Array.from({ length: 5 }, () => rawSocket(app.url, { cookie }))),
        )),
      )
    const upgraded = performance.now()
    expect(silent.every(({ handshake }) => handshake.status === 101)).toBe(true)
    await Promise.all(silent.map(({ closed }) => closed))
    expect(performance.now() - upgraded).toBeLessThan(promised(8_000))
    // Metrics are computed once a second.
    await until('silent ones are counted', async () => (await cut('silent')) === 100)

    const mute = Array.from({ length: CLIENTS }, (_, index) => {
      const socket = connect(port, '127.0.0.1').pause()
      socket.on('error', () => undefined)
      socket.write(`${ASKED}X-Forwarded-For: 10.0.0.${index}\r\n\r\n`.repeat(20))
      return socket
    })
    await sleep(5_000)
    const startedAt = performance.now()
    const times: number[] = []
    await until(
      'all are cut',
      async () => {
        const began = performance.now()
        expect((await players[0]!.request('GET', '/api/leaderboard')).status).toBe(200)
        times.push(performance.now() - began)
        return (await cut('stalled')) === CLIENTS
      },
      120_000,
    )
    const seconds = (performance.now() - startedAt) / 1_000
    const median = times.sort((a, b) => a - b)[times.length >> 1]!
    const resident = residentMb(app.pid)
    console.info(
      `${CLIENTS} cut after ${seconds.toFixed(1)} s, reads meanwhile ${Math.round(median)} ms, ${Math.round(resident)} MB resident`,
    )
    expect(seconds).toBeLessThan(promised(25))
    expect(median).toBeLessThan(promised(100))
    expect(resident).toBeLessThan(600)
    for (const socket of mute) socket.destroy()
    expect((await app.end('SIGTERM')).code).toBe(0)
  } finally {
    if (app.isRunning()) await app.end('SIGKILL')
    await database.drop()
    removeFolder(dataDir)
  }
}, 180_000)
