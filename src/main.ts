import { fileURLToPath } from 'node:url'
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.ts'
import { UnsupportedPostgres } from './database/unsupported-postgres.ts'
import { MasterKeyMismatch } from './event-log/key-store.ts'
import { readSeason } from './fixtures/sources/read-season.ts'
import { systemClock } from './kernel/clock.ts'
import { createLogger } from './kernel/logger.ts'
import { type GameNode, startNode } from './node.ts'
import { readSettings, settingsHelp } from './settings.ts'
import { openStores, type Stores } from './stores.ts'

/** The only file that starts anything: settings → stores → node, and the way down again. */
if (process.argv.includes('--help')) {
  console.log(settingsHelp())
  process.exit(0)
}
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.problem)
  process.exit(1)
}
const { settings } = read
// A season of one's own that cannot be used is a bad setting; one from elsewhere may be better in five minutes.
if (settings.fixtures.kind === 'file') {
  try {
    await readSeason(settings.fixtures, systemClock)
  } catch (error) {
    console.error(`FIXTURES takes a season in the football.json format; ${(error as Error).message}`)
    process.exit(1)
  }
}
const logger = createLogger({ level: settings.logLevel })
for (const warning of settings.warnings) console.warn(warning)

let stores: Stores | undefined
let node: GameNode | undefined
/** When the stop was asked for, in milliseconds of this process; `null` while it runs. */
let stopAskedAt: number | null = null
/** The terminal, npm and the start script each hand one Ctrl-C on: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000
const HOW_TO_JOIN = 'with its password: npm start -- --show-database'

async function stop(): Promise<void> {
  if (stopAskedAt !== null) {
    // The second signal does not wait for anybody.
    if (performance.now() - stopAskedAt > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stopAskedAt = performance.now()
  try {
    await node?.stop()
    await stores?.close()
    process.exit(0)
  } catch (error) {
    logger.error({ err: error }, 'while stopping')
    process.exit(1)
  }
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))

try {
  stores = await openStores(settings, logger)
  if (stores.embeddedUrl) console.log(`PostgreSQL: ${withoutPassword(stores.embeddedUrl)} (${HOW_TO_JOIN})`)
  node = await startNode({
    settings,
    stores,
    clock: systemClock,
    logger,
    uiDirectory: fileURLToPath(new URL('../ui/dist', import.meta.url)),
  })
  const admin = node.firstAdministrator
  if (admin?.password)
    console.log(`First administrator: ${admin.username}, password ${admin.password} (shown only now)`)
  else if (admin) console.log(`First administrator: ${admin.username}`)
  console.log(`PLP is ready: ${node.url}`)
} catch (error) {
  console.error(lineOf(error))
  if (!(isBadSetting(error) || isTaken(error))) logger.fatal({ err: error }, 'could not start')
  await node?.stop().catch(() => undefined)
  await stores?.close()
  process.exit(1)
}

/** Output is kept in logs and seen over shoulders. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}

function isBadSetting(error: unknown): boolean {
  return [EmbeddedPostgresError, MasterKeyMismatch, UnsupportedPostgres].some((kind) => error instanceof kind)
}

function isTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** One line that says which setting to look at. */
function lineOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT takes a free port; ${settings.port} is in use`
  if (code === 'EACCES') return `PORT takes a port this user may open; ${settings.port} is not one`
  if (code === 'EADDRNOTAVAIL') return `HOST takes an address of this machine; ${settings.host} is not one`
  if (error instanceof MasterKeyMismatch) return `MASTER_KEY takes the key this store was made with: ${message}`
  if (settings.eventStoreUrl && error instanceof TypeError)
    return `EVENTSTORE_URL takes an address of EventStoreDB: ${message}`
  if (settings.databaseUrl && /^(ECONN|ENOTFOUND|28|3D)/.test(code ?? ''))
    return `DATABASE_URL takes the address of a PostgreSQL that answers: ${message}`
  return message
}
