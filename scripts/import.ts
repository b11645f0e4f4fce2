// npm run import -- FILE | URL | football-data
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { FIXTURES } from '../src/areas/fixtures/area.ts'
import { type LoadSummary, TooManyCorrections } from '../src/areas/fixtures/load-calendar.ts'
import { seasonStarts } from '../src/areas/fixtures/queries.ts'
import { chooseSeason } from '../src/areas/fixtures/season-choice.ts'
import { BrokenSource, type SeasonCalendar } from '../src/areas/fixtures/sources/calendar.ts'
import { type RealSource, readSeason } from '../src/areas/fixtures/sources/read-season.ts'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import type { ReadDb } from '../src/slice/read-models.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { createLongCommand, type Main, Refused, runHere, type Shell, type Terminal } from './support/shell.ts'

const usage = `npm run import -- FILE | URL | football-data [--yes]

Loads a season into the store of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL); the server may run meanwhile. Importing a
season again updates kickoffs and results, and changes nothing else. A broken file changes nothing.

  FILE, URL        a season in the openfootball football.json format
  football-data    the Premier League from football-data.org; needs FOOTBALL_DATA_TOKEN
  --yes            does not ask for confirmation when the current season changes, such as from the demo to a real one. An import cannot
                   be undone: back up the store first (docs/operations.md, Importing a season)`

/** Milliseconds for read models to catch up after loading. */
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

/** Asks for confirmation if the current season changes. Throws `Refused` without it. */
async function confirm({ input, err }: Terminal, db: ReadDb, { season, matches }: SeasonCalendar): Promise<void> {
  const at = isoNow(systemClock)
  const starts = await seasonStarts(db)
  const first = matches.flatMap(({ kickoff }) => kickoff ?? []).sort()[0] ?? null
  const [before, after] = [starts, [...starts.filter((each) => each.season !== season), { season, first }]].map(
    (each) => chooseSeason(each, at),
  )
  if (before === null || before === after) return
  const sentence = `This makes ${after} the current season instead of ${before}, and cannot be undone`
  if (!input.isTTY) throw new Refused(`${sentence}; pass --yes to import it`)
  const terminal = createInterface({ input, output: err })
  const answer = await terminal.question(`${sentence}. Import it? [y/N] `).finally(() => terminal.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new Refused('Nothing was imported')
}

/** Shared by all attempts of one run. */
interface Memory {
  isAgreed: boolean
}

async function load(
  { terminal, settings, logger, open, atEnd }: Shell,
  source: RealSource,
  memory: Memory,
): Promise<LoadSummary | null> {
  const read = settings()
  // A broken file is reported before a store is created.
  const calendar = await readSeason(source, systemClock)
  const stores = await open(read, 'make')
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  atEnd(() => engine.stop())
  await engine.start()
  if (!memory.isAgreed) {
    await engine.catchUp(AbortSignal.timeout(CATCH_UP_MS))
    await confirm(terminal, stores.database.db, calendar)
    memory.isAgreed = true
  }
  const bar = createProgressBar(terminal.err, 'steps')
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

export const main: Main = (terminal) => {
  const memory: Memory = { isAgreed: false }
  return createLongCommand({
    usage,
    options: { yes: { type: 'boolean', default: false } },
    expected: [BrokenSource, TooManyCorrections],
    async work(shell, { values, positionals }) {
      memory.isAgreed ||= values.yes
      shell.print(report(await load(shell, sourceOf(positionals, terminal.env.FOOTBALL_DATA_TOKEN), memory)))
      return 0
    },
  })(terminal)
}

if (import.meta.main) await runHere(main)
