import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { promised } from '../../test/support/promised.ts'
import type { Position } from '../kernel/event.ts'
import { type Route, route } from '../slice/route.ts'
import { mountRoutes } from './mount.ts'
import { problemHandler } from './problems.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const never = () => new Promise<never>(() => undefined)

const routes: Route[] = [
  route({
    method: 'get',
    path: '/api/hangs',
    access: 'public',
    summary: 'Never answers',
    responses: { 200: z.object({}) },
    handle: never,
  }),
  route({
    method: 'post',
    path: '/api/stores-slowly',
    access: 'public',
    summary: 'Stores after a second and a half',
    responses: { 201: z.object({}) },
    async handle() {
      await sleep(1_500)
      return { status: 201, body: {}, wrote: { position: '1' as Position, types: ['Stored'] } }
    },
  }),
  route({
    method: 'post',
    path: '/api/changes-nothing',
    access: 'public',
    summary: 'Changes nothing in two streams',
    responses: { 200: z.object({}) },
    async handle({ context }) {
      for (const position of ['1', '2'] as Position[]) context.reliesOn?.({ position, types: ['Stored'] })
      return { body: {} }
    },
  }),
]

let server: Server
let url: string
/** Timeout of `waitFor` by position, in milliseconds. */
const timeouts = new Map<Position | null, number>()

beforeAll(async () => {
  const app = express()
  app.use(
    mountRoutes(routes, {
      sessions: { ofRequest: async () => null },
      clock: { now: () => new Date() },
      limitUser: async () => undefined,
      checkResponses: false,
      async waitFor(position: Position | null, _types: readonly string[], ms: number) {
        timeouts.set(position, ms)
        await sleep(ms)
        return ['boards']
      },
    } as never),
  )
  app.use(problemHandler({ warn: () => undefined, error: () => undefined } as never))
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function timed(path: string, method = 'GET') {
  const began = performance.now()
  const res = await fetch(url + path, { method, headers: { connection: 'close' } })
  return { status: res.status, headers: res.headers, ms: performance.now() - began }
}

test.concurrent('R56: a request that hangs is answered 503 within 5 s', async () => {
  const { status, headers, ms } = await timed('/api/hangs')
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(ms).toBeLessThan(promised(5_000, 12_000))
})

test.concurrent('R56: a slowly stored command waits for read models only until 5 s have passed, and is a success', async () => {
  const { status, headers, ms } = await timed('/api/stores-slowly', 'POST')
  expect([status, headers.get('plp-pending')]).toEqual([201, 'boards'])
  expect(timeouts.get('1' as Position)).toBeLessThan(3_000)
  expect(ms).toBeLessThan(promised(5_000, 6_500))
})

test.concurrent('R56: a response without changes waits for all events that it relies on, and lists each lagging projection once', async () => {
  const { status, headers, ms } = await timed('/api/changes-nothing', 'POST')
  expect([status, headers.get('plp-pending')]).toEqual([200, 'boards'])
  expect(timeouts.get('2' as Position)).toBeGreaterThan(3_000)
  expect(ms).toBeLessThan(promised(5_000, 6_500))
})
