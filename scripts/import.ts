// npm run import -- FILE | URL | football-data
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FIXTURES } from '../src/areas/fixtures.ts'
import { createContainer } from '../src/container.ts'
import { type LoadSummary, TooManyCorrections } from '../src/fixtures/load-calendar.ts'
import { BrokenSource } from '../src/fixtures/sources/calendar.ts'
import { type RealSource, readSeason } from '../src/fixtures/sources/read-season.ts'
import { TYPES } from '../src/identifiers.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { Refused, runCommand, type Shell } from './support/shell.ts'

const usage = `npm run import -- FILE | URL | football-data

Loads a season into the store of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL); the server may run meanwhile. The same
season again moves kickoffs, adds and corrects results, and keeps the rest. A broken file changes nothing.

  FILE, URL        a season in the openfootball football.json format
  football-data    the Premier League of football-data.org, with FOOTBALL_DATA_TOKEN`

/** How long the read tables may take to show what was loaded. */
const CATCH_UP_MS = 60_000

function sourceOf([argument, ...more]: readonly string[], token: string | undefined): RealSource {
  if (!argument) throw new Refused(usage)
  if (more[0] !== undefined) throw new Refused(`npm run import takes one season; ${more[0]} is one too many`)
  if (argument === 'football-data') {
    if (!token) throw new Refused('football-data needs FOOTBALL_DATA_TOKEN, the token of a football-data.org account')
    return { kind: 'football-data', token }
  }
  return /^https?:\/\//i.test(argument)
    ? { kind: 'url', url: argument }
    : { kind: 'file', path: path.resolve(argument) }
}

async function load({ settings, logger, open, atEnd }: Shell, source: RealSource): Promise<LoadSummary | null> {
  const own = settings()
  // A broken file is told before a store is made for it.
  if (source.kind === 'file') await readSeason(source, systemClock)
  const stores = await open(own, 'make')
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  atEnd(() => engine.stop())
  await engine.start()
  const bar = createProgressBar(process.stderr, 'steps')
  const summary = await container
    .get(FIXTURES.FixtureLoader)
    .load(source, (done, total) => bar.report('Importing', done, total))
    .finally(bar.end)
  const end = performance.now() + CATCH_UP_MS
  while (!(await engine.caughtUp()) && performance.now() < end) await sleep(50)
  return summary
}

function report(summary: LoadSummary | null): string {
  if (!summary) return 'Nothing was loaded'
  const news = Object.entries(summary.events).map(([type, count]) => `${type} ${count}`)
  return `${summary.season}: ${summary.matches} matches; ${news.length > 0 ? news.join(', ') : 'nothing new'}`
}

await runCommand(
  async (shell) => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    })
    if (values.help) console.log(usage)
    else console.log(report(await load(shell, sourceOf(positionals, process.env.FOOTBALL_DATA_TOKEN))))
    return 0
  },
  [BrokenSource, TooManyCorrections],
)
