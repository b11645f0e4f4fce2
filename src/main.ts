import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FirstAdministrator } from './accounts/first-administrator.ts'
import { readSeason } from './fixtures/sources/read-season.ts'
import { systemClock } from './kernel/clock.ts'
import { createLogger } from './kernel/logger.ts'
import type { GameNode } from './node.ts'
import { BadSetting, readSettings, settingsHelp } from './settings.ts'
import { startProblem } from './start-problem.ts'
import { openStores, type Stores } from './stores.ts'
import { listen } from './web/server.ts'

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
const logger = createLogger({ level: settings.logLevel })
/** What is said whatever the level of the log. */
const announcer = createLogger({ level: 'info' })
/** The terminal, npm and the start script each hand one Ctrl-C on: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000
const HOW_TO_JOIN = 'with its password: npm start -- --show-database'

let stores: Stores | undefined
/** When the stop was asked for, in milliseconds of this process; `null` while it runs. */
let stopAskedAt: number | null = null
const stopAsked = new AbortController()
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))

const starting = start()
try {
  const { url } = await starting
  say(`PLP is ready: ${url}`)
} catch (error) {
  if (!stopAsked.signal.aborted) {
    const { line, isExpected } = startProblem(error, settings)
    console.error(line)
    if (!isExpected) logger.fatal({ err: error }, 'could not start')
    await stores?.close()
    process.exit(1)
  }
}

async function start(): Promise<GameNode> {
  for (const warning of settings.warnings) say(warning)
  // What is wrong outside the stores is found before anything is made.
  await checkSeason()
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
    stopAsked: stopAsked.signal,
    onFirstAdministrator: tell,
  })
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopAskedAt !== null) {
    // The second signal does not wait for anybody.
    if (performance.now() - stopAskedAt > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stopAskedAt = performance.now()
  logger.info({ signal }, 'stopping')
  stopAsked.abort()
  try {
    // A start that is not through undoes what it began.
    const node = await starting.catch(() => undefined)
    await node?.stop()
    await stores?.close()
    logger.info({ ms: Math.round(performance.now() - stopAskedAt) }, 'stopped')
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

function tell({ username, password }: FirstAdministrator): void {
  const how = password === null ? '' : `, password ${password} (shown until somebody has signed in with it)`
  say(`First administrator: ${username}${how}`)
}

/** A season of one's own that cannot be used is a bad setting; one from elsewhere may be better in five minutes. */
async function checkSeason(): Promise<void> {
  if (settings.fixtures.kind !== 'file') return
  await readSeason(settings.fixtures, systemClock).catch((error: Error) => {
    throw new BadSetting(`FIXTURES takes a season in the football.json format; ${error.message}`)
  })
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
