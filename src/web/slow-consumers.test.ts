import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../test/support/projections.ts'
import { createHttpServer, listen, stopServing } from './server.ts'

const SLOW_AFTER_MS = 300
/** More than the kernel keeps for a client that does not read. */
const LARGE = Buffer.alloc(16_000_000, 'x')

let server: Server
let port: number
let cuts = 0
let answered = 0

beforeAll(async () => {
  const app = express()
  app.get('/large', (_req, res) => void res.send(LARGE))
  app.get('/work', async (_req, res) => {
    await sleep(3 * SLOW_AFTER_MS)
    res.send('done')
  })
  app.use((_req, res) => void res.send(`${++answered}`))
  server = createHttpServer(app, { slowAfterMs: SLOW_AFTER_MS, onSlowConsumer: () => cuts++ })
  port = Number(new URL(await listen(server, 0, '127.0.0.1')).port)
})
afterAll(() => stopServing(server, 100))

const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/** A client that asks, and reads only when told to. */
function client(path: string, headers = '') {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
  return socket
}

test.each([
  ['a client that asks and never reads', ''],
  ['one that wants another protocol', 'Connection: Upgrade\r\nUpgrade: other\r\n'],
])('%s is cut, and its connection is gone', async (_who, headers) => {
  const before = cuts
  const socket = client('/large', headers)
  await until('it is cut', () => cuts > before)
  await until('nothing is open', async () => (await open()) === 0)
  socket.destroy()
})

test('one that never reads is cut although it goes on asking', async () => {
  const before = cuts
  const socket = client('/large')
  const asking = setInterval(() => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), SLOW_AFTER_MS / 5)
  await until('it is cut', () => cuts > before)
  clearInterval(asking)
  await until('nothing is open', async () => (await open()) === 0)
  socket.destroy()
})

test('one that reads slowly gets all of it, and one whose answer takes us long waits for it', async () => {
  const before = cuts
  const began = performance.now()
  const slow = client('/large')
  let [taken, pieces] = [0, 0]
  slow.on('data', (bytes) => {
    taken += bytes.length
    if (++pieces % 8 > 0) return
    slow.pause()
    setTimeout(() => slow.resume(), SLOW_AFTER_MS / 10)
  })
  slow.resume()
  await until('it has all', () => taken > LARGE.length)
  expect(performance.now() - began).toBeGreaterThan(2 * SLOW_AFTER_MS)
  expect(await (await fetch(`http://127.0.0.1:${port}/work`)).text()).toBe('done')
  expect(cuts).toBe(before)
  slow.destroy()
})
