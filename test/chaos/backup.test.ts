import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { createContainer } from '../../src/container.ts'
import { isoNow, systemClock } from '../../src/kernel/clock.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { audit, faultsOf } from '../support/audit.ts'
import { createClient } from '../support/client.ts'
import { mentions } from '../support/mentions.ts'
import { runCommand } from '../support/operator.ts'
import {
  freePort,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  stopLeftPostgres,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'

/** Runs one of our commands on the embedded server of a folder. */
async function run(dataDir: string, name: string, ...args: string[]): Promise<string> {
  const { code, out, error } = await runCommand(name, args, { env: { DATA_DIR: dataDir } })
  expect([code, code === 0 ? '' : error]).toEqual([0, ''])
  return out
}

/** Deletes a user as an administrator can: with the command, on the stores of the running app. */
async function deleteUser(dataDir: string, userId: number): Promise<void> {
  const read = readSettings({ DATA_DIR: dataDir })
  if (!read.ok) throw new Error(read.problem)
  const logger = createLogger({ level: 'error' })
  const stores = await openStores(read.settings, logger)
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const id = randomUUID()
  const at = isoNow(systemClock)
  const outcome = await container
    .get(ACCOUNTS.Accounts)
    .deleteUser(userId, { actor: null, at, correlationId: id, causationId: id, source: 'command' })
  expect(outcome.ok).toBe(true)
  await stores.close()
}

/** Tables of a store that contain a name. */
async function naming(databaseUrl: string, name: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await mentions(client, name)
  } finally {
    await client.end()
  }
}

test('a folder copied while the app is stopped is a backup; users erased after the copy stay erased when it is restored', async () => {
  const dataDir = temporaryFolder()
  const backup = `${dataDir}-backup`
  const port = await freePort()
  let app: ProcessApp | undefined
  try {
    app = await startProcess({ dataDir, port })
    await untilReady(app.url)
    const anna = await registered(app.url, 'anna_stays')
    const bert = await registered(app.url, 'bert_leaves')
    const { id: bertId } = await bert.get('/api/user')
    const [fixture] = ((await anna.get('/api/fixtures')) as { id: number; isOpen: boolean }[]).filter(
      (each) => each.isOpen,
    )
    for (const player of [anna, bert])
      expect((await player.post('/api/predictions', { fixtureId: fixture!.id, predictedResult: 'home' })).status).toBe(
        201,
      )
    const told = await anna.get('/api/predictions')

    expect((await app.end('SIGTERM')).code).toBe(0)
    execFileSync('cp', ['-a', dataDir, backup])

    app = await startProcess({ dataDir, port })
    await untilReady(app.url)
    await deleteUser(dataDir, bertId)
    await expect.poll(() => bert.request('GET', '/api/user').then(({ status }) => status)).toBe(401)
    const list = path.join(dataDir, 'erased-ids.txt')
    const ids = await run(dataDir, 'erased', 'list')
    expect(ids).toBe(`${bertId}\n`)
    expect((await app.end('SIGTERM')).code).toBe(0)

    // The disk is lost; the list was stored elsewhere.
    removeFolder(dataDir)
    renameSync(backup, dataDir)
    expect(existsSync(list)).toBe(false)
    writeFileSync(list, ids)
    expect(await run(dataDir, 'erased', 'apply', list)).toContain('1 of 1 erased')
    expect(await run(dataDir, 'projections', 'rebuild', 'people')).toContain('rebuilt')

    app = await startProcess({ dataDir, port })
    await untilReady(app.url)
    expect(await anna.get('/api/predictions')).toEqual(told)
    expect((await bert.request('GET', '/api/user')).status).toBe(401)
    const again = await createClient(app.url).post('/api/login', { username: 'bert_leaves', password: 'password-1' })
    expect(again.status).toBe(401)
    expect(await naming(app.databaseUrl, 'anna_stays')).not.toEqual([])
    expect(await naming(app.databaseUrl, 'bert_leaves')).toEqual([])
    const masterKey = Buffer.from(readFileSync(path.join(dataDir, 'master.key'), 'utf8'), 'base64')
    expect(faultsOf(await audit({ databaseUrl: app.databaseUrl, masterKey }))).toEqual([])
    // A second run changes nothing, and the name is free for another player.
    expect(await run(dataDir, 'erased', 'apply', list)).toContain('1 of 1 erased')
    const taken = await registered(app.url, 'bert_leaves')
    expect((await taken.get('/api/user')).id).not.toBe(bertId)
    expect((await app.end('SIGTERM')).code).toBe(0)
  } catch (error) {
    console.error(app?.output().slice(-4_000))
    throw error
  } finally {
    if (app?.isRunning()) await app.end('SIGKILL')
    await stopLeftPostgres(dataDir)
    removeFolder(dataDir)
    removeFolder(backup)
  }
}, 480_000)
