// npm run import -- FILE | URL | football-data
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createContainer } from '../src/container.ts'
import { type LoadSummary, TooManyCorrections } from '../src/fixtures/load-calendar.ts'
import { BrokenSource } from '../src/fixtures/sources/calendar.ts'
import type { RealSource } from '../src/fixtures/sources/read-season.ts'
import { TYPES } from '../src/identifiers.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { readSettings, type Settings } from '../src/settings.ts'
import { openStores } from '../src/stores.ts'
import { createProgressBar } from './support/progress-bar.ts'

const usage = `npm run import -- FILE | URL | football-data

Loads a season into the store of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL); the server may run meanwhile. The same
season again moves kickoffs, adds and corrects results, and keeps the rest. A broken file changes nothing.

  FILE, URL        a season in the openfootball football.json format
  football-data    the Premier League of football-data.org, with FOOTBALL_DATA_TOKEN`

/** How long the read tables may take to show what was loaded. */
const CATCH_UP_MS = 60_000

class BadArgument extends Error {}

function sourceOf(argument: string | undefined, token: string | undefined): RealSource {
  if (!argument) throw new BadArgument(usage)
  if (argument === 'football-data') {
    if (!token)
      throw new BadArgument('football-data needs FOOTBALL_DATA_TOKEN, the token of a football-data.org account')
    return { kind: 'football-data', token }
  }
  return /^https?:\/\//i.test(argument)
    ? { kind: 'url', url: argument }
    : { kind: 'file', path: path.resolve(argument) }
}

async function load(settings: Settings, source: RealSource): Promise<LoadSummary | null> {
  const logger = createLogger({ level: 'error', destination: process.stderr })
  const stores = await openStores(settings, logger)
  try {
    const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
    const engine = container.get(TYPES.Engine)
    await engine.start()
    try {
      const bar = createProgressBar(process.stderr, 'steps')
      const summary = await container
        .get(TYPES.FixtureLoader)
        .load(source, (done, total) => bar.report('Importing', done, total))
        .finally(bar.end)
      const end = performance.now() + CATCH_UP_MS
      while (!(await engine.caughtUp()) && performance.now() < end) await sleep(50)
      return summary
    } finally {
      await engine.stop()
    }
  } finally {
    await stores.close()
  }
}

function report(summary: LoadSummary | null): string {
  if (!summary) return 'Nothing was loaded'
  const news = Object.entries(summary.events).map(([type, count]) => `${type} ${count}`)
  return `${summary.season}: ${summary.matches} matches; ${news.length > 0 ? news.join(', ') : 'nothing new'}`
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) {
    console.log(usage)
  } else {
    const source = sourceOf(positionals[0], process.env.FOOTBALL_DATA_TOKEN)
    const settings = readSettings(process.env)
    if (!settings.ok) throw new BadArgument(settings.problem)
    console.log(report(await load(settings.settings, source)))
  }
} catch (error) {
  const expected = [BadArgument, BrokenSource, TooManyCorrections].some((kind) => error instanceof kind)
  console.error(expected || isArgumentError(error) ? (error as Error).message : error)
  process.exitCode = 1
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
