import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type BuildProgress, percentOf } from './build-progress.ts'
import { embeddedAddress } from './database/embedded/embedded-postgres.ts'
import { systemClock } from './kernel/clock.ts'
import { createLogger } from './kernel/logger.ts'
import type { GameNode, Waiting } from './node.ts'
import { checkSettings, readSettings, settingsHelp } from './settings.ts'
import { startProblem } from './start-problem.ts'
import { openStores, type Stores } from './stores.ts'
import { listen } from './web/server.ts'

/** Entry point: opens settings, stores and node in this order, and stops them in reverse. */
if (process.argv.includes('--help')) {
  console.log(`PLP, the Premier League prediction game

  npm start                       starts the server; no setup needed
  npm start -- --show-database    prints the address of its PostgreSQL, including the password, for psql and scripts
  npm run dev                     starts the server, and rebuilds and restarts it when a file changes
  npm test                        runs the type check, the linter and all tests

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
  let address: string | null
  try {
    address = settings.databaseUrl ?? embeddedAddress(settings.dataDir)
  } catch (error) {
    console.error(startProblem(error, settings).line)
    process.exit(1)
  }
  if (address === null) console.error(`There is no database in ${settings.dataDir} yet; npm start creates it`)
  else console.log(address)
  process.exit(address === null ? 1 : 0)
}
const logger = createLogger({ level: settings.logLevel })
/** For messages that are logged at every log level. */
const announcer = createLogger({ level: 'info' })
/** Milliseconds within which signals count as one Ctrl-C: the terminal, npm and the start script each send it. */
const SAME_SIGNAL_MS = 1_000
const HOW_TO_JOIN = 'with its password: npm start -- --show-database'

let stores: Stores | undefined
/** Time of the stop request in milliseconds of this process; `null` before it. */
let stopRequestedAt: number | null = null
/** The last printed line about the start. */
let lastWait = ''
const stopRequested = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
// The start script was killed.
process.on('disconnect', () => stop('SIGHUP'))
process.channel?.unref()
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))

const starting = start()
try {
  const { url, ready } = await starting
  await ready
  if (!stopRequested.signal.aborted) print(`PLP is ready: ${url}`)
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
  for (const warning of settings.warnings) print(warning)
  // Detects errors outside the stores before anything is created.
  await checkSettings(settings)
  await checkAddress()
  stores = await openStores(settings, logger)
  // Most of the code is loaded only now, so that wrong settings are reported quickly.
  const { startNode } = await import('./node.ts')
  if (stores.embeddedUrl) print(`PostgreSQL: ${withoutPassword(stores.embeddedUrl)} (${HOW_TO_JOIN})`)
  return startNode({
    settings,
    stores,
    clock: systemClock,
    logger,
    uiDirectory: fileURLToPath(new URL('../ui/dist', import.meta.url)),
    stopRequested: stopRequested.signal,
    print,
    onWaiting,
  })
}

/** In production, changes of readiness are logged elsewhere. */
function onWaiting({ missing, building }: Waiting): void {
  if (building !== null) {
    const percent = percentOf(building)
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
    // A second signal exits at once.
    if (performance.now() - stopRequestedAt > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stopRequestedAt = performance.now()
  logger.info({ signal }, 'stopping')
  stopRequested.abort()
  try {
    // An unfinished start reverts its steps.
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

/** Prints a line to the terminal; in production, logs it. */
function print(line: string): void {
  if (settings.production) announcer.info(line)
  else console.log(line)
}

/** Listens for a moment, so that an invalid or used address is detected before a database is created. */
async function checkAddress(): Promise<void> {
  const probe = createServer()
  await listen(probe, settings.port, settings.host)
  await new Promise((resolve) => probe.close(resolve))
}

/** Removes the password, because output may be logged or seen by others. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}
