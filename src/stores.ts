import { randomBytes } from 'node:crypto'
import { existsSync, lchownSync, linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, openDatabase } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { hasKeys, MasterKeyMismatch } from './event-log/key-store.ts'
import { openPersonalData } from './event-log/personal-data.ts'
import { createPostgresLog } from './event-log/postgres/postgres-log.ts'
import type { EventLog } from './kernel/event-log.ts'
import type { Logger } from './kernel/logger.ts'
import { BadSetting } from './kernel/setting.ts'
import { writableFolder } from './kernel/writable-folder.ts'
import type { Settings } from './settings.ts'

/**
 * 32 bytes that wrap the keys of personal data: the setting, or a file that the first start creates, readable by its owner only. Throws
 * `BadSetting` if the folder is not writable, or the file contains no key, or is missing and `create` is false.
 */
export function masterKeyOf(settings: Pick<Settings, 'masterKey' | 'dataDir'>, create = false): Buffer {
  if (settings.masterKey) return settings.masterKey
  const file = join(settings.dataDir, 'master.key')
  const exists = existsSync(file)
  if (!exists && !create)
    throw new BadSetting(`MASTER_KEY takes the key that this store was created with; there is no ${file}`)
  writableFolder(settings.dataDir)
  if (!exists) createKey(file)
  return keyIn(file)
}

/** Written to a draft and then linked: a crash leaves no partial key, and one of two concurrent starts wins. */
function createKey(file: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeKey(draft, randomBytes(32))
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function keyIn(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadSetting(`MASTER_KEY is in ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new BadSetting(`MASTER_KEY takes 32 bytes in base64; ${file} contains something else`)
  return key
}

/** Replaces `DATA_DIR/master.key` by the new key of an exchange, which is in a file of its own until the store needs it. */
export const takeNewKey = (dataDir: string): void => renameSync(newKeyFile(dataDir), join(dataDir, 'master.key'))

/** Stores the new key of an exchange before the store needs it. */
export const storeNewKey = (dataDir: string, key: Buffer): void => writeKey(newKeyFile(dataDir), key)

/** Writes a key for the owner of `DATA_DIR`, also when root runs the command, who must not follow a link placed there. */
function writeKey(file: string, key: Buffer): void {
  rmSync(file, { force: true })
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flush: true, flag: 'wx' })
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dirname(file))
  lchownSync(file, uid, gid)
}

const newKeyFile = (dataDir: string): string => join(dataDir, 'master.key.new')

/** Opens the keys. If an exchange was killed after its commit, completes it. A store that has keys needs theirs, so no other is created. */
async function openKeys(database: Database, settings: Settings) {
  const masterKey = masterKeyOf(settings, !(await hasKeys(database)))
  try {
    return await openPersonalData({ database, masterKey })
  } catch (error) {
    const file = newKeyFile(settings.dataDir)
    if (!(error instanceof MasterKeyMismatch) || settings.masterKey !== null || !existsSync(file)) throw error
    const personal = await openPersonalData({ database, masterKey: keyIn(file) })
    takeNewKey(settings.dataDir)
    return personal
  }
}

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens database, event log and keys by the settings, and migrates the schema. Closes opened stores on failure. Throws `BadSetting`,
 * `EmbeddedPostgresError`, `MasterKeyMismatch`, or the driver's error.
 */
export async function openStores(settings: Settings, logger: Logger) {
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of closers.reverse()) await step().catch((error) => logger.warn({ err: error }, 'while closing'))
  }
  try {
    const embedded =
      settings.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: settings.dataDir, logger }) : null
    if (embedded) closers.push(() => embedded.stop())
    const onError = (error: Error): void => logger.warn({ err: error }, 'a connection to Postgres was lost')
    const database = openDatabase(embedded?.url ?? settings.databaseUrl!, { onError })
    closers.push(() => database.close())
    // Most of the code is loaded only now, so that wrong settings are reported quickly.
    const { schema } = await import('./areas/index.ts')
    await migrate(database, schema)
    const personal = await openKeys(database, settings)
    const rawLog = settings.eventStoreUrl
      ? await eventStoreDbLog({ url: settings.eventStoreUrl, prefix: settings.eventStorePrefix })
      : createPostgresLog({ database, prefix: settings.eventStorePrefix, onError })
    closers.push(() => rawLog.close())
    /** `embeddedUrl`: the address of the embedded server, or null. */
    return { database, rawLog, personal, embeddedUrl: embedded?.url ?? null, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Loaded on demand: the client is a fifth of all code that a start loads. */
async function eventStoreDbLog(options: { url: string; prefix: string }): Promise<EventLog> {
  const { createEventStoreDbLog } = await import('./event-log/eventstoredb/eventstoredb-log.ts')
  return createEventStoreDbLog(options)
}
