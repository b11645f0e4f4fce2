import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { presentStore } from './app.ts'
import { audit, faultsOf } from './audit.ts'
import { createClient, type TestClient } from './client.ts'
import { auditedLog, eventStoreSettings } from './event-store.ts'
import { lostOf, startLoad } from './load.ts'
import {
  administrator,
  freePort,
  PROCESS_ADMIN,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from './process-app.ts'
import { until } from './projections.ts'
import { promised } from './promised.ts'

/** Time limit for another node to take over projecting (docs/rules.md R62). */
const TAKEN_OVER_WITHIN_MS = 10_000

/**
 * Two nodes on one Postgres under load; each round kill -9 ends the leader and starts it again. The other projects
 * within 10 s. Sessions and address locks apply on both. In the end nothing is lost or duplicated. Returns the
 * milliseconds of each takeover.
 */
export async function nodeRun(rounds: number): Promise<{ takeoverMs: number[]; commands: number }> {
  const { database, masterKey } = await presentStore()
  const dataDir = temporaryFolder()
  const env = { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64'), ...eventStoreSettings() }
  const ports = [await freePort(), await freePort()]
  const nodes: ProcessApp[] = []
  try {
    // The first node leads; the second finds the lead taken.
    for (const port of ports) {
      nodes.push(await startProcess({ dataDir, port, env }))
      await untilReady(nodes.at(-1)!.url)
    }
    const urls = nodes.map((node) => node.url)
    const admin = await administrator(urls[1]!)
    const players: TestClient[] = []
    for (let index = 0; index < 6; index++) players.push(await registered(urls[index % 2]!, `node_${index}`))
    const open = ((await players[0]!.get('/api/fixtures')) as { id: number; isOpen: boolean }[])
      .filter((fixture) => fixture.isOpen)
      .map((fixture) => fixture.id)
    await shareSessions(urls, players)
    await shareLocks(urls)

    const databaseUrl = () => database.url
    const load = startLoad({ players, admin, fixtures: open.slice(0, 60), settled: open.slice(0, 5), databaseUrl })
    const watchers = await Promise.all(urls.map((url) => registered(url, `watcher_${urls.indexOf(url)}`)))
    const takeoverMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(500 + Math.random() * 1_000)
      const [leading, other] = [round % 2, 1 - (round % 2)]
      await nodes[leading]!.end('SIGKILL')
      const began = performance.now()
      await untilProjected(watchers[other]!, open.slice(60), promised(TAKEN_OVER_WITHIN_MS))
      takeoverMs.push(Math.round(performance.now() - began))
      nodes[leading] = await startProcess({ dataDir, port: ports[leading]!, env })
      await untilReady(urls[leading]!)
    }
    await until('matches are settled and corrected', () => load.settlements > 8, 60_000)
    const report = await load.stop()
    expect(report.faults).toEqual([])
    // The audit waits until everything in the log is visible.
    expect(faultsOf(await audit({ databaseUrl: database.url, masterKey, ...auditedLog(env) }))).toEqual([])
    expect(await lostOf(players, report)).toEqual([])
    for (const node of nodes) expect((await node.end('SIGTERM')).code).toBe(0)
    return { takeoverMs, commands: load.commands }
  } finally {
    for (const node of nodes) if (node.isRunning()) await node.end('SIGKILL')
    await database.drop()
    removeFolder(dataDir)
  }
}

/** A session created on one node is valid on the other, and ends on both. */
async function shareSessions(urls: readonly string[], players: readonly TestClient[]): Promise<void> {
  for (const player of players) {
    for (const url of urls) {
      const res = await fetch(`${url}/api/user`, { headers: { cookie: player.cookie } })
      expect(res.status).toBe(200)
      await res.body?.cancel()
    }
  }
  const leaver = await registered(urls[0]!, 'leaver')
  const { cookie } = leaver
  await leaver.post('/api/auth/logout')
  const res = await fetch(`${urls[1]}/api/user`, { headers: { cookie } })
  expect(res.status).toBe(401)
  await res.body?.cancel()
}

/** Failed logins count across both nodes; the fifth locks the address on both. */
async function shareLocks(urls: readonly string[]): Promise<void> {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const login = (url: string, password: string) =>
    createClient(url).request('POST', '/api/login', { username: PROCESS_ADMIN.username, password }, from)
  for (let tried = 0; tried < 5; tried++) expect((await login(urls[tried % 2]!, 'wrong-password')).status).toBe(401)
  for (const url of urls) expect((await login(url, PROCESS_ADMIN.password)).status).toBe(429)
}

/** Resolves once a write is in the read tables by the time of its response. */
async function untilProjected(player: TestClient, fixtures: readonly number[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  const left = [...fixtures]
  while (left.length > 0 && performance.now() < deadline) {
    const body = { fixtureId: left[0]!, predictedResult: 'home' }
    const { status, headers } = await player.post('/api/predictions', body)
    if (status === 201 && headers.get('plp-pending') === null) return
    // A node that cannot accept the pick yet gets it again. One that is stored (409), perhaps of the round before, proves nothing.
    if (status === 503) await sleep(50)
    else left.shift()
  }
  throw new Error(`nothing was projected within ${withinMs} ms`)
}
