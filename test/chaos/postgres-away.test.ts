import { expect, test } from 'vitest'
import { presentStore } from '../support/app.ts'
import { storeSettings } from '../support/operator.ts'
import {
  freePort,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { promised } from '../support/promised.ts'
import { openGate } from '../support/tcp-gate.ts'

test('Postgres that hangs, then refuses: every request is answered 503 in time, the process lives, healthy within 5 s', async () => {
  const dataDir = temporaryFolder()
  const { database, ...store } = await presentStore()
  const url = new URL(database.url)
  const gate = await openGate(url.hostname, Number(url.port))
  url.port = String(gate.port)
  const app = await startProcess({
    dataDir,
    port: await freePort(),
    env: storeSettings({ ...store, databaseUrl: url.href }),
  })
  try {
    await untilReady(app.url)
    const player = await registered(app.url, 'patient')
    for (const mode of ['hang', 'refuse'] as const) {
      gate.set(mode)
      const began = performance.now()
      const answers = await Promise.all(Array.from({ length: 40 }, () => player.request('GET', '/api/user')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
      expect(performance.now() - began).toBeLessThan(promised(5_000))
      // Readiness is measured once a second for all callers.
      await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
      gate.set('open')
      gate.cut()
      expect(await untilReady(app.url, 60_000)).toBeLessThan(promised(5_000))
      expect((await player.request('GET', '/api/user')).status).toBe(200)
    }
    expect((await app.end('SIGTERM')).code).toBe(0)
  } finally {
    if (app.isRunning()) await app.end('SIGKILL')
    await gate.close()
    await database.drop()
    removeFolder(dataDir)
  }
}, 480_000)
