import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../test/support/projections.ts'
import { createHttpServer, listen, stopServing } from './server.ts'

const SLOW_AFTER_MS = 300
/** More than the kernel buffers for a client that does not read. */
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

/** Creates a client that sends a request and reads only after `resume`. */
function client(path: string, headers = '') {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
  return socket
}

test.each([
  ['a client that sends a request and never reads', ''],
  ['a client that requests another protocol', 'Connection: Upgrade\r\nUpgrade: other\r\n'],
])('%s is disconnected', async (_client, headers) => {
  const before = cuts
  const socket = client('/large', headers)
  await until('it is cut', () => cuts > before)
  await until('nothing is open', async () => (await open()) === 0)
  socket.destroy()
})

test('a client that never reads is disconnected although it continues to send requests', async () => {
  const before = cuts
  const socket = client('/large')
  const sending = setInterval(() => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), SLOW_AFTER_MS / 5)
  await until('it is cut', () => cuts > before)
  clearInterval(sending)
  await until('nothing is open', async () => (await open()) === 0)
  socket.destroy()
})

test('a client that reads slowly receives everything, and a slow response disconnects no client', async () => {
  const before = cuts
  const began = performance.now()
  const slow = client('/large')
  let [received, pieces] = [0, 0]
  slow.on('data', (bytes) => {
    received += bytes.length
    if (++pieces % 8 > 0) return
    slow.pause()
    setTimeout(() => slow.resume(), SLOW_AFTER_MS / 10)
  })
  slow.resume()
  await until('it has all', () => received > LARGE.length)
  expect(performance.now() - began).toBeGreaterThan(2 * SLOW_AFTER_MS)
  expect(await (await fetch(`http://127.0.0.1:${port}/work`)).text()).toBe('done')
  expect(cuts).toBe(before)
  slow.destroy()
})
