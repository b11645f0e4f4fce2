import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rewrap } from '../../src/event-log/key-store.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { readSettings } from '../../src/settings.ts'
import { masterKeyOf, openStores } from '../../src/stores.ts'
import { startTestApp } from '../support/app.ts'
import { runCommand } from '../support/operator.ts'
import { testDatabase } from '../support/postgres.ts'
import { removeFolder, temporaryFolder } from '../support/process-app.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof testDatabase>>

beforeEach(async () => {
  dataDir = temporaryFolder()
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
  removeFolder(dataDir)
})

async function exchange(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const all = { DATA_DIR: dataDir, DATABASE_URL: database.url, ...env }
  const { code, out, error } = await runCommand('master-key', [], { env: all })
  return { code, text: code === 0 ? out : error }
}

/** Opens the stores as a start does. */
function open(folder = dataDir, url = database.url) {
  const read = readSettings({ DATA_DIR: folder, DATABASE_URL: url })
  if (!read.ok) throw new Error(read.problem)
  return openStores(read.settings, createLogger({ level: 'fatal' }))
}

test('(R312) a start creates a master key only for a store without keys', async () => {
  const away = new URL(database.url)
  away.pathname = '/no_such_database'
  await expect(open(dataDir, away.href)).rejects.toThrow('does not exist')
  expect(readdirSync(dataDir)).toEqual([])

  await (await open()).close()
  expect(readdirSync(dataDir)).toEqual(['master.key'])
  await (await open()).close()

  const mistyped = path.join(dataDir, 'mistyped')
  await expect(open(mistyped)).rejects.toThrow(
    `MASTER_KEY takes the key that this store was created with; there is no ${path.join(mistyped, 'master.key')}`,
  )
  expect(existsSync(mistyped)).toBe(false)
})

test('a master key from the environment is replaced; the old one no longer opens the store', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = await openPersonalData({ database, masterKey: oldKey })
  const name = before.hmac('username', 'somebody')
  const { code, text } = await exchange({
    MASTER_KEY: oldKey.toString('base64'),
    NEW_MASTER_KEY: newKey.toString('base64'),
  })
  expect([code, text]).toEqual([0, expect.stringContaining('wrapped with the new master key')])
  expect((await openPersonalData({ database, masterKey: newKey })).hmac('username', 'somebody')).toBe(name)
  await expect(openPersonalData({ database, masterKey: oldKey })).rejects.toThrow('MASTER_KEY')
})

test('a master key in DATA_DIR is replaced with its file', async () => {
  const oldKey = masterKeyOf({ masterKey: null, dataDir }, true)
  await openPersonalData({ database, masterKey: oldKey })
  const newKey = randomBytes(32)
  expect((await exchange({ NEW_MASTER_KEY: newKey.toString('base64') })).code).toBe(0)
  const file = path.join(dataDir, 'master.key')
  expect(readFileSync(file, 'utf8').trim()).toBe(newKey.toString('base64'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await openPersonalData({ database, masterKey: masterKeyOf({ masterKey: null, dataDir }) })
})

test.runIf(process.getuid?.() === 0)(
  'R314: a master key that root creates or replaces belongs to the owner of DATA_DIR',
  async () => {
    chownSync(dataDir, 12_345, 12_345)
    const file = path.join(dataDir, 'master.key')
    await openPersonalData({ database, masterKey: masterKeyOf({ masterKey: null, dataDir }, true) })
    expect(statSync(file).uid).toBe(12_345)
    expect((await exchange({ NEW_MASTER_KEY: randomBytes(32).toString('base64') })).code).toBe(0)
    expect(statSync(file).uid).toBe(12_345)
  },
)

test.runIf(process.getuid?.() === 0)('T97: a master key that root writes follows no link of the owner', async () => {
  const folder = path.join(dataDir, 'owned')
  mkdirSync(folder)
  chownSync(folder, 12_345, 12_345)
  const roots = path.join(dataDir, 'roots')
  writeFileSync(roots, '')
  symlinkSync(roots, path.join(folder, `master.key.${process.pid}`))
  await openPersonalData({ database, masterKey: masterKeyOf({ masterKey: null, dataDir: folder }, true) })
  symlinkSync(roots, path.join(folder, 'master.key.new'))
  const newKey = randomBytes(32).toString('base64')
  expect((await exchange({ DATA_DIR: folder, NEW_MASTER_KEY: newKey })).code).toBe(0)
  expect([readFileSync(roots, 'utf8'), readdirSync(folder)]).toEqual(['', ['master.key']])
  expect(readFileSync(path.join(folder, 'master.key'), 'utf8').trim()).toBe(newKey)
})

test('R386: an exchange is refused while a node runs, whose registrations would fail', async () => {
  const app = await startTestApp()
  const env = { DATABASE_URL: app.databaseUrl, MASTER_KEY: app.masterKey.toString('base64') }
  const NEW_MASTER_KEY = randomBytes(32).toString('base64')
  try {
    const { code, text } = await exchange({ ...env, NEW_MASTER_KEY })
    expect([code, text.trim()]).toEqual([1, 'A node uses this store: stop all nodes first'])
    await app.player('registers')
  } finally {
    await app.close()
  }
})

test('(R297) an exchange that is killed after its commit is completed by the next start or command', async () => {
  const oldKey = masterKeyOf({ masterKey: null, dataDir }, true)
  await openPersonalData({ database, masterKey: oldKey })
  const newKey = randomBytes(32)
  const file = path.join(dataDir, 'master.key.new')
  const killed = rewrap(database, oldKey, newKey, () => writeFileSync(file, newKey.toString('base64')))
  expect(await killed).toBe(1)
  await (await open()).close()
  expect([masterKeyOf({ masterKey: null, dataDir }), existsSync(file)]).toEqual([newKey, false])
})

test('(R297) of two concurrent exchanges only one replaces the file, with the key that opens the store', async () => {
  await openPersonalData({ database, masterKey: masterKeyOf({ masterKey: null, dataDir }, true) })
  for (let n = 0; n < 5; n++) {
    const keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
    const codes = (await Promise.all(keys.map((key) => exchange({ NEW_MASTER_KEY: key })))).map(({ code }) => code)
    expect(codes).toContain(0)
    await openPersonalData({ database, masterKey: masterKeyOf({ masterKey: null, dataDir }) })
  }
})

test('an invalid new key, and a wrong present key, change nothing and report so in one line', async () => {
  const oldKey = masterKeyOf({ masterKey: null, dataDir }, true)
  await openPersonalData({ database, masterKey: oldKey })
  const none = await exchange({ NEW_MASTER_KEY: 'short' })
  expect([none.code, none.text.trim()]).toEqual([
    1,
    'NEW_MASTER_KEY takes 32 bytes in base64 (openssl rand -base64 32)',
  ])
  const wrong = await exchange({
    MASTER_KEY: randomBytes(32).toString('base64'),
    NEW_MASTER_KEY: randomBytes(32).toString('base64'),
  })
  expect([wrong.code, wrong.text.trim().split('\n').length]).toEqual([1, 1])
  await openPersonalData({ database, masterKey: oldKey })
})
