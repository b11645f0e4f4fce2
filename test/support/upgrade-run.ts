import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'
import { createClient, type TestClient } from './client.ts'
import { eventStoreSettings } from './event-store.ts'
import { testDatabase } from './postgres.ts'
import {
  freePort,
  type ProcessApp,
  registered,
  removeFolder,
  spawnProcess,
  startProcess,
  temporaryFolder,
  untilReady,
} from './process-app.ts'
import { until } from './projections.ts'
import { promised } from './promised.ts'

const next = new URL('next-version.ts', import.meta.url).href
const projections = fileURLToPath(new URL('../../scripts/projections.ts', import.meta.url))
/** Limit of refused writes during an upgrade, in milliseconds. */
const REFUSED_WITHIN_MS = 5_000

type Spelling = 'Arsenal' | 'ARSENAL'

const USERNAME = 'upgrader'

async function signedIn(url: string): Promise<TestClient> {
  const client = createClient(url)
  expect((await client.post('/api/login', { username: USERNAME, password: 'password-1' })).status).toBe(200)
  return client
}

/** Reads of one node, repeated until `stop`: each must succeed and must come from tables of the node's version. */
function readAgain(client: TestClient, spelling: Spelling) {
  const faults: string[] = []
  let count = 0
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      for (const path of ['/api/fixtures', '/api/leaderboard?limit=50', '/api/predictions']) {
        const { status, body } = await client.request('GET', path).catch(() => ({ status: 0, body: null }))
        if (isStopped) return
        if (status !== 200) faults.push(`${path}: ${status} ${JSON.stringify(body)}`)
        else if (path === '/api/fixtures' && !JSON.stringify(body).includes(`"${spelling}"`))
          faults.push(`${path}: tables of another version`)
        count++
      }
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return { faults, count }
    },
  }
}

/**
 * An upgrade of two versions under load: kill -9 ends the new node `kills` times while it builds, `npm run projections -- build` then
 * completes its tables, the new node starts, kill -9 ends the old one, and the old version starts again. Reads never fail.
 */
export async function upgradeRun(kills: number) {
  const database = await testDatabase()
  const dataDir = temporaryFolder()
  const env = {
    ...{ DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('base64') },
    ...eventStoreSettings(),
  }
  const [oldPort, newPort] = [await freePort(), await freePort()]
  const nodes: ProcessApp[] = []
  const started = async (port: number, imports: readonly string[] = []) => {
    const node = await startProcess({ dataDir, port, env, imports })
    nodes.push(node)
    await untilReady(node.url)
    return node
  }
  const runNext = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, ['--import', next, projections, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...bareEnvironment(), DATA_DIR: dataDir, ...env },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes))
    const [code] = await once(child, 'close')
    return { code, printed }
  }
  const isPreparing = async () =>
    (await database.pool.query("select from engine.generations where name = 'play' and state = 'preparing'"))
      .rowCount === 1
  try {
    const old = await started(oldPort)
    const player = await registered(old.url, USERNAME)
    const fixtures = ((await player.get('/api/fixtures')) as { id: number; isOpen: boolean }[])
      .filter(({ isOpen }) => isOpen)
      .map(({ id }) => id)
    const pick = (client: TestClient, fixtureId: number | undefined) =>
      client
        .post('/api/predictions', { fixtureId, predictedResult: 'home' })
        .catch(() => ({ status: 0, headers: new Headers() }))
    const reads = readAgain(player, 'Arsenal')
    for (let kill = 0; kill < kills; kill++) {
      const dying = spawnProcess({ dataDir, port: newPort, env: { ...env, TEST_SLOW_BUILD: '1000' }, imports: [next] })
      await until('the new node builds', isPreparing, 120_000)
      // Shorter than the build: once it is complete, no later node builds.
      await sleep(Math.random() * 500)
      await dying.end('SIGKILL')
      const { status, headers } = await pick(player, fixtures.pop())
      expect([status, headers.get('plp-pending')]).toEqual([201, null])
    }
    expect(await runNext('build')).toMatchObject({ code: 0 })
    const young = await started(newPort, [next])
    const onNew = await signedIn(young.url)
    const newReads = readAgain(onNew, 'ARSENAL')
    // Both read what either has written.
    for (const [writer, reader] of [
      [player, onNew],
      [onNew, player],
    ] as const) {
      const fixtureId = fixtures.pop()!
      expect(await pick(writer, fixtureId)).toMatchObject({ status: 201 })
      await until('it is read on the other', async () =>
        ((await reader.get('/api/predictions')) as { fixtureId: number }[]).some(
          (each) => each.fixtureId === fixtureId,
        ),
      )
    }
    const ofOld = await reads.stop()
    await old.end('SIGKILL')
    const killedAt = performance.now()
    let refusedMs = 0
    for (let status = 0; status !== 201; ) {
      const answer = await pick(onNew, fixtures.pop())
      status = answer.headers.get('plp-pending') === null ? answer.status : 0
      refusedMs = performance.now() - killedAt
    }
    expect(refusedMs).toBeLessThan(promised(REFUSED_WITHIN_MS))
    await until(
      'analysts see the new tables',
      async () =>
        (await database.pool.query('select from read.teams where short_name = $1', ['ARSENAL'])).rowCount === 1,
    )
    const ofNew = await newReads.stop()
    expect([ofOld.faults, ofNew.faults]).toEqual([[], []])
    expect(Math.min(ofOld.count, ofNew.count)).toBeGreaterThan(5)
    expect(await runNext('verify')).toMatchObject({ code: 0 })
    expect((await young.end('SIGTERM')).code).toBe(0)
    // A downgrade.
    const again = await started(oldPort)
    const downgraded = readAgain(await signedIn(again.url), 'Arsenal')
    await until(
      'analysts see the old tables',
      async () =>
        (await database.pool.query('select from read.teams where short_name = $1', ['Arsenal'])).rowCount === 1,
    )
    expect((await downgraded.stop()).faults).toEqual([])
    expect((await again.end('SIGTERM')).code).toBe(0)
    return { refusedMs: Math.round(refusedMs), reads: ofOld.count + ofNew.count }
  } catch (error) {
    throw new Error(nodes.map((node) => node.output()).join('\n---\n'), { cause: error })
  } finally {
    for (const node of nodes) if (node.isRunning()) await node.end('SIGKILL')
    await database.drop()
    removeFolder(dataDir)
  }
}
