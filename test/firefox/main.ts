import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, launch } from 'puppeteer-core'
import { buildUi } from '../../scripts/support/prepare.mjs'
import { freePort, removeFolder, startProcess, temporaryFolder } from '../support/process-app.ts'
import { JOURNEYS } from './journeys.ts'

/** `npm run test:firefox`: three journeys in an installed Firefox through WebDriver BiDi, in a demo game that it starts. */
const PLACES = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

if (isHelp()) {
  console.log(`npm run test:firefox

Walks through three journeys in an installed Firefox, in a demo game that it starts and removes.
Firefox is FIREFOX_PATH, or one in a usual place; without one nothing is tested.`)
  process.exit(0)
}
const chosen = process.env.FIREFOX_PATH
if (chosen && !existsSync(chosen)) fail(`FIREFOX_PATH takes the path of a Firefox; ${chosen} is not there`)
const executablePath = chosen ?? PLACES.find((place) => existsSync(place))
if (!executablePath) {
  console.log('Skipped: there is no Firefox. Install one, or set FIREFOX_PATH.')
  process.exit(0)
}
if (!buildUi(process.execPath)) fail('The UI does not build; nothing was started')

const dataDir = temporaryFolder()
const app = await startProcess({ dataDir, port: await freePort() })
let browser: Browser | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().finally(() => process.exit(1)))
let failed = 0
try {
  browser = await launch({ browser: 'firefox', executablePath, headless: true })
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const context = await browser.createBrowserContext()
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await journey(page, app.url)
      console.log(`passed: ${name}`)
    } catch (error) {
      failed++
      console.error(`failed: ${name}\n${(error as Error).stack}`)
    } finally {
      await context.close()
    }
  }
} finally {
  await leave()
}
const total = Object.keys(JOURNEYS).length
console.log(`${total - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Stops the game and removes its data, also when interrupted. */
async function leave(): Promise<void> {
  await browser?.close()
  await app.end('SIGTERM')
  removeFolder(dataDir)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function isHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } }).values.help
  } catch (error) {
    fail((error as Error).message)
  }
}
