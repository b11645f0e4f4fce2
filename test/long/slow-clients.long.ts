import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/postgres.ts'
import {
  freePort,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { promised } from '../support/promised.ts'

const CLIENTS = 400

/** A client that keeps its connection busy with minimal traffic; resolves with the milliseconds until it was cut. */
async function dawdle(port: number, opening: string): Promise<number> {
  const socket: Socket = connect(port, '127.0.0.1')
  // A reset counts as cut, too.
  socket.on('error', () => undefined)
  const cut = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), cut])
  const began = performance.now()
  socket.resume()
  if (opening !== '') socket.write(opening)
  const drip = setInterval(() => socket.write(opening === '' ? '' : 'X-a: b\r\n'), 1_000)
  await cut
  clearInterval(drip)
  return performance.now() - began
}

const openings = [
  'GET / HTTP/1.1\r\nHost: localhost\r\n',
  'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{',
  '',
]

test('400 slow clients leave others unaffected and are cut within 10 s', async () => {
  const dataDir = temporaryFolder()
  const database = await testDatabase()
  const port = await freePort()
  const app = await startProcess({ dataDir, port, env: { DATABASE_URL: database.url } })
  try {
    await untilReady(app.url)
    const player = await registered(app.url, 'unaffected')
    const medianOf = async (rounds: number) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        expect((await player.request('GET', '/api/leaderboard')).status).toBe(200)
        times.push(performance.now() - began)
        await sleep(20)
      }
      return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    }
    const before = await medianOf(40)
    const slow = Promise.all(Array.from({ length: CLIENTS }, (_, index) => dawdle(port, openings[index % 3]!)))
    await sleep(500)
    const meanwhile = await medianOf(40)
    const cutAfter = await slow
    // By default, Node tolerates them for a minute.
    expect(Math.max(...cutAfter)).toBeLessThan(promised(10_000, 60_000))
    // None was refused at once either: only slowness is the reason for cutting.
    expect(Math.min(...cutAfter)).toBeGreaterThan(3_000)
    expect(meanwhile).toBeLessThan(Math.max(5 * before, promised(100)))
    expect(app.isRunning()).toBe(true)
    expect((await app.end('SIGTERM')).code).toBe(0)
  } finally {
    if (app.isRunning()) await app.end('SIGKILL')
    await database.drop()
    removeFolder(dataDir)
  }
}, 480_000)
