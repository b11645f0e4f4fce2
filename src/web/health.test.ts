import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Gauge, Registry } from 'prom-client'
import { afterEach, describe, expect, test } from 'vitest'
import { healthRoutes } from './health.ts'
import { problemHandler } from './problems.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Serves the health routes and counts measurements of readiness and metrics. */
async function serve({ token = null, isBehindProxy = false }: { token?: string | null; isBehindProxy?: boolean } = {}) {
  const state = { measured: 0, collected: 0, isStopping: false, held: Promise.resolve() }
  const registry = new Registry()
  new Gauge({
    name: 'plp_test',
    help: 'Number of collections',
    registers: [registry],
    async collect() {
      await state.held
      this.set(++state.collected)
    },
  })
  const readiness = {
    isStopping: () => state.isStopping,
    async missing() {
      await state.held
      state.measured++
      return []
    },
  }
  const app = express()
  app.use(healthRoutes({ readiness, metrics: registry, metricsToken: token, isBehindProxy }))
  app.use(problemHandler({ warn: () => undefined } as never))
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const res = await fetch(url + path, { headers: { connection: 'close', ...headers } })
    return { status: res.status, headers: res.headers, text: await res.text() }
  }
  return { get, state }
}

describe('/metrics', () => {
  test('accepts programs of this machine', async () => {
    const { get } = await serve()
    expect(await get('/metrics')).toMatchObject({ status: 200, text: expect.stringContaining('plp_test 1') })
  })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto', 'x-forwarded-host'])(
    'refuses requests forwarded by a proxy on this machine: %s',
    async (header) => {
      const { get } = await serve()
      const refused = await get('/metrics', { [header]: '127.0.0.1' })
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(refused.text).not.toContain('plp_test')
    },
  )

  test('refuses requests from this machine if proxies are trusted', async () => {
    const { get } = await serve({ isBehindProxy: true })
    expect((await get('/metrics')).status).toBe(401)
  })

  test('accepts the token from anywhere', async () => {
    const { get } = await serve({ token: TOKEN, isBehindProxy: true })
    const far = { 'x-forwarded-for': '203.0.113.5' }
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])
      expect((await get('/metrics', { ...far, authorization })).status).toBe(401)
    expect((await get('/metrics', { ...far, authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })

  test('accepts no token if none is configured', async () => {
    const { get } = await serve({ isBehindProxy: true })
    for (const authorization of ['Bearer null', 'Bearer ', 'Bearer undefined'])
      expect((await get('/metrics', { authorization })).status).toBe(401)
  })
})

test('a hundred concurrent requests share one measurement', async () => {
  const { get, state } = await serve()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.held = promise
  const asking = ['/metrics', '/readyz'].flatMap((path) => Array.from({ length: 50 }, () => get(path)))
  // Liveness needs no measurement.
  expect((await get('/healthz')).status).toBe(200)
  resolve()
  for (const { status } of await Promise.all(asking)) expect(status).toBe(200)
  expect([state.measured, state.collected]).toEqual([1, 1])
})

test('a stop is reported at once, even with a fresh measurement', async () => {
  const { get, state } = await serve()
  expect((await get('/readyz')).status).toBe(200)
  state.isStopping = true
  const readiness = await get('/readyz')
  expect([readiness.status, JSON.parse(readiness.text).missing]).toEqual([503, ['the node is stopping']])
})
