// NEW_MASTER_KEY=… npm run master-key: wraps every key of the store under another master key
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rewrap } from '../src/event-log/key-store.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { readSettings } from '../src/settings.ts'
import { masterKeyOf, openStores, type Stores } from '../src/stores.ts'

const usage = `NEW_MASTER_KEY=… npm run master-key    wraps every key of the store under the new master key (openssl rand -base64 32)

MASTER_KEY, or DATA_DIR/master.key, is the present one. Stop all nodes before, start them with the new one after.`

if (process.argv.length > 2) {
  console.log(usage)
  process.exit(process.argv[2] === '--help' ? 0 : 1)
}
const read = readSettings(process.env)
const wanted = readSettings({ MASTER_KEY: process.env.NEW_MASTER_KEY })
const newKey = wanted.ok ? wanted.settings.masterKey : null
if (!read.ok || newKey === null) {
  console.error(read.ok ? 'NEW_MASTER_KEY takes 32 bytes in base64 (openssl rand -base64 32)' : read.problem)
  process.exit(1)
}
const { settings } = read
let stores: Stores | undefined
try {
  stores = await openStores(settings, createLogger({ level: 'error' }))
  const file = path.join(settings.dataDir, 'master.key')
  const isInFile = settings.masterKey === null && existsSync(file)
  // The new key is on disk before anything needs it.
  if (isInFile) writeFileSync(`${file}.new`, `${newKey.toString('base64')}\n`, { mode: 0o600 })
  const count = await rewrap(stores.database, masterKeyOf(settings), newKey)
  if (isInFile) renameSync(`${file}.new`, file)
  console.log(
    `${count} keys wrapped under the new master key${isInFile ? `, which is in ${file}` : ': start every node with it as MASTER_KEY'}`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await stores?.close()
}
