import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Result } from 'lighthouse'
import { buildUi } from '../../scripts/support/prepare.mjs'
import { freePort, registered, removeFolder, startProcess, temporaryFolder } from '../support/process-app.ts'
import { PAGES, preparePlayer } from './pages.ts'
import { rowOf } from './row.ts'

/**
 * `npm run lighthouse [-- --runs N] [--reports FOLDER] [page…]`: starts a demo game on 127.0.0.1, signs in a player with
 * picks, measures first views with Lighthouse as on a phone, and prints them. Runs take turns.
 */
const { runs, reports, help, wanted } = readArguments()
const names = PAGES.map(({ name }) => name)
if (help) {
  console.log(`npm run lighthouse [-- --runs N] [-- --reports FOLDER] [-- page…]

Measures first views with Lighthouse on an emulated phone, in a demo game that it starts and removes.

  --runs N          measures each page so often, in turns (default 1)
  --reports FOLDER  also writes the reports, as JSON
  page              some of the pages: ${names.join(', ')}`)
  process.exit(0)
}
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no page ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exit(1)
}
if (!buildUi(process.execPath)) {
  console.error('The UI does not build; nothing was started')
  process.exit(1)
}

// Loading them takes seconds, which wrong arguments need not wait for.
const [{ default: lighthouse }, { launchBrowser }] = await Promise.all([
  import('lighthouse'),
  import('../support/browser.ts'),
])
const dataDir = temporaryFolder()
const [port, debugging] = [await freePort(), await freePort()]
const app = await startProcess({ dataDir, port })
const browser = await launchBrowser([`--remote-debugging-port=${debugging}`])
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().finally(() => process.exit(1)))
try {
  const player = await registered(app.url, 'lighthouse')
  const share = await preparePlayer(player)
  const chosen = PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  console.log('| page | performance | LCP s | CLS | TBT ms | JS kB | files |\n|---|---|---|---|---|---|---|')
  for (let run = 1; run <= runs; run++)
    for (const { name, path: pagePath, isSignedIn } of chosen) {
      const url = app.url + (pagePath ?? `/shared/${share}`)
      const result = await measure(url, isSignedIn ? player.cookie : undefined)
      console.log(rowOf(name, result))
      if (!reports) continue
      mkdirSync(reports, { recursive: true })
      writeFileSync(path.join(reports, `${name}-${run}.json`), JSON.stringify(result))
    }
} finally {
  await leave()
}

/** Stops the game and removes its data, also when interrupted. */
async function leave(): Promise<void> {
  await browser.close()
  await app.end('SIGTERM')
  removeFolder(dataDir)
}

/** Lighthouse's report of a page; its defaults are a phone on slow 4G. `cookie`: that of a session. */
async function measure(url: string, cookie: string | undefined): Promise<Result> {
  const found = await lighthouse(url, {
    port: debugging,
    logLevel: 'error',
    onlyCategories: ['performance'],
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  })
  if (!found || found.lhr.runtimeError) throw new Error(`${url}: ${found?.lhr.runtimeError?.message ?? 'no report'}`)
  return found.lhr
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '1' },
        reports: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const runs = Number(values.runs)
    if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1')
    return { ...values, runs, wanted: positionals }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
