import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { createHttpServer, listen, stopServing } from './server.ts'

test('R502: a stop answers requests that have arrived on idle connections', async () => {
  const server = createHttpServer(express().get('/', (_req, res) => void res.send('here')))
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const ended = once(client, 'close')
  let answers = ''
  client.on('data', (bytes) => (answers += bytes)).on('error', () => undefined)
  const ask = () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(client, 'connect')
  ask()
  await once(client, 'data')
  ask()
  await stopServing(server, 10_000)
  await ended
  expect(answers.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2)
})

test('R502: a stop answers requests whose connections have not been accepted yet', async () => {
  const server = createHttpServer(express().get('/', (_req, res) => void res.send('here')))
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const answers = Array.from({ length: 20 }, async () => {
    const client = connect(port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [bytes] = await once(client, 'data')
    return String(bytes).split('\r\n')[0]
  })
  // Connects them.
  await new Promise(process.nextTick)
  await stopServing(server, 10_000)
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
})
