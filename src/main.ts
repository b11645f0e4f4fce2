import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { BuildProgress } from './build-progress.ts'
import { embeddedAddress } from './database/embedded/embedded-postgres.ts'
import { systemClock } from './kernel/clock.ts'
import { createLogger } from './kernel/logger.ts'
import type { GameNode, Waiting } from './node.ts'
import { checkSettings, readSettings, settingsHelp } from './settings.ts'
import { startProblem } from './start-problem.ts'
import { openStores, type Stores } from './stores.ts'
import { listen } from './web/server.ts'

/** The only file that starts anything: settings → stores → node, and the way down again. */
if (process.argv.includes('--help')) {
  console.log(`PLP, the Premier League prediction game

  npm start                       starts the server; needs nothing else
  npm start -- --show-database    prints the address of its PostgreSQL with the password, for psql and scripts
  npm run dev                     starts the server, rebuilding and restarting when a file changes
  npm test                        types, lint and every test

${settingsHelp()}`)
  process.exit(0)
}
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.problem)
  process.exit(1)
}
const { settings } = read
if (process.argv.includes('--show-database')) {
  const address = settings.databaseUrl ?? embeddedAddress(settings.dataDir)
  if (address === null) console.error(`There is no database in ${settings.dataDir} yet; npm start makes it`)
  else console.log(address)
  process.exit(address === null ? 1 : 0)
}
const logger = createLogger({ level: settings.logLevel })
/** What is said whatever the level of the log. */
const announcer = createLogger({ level: 'info' })
/** The terminal, npm and the start script each hand one Ctrl-C on: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000
const HOW_TO_JOIN = 'with its password: npm start -- --show-database'

let stores: Stores | undefined
/** When the stop was asked for, in milliseconds of this process; `null` while it runs. */
let stopRequestedAt: number | null = null
/** Printed last of what the start waits for. */
let lastWait = ''
const stopRequested = new AbortController()
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))

const starting = start()
try {
  const { url, ready } = await starting
  await ready
  if (!stopRequested.signal.aborted) say(`PLP is ready: ${url}`)
} catch (error) {
  if (!stopRequested.signal.aborted) {
    const { line, isExpected } = startProblem(error, settings)
    console.error(line)
    if (!isExpected) logger.fatal({ err: error }, 'could not start')
    await (await starting.catch(() => undefined))?.stop()
    await stores?.close()
    process.exit(1)
  }
}

async function start(): Promise<GameNode> {
  for (const warning of settings.warnings) say(warning)
  // What is wrong outside the stores is found before anything is made.
  await checkSettings(settings)
  await checkAddress()
  stores = await openStores(settings, logger)
  // Most of the code, read only now: what is wrong with the settings is said at once.
  const { startNode } = await import('./node.ts')
  if (stores.embeddedUrl) say(`PostgreSQL: ${withoutPassword(stores.embeddedUrl)} (${HOW_TO_JOIN})`)
  return startNode({
    settings,
    stores,
    clock: systemClock,
    logger,
    uiDirectory: fileURLToPath(new URL('../ui/dist', import.meta.url)),
    stopRequested: stopRequested.signal,
    say,
    onWaiting,
  })
}

/** In production the changes of readiness are in the log already. */
function onWaiting({ missing, building }: Waiting): void {
  if (building !== null) {
    const percent = building.total ? Math.floor((100 * building.done) / building.total) : null
    if (settings.production) announcer.info({ ...building, percent }, 'building read models')
    else console.log(`Building read models: ${eventsOf(building)}${percent === null ? '' : `, ${percent} %`}`)
  } else if (!settings.production) {
    const line = `Not ready yet: ${missing.join('; ')}`
    if (line !== lastWait) console.log(line)
    lastWait = line
  }
}

function eventsOf({ done, total }: BuildProgress): string {
  const [count, all] = [done, total].map((n) => n?.toLocaleString('en-GB'))
  return total === null ? `${count} events` : `${count} of ${all} events`
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopRequestedAt !== null) {
    // The second signal does not wait for anybody.
    if (performance.now() - stopRequestedAt > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stopRequestedAt = performance.now()
  logger.info({ signal }, 'stopping')
  stopRequested.abort()
  try {
    // A start that is not through undoes what it began.
    const node = await starting.catch(() => undefined)
    await node?.stop()
    await stores?.close()
    logger.info({ ms: Math.round(performance.now() - stopRequestedAt) }, 'stopped')
    process.exit(0)
  } catch (error) {
    logger.error({ err: error }, 'while stopping')
    process.exit(1)
  }
}

/** For people in a terminal; in production a line of the log, like everything else. */
function say(line: string): void {
  if (settings.production) announcer.info(line)
  else console.log(line)
}

/** Listens for a moment: an address that is taken, or is none, is known before a database is made for it. */
async function checkAddress(): Promise<void> {
  const probe = createServer()
  await listen(probe, settings.port, settings.host)
  await new Promise((resolve) => probe.close(resolve))
}

/** Output is kept in logs and seen over shoulders. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}
