import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type StandIn, startStandIn } from '../support/eventstoredb-stand-in/stand-in.ts'
import { databasesFolder } from '../support/memory.ts'

const match = {
  round: 'Matchday 1',
  date: '2026-11-28',
  time: '15:00',
  team1: 'Arsenal FC',
  team2: 'Chelsea FC',
}

// On the stand-in: a real server may be in use by others.
describe('the very first start, with the event store unavailable', () => {
  let standIn: StandIn
  let app: TestApp
  let folder: string

  beforeAll(async () => {
    standIn = await startStandIn()
    await standIn.kill()
    folder = mkdtempSync(join(databasesFolder(), 'plp-first-'))
    const season = join(folder, 'season.json')
    writeFileSync(season, JSON.stringify({ name: 'English Premier League 2026/27', matches: [match] }))
    app = await startTestApp({
      log: createEventStoreDbLog({ url: standIn.url, prefix: 'first', timeoutMs: 300 }),
      env: { FIXTURES: season },
      waits: false,
      isFirst: true,
    })
  })
  afterAll(async () => {
    await app.close()
    await standIn.kill()
    rmSync(folder, { recursive: true })
  })

  test('it listens: alive, not ready, and readiness names the missing store', async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    const readiness = await fetch(`${app.url}/readyz`)
    expect(readiness.status).toBe(503)
    const { missing } = (await readiness.json()) as { missing: string[] }
    expect(missing).toContain('the event log does not answer')
    expect(missing).toContain('read models are not built yet')
  })

  test('requests for data get a 503 with Retry-After', async () => {
    for (const path of ['/api/leaderboard', '/api/fixtures', '/api/user']) {
      const { status, headers } = await app.client().request('GET', path)
      expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    }
    const { status } = await app.client().post('/api/register', { username: 'early', password: 'password-1' })
    expect(status).toBe(503)
  })

  test('it resumes when the store is available: ready, with the season and its first administrator', async () => {
    await standIn.restart()
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
    const player = await app.player('late')
    expect(await player.get('/api/fixtures')).toHaveLength(1)
    await app.admin()
  })
})
