import { setTimeout as sleep } from 'node:timers/promises'
import { ACHIEVEMENTS } from '../src/areas/achievements/area.ts'
import { BrokenSource } from '../src/areas/fixtures/sources/calendar.ts'
import { readSeason } from '../src/areas/fixtures/sources/read-season.ts'
import { PREDICTIONS } from '../src/areas/predictions/area.ts'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { systemContext } from '../src/kernel/system-context.ts'
import { reportOn } from '../src/simulation/report.ts'
import { planSeason } from '../src/simulation/season-plan.ts'
import { SimulationRefused, simulate } from '../src/simulation/simulate.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { createLongCommand, type Main, runHere, type Shell } from './support/shell.ts'

const usage = `npm run simulate -- --season FILE [--players 500] [--seed 1]

Simulates a real season in an empty store: seeded players register and predict before each cutoff, and results are recorded, with
the same commands and events as in the game. Run the same command again to continue a killed run. Uses the store of the settings
(DATA_DIR, DATABASE_URL, EVENTSTORE_URL).

  --season FILE    a finished season in the openfootball football.json format
  --players N      number of players, 1 to 20000 (default 500)
  --seed N         a whole number; the same seed gives the same season (default 1)`

/** Milliseconds to wait for the lock of a killed run. */
const LOCK_MS = 10_000

interface Options {
  readonly season: string
  readonly players: number
  readonly seed: number
}

async function run({ terminal, settings, open, atEnd, print }: Shell, options: Options): Promise<boolean> {
  const plan = planSeason(await readSeason({ kind: 'file', path: options.season }, systemClock), options)
  const logger = createLogger({ level: terminal.env.LOG_LEVEL ?? 'fatal', destination: terminal.err })
  const bar = createProgressBar(terminal.err, 'matches')
  const label = `Simulating ${plan.calendar.season}`
  bar.report(label, 0, plan.matches.length)
  const stores = await open(settings(), 'make')
  let now = Date.parse(plan.begins)
  const set = (time: number) => {
    now = time
  }
  const container = createContainer({ ...stores, clock: { now: () => now }, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  const check = createProgressBar(terminal.err)
  atEnd(async () => {
    bar.end()
    check.end()
    await engine.stop()
  })
  await lead(() => engine.tryLead())
  await engine.start()
  // Has the correlation id of the run, so that an interrupted run can continue.
  await container.get(ACHIEVEMENTS.Achievements).introduce({ ...systemContext(plan.begins), correlationId: plan.name })
  await simulate(
    {
      log: container.get(TYPES.RawLog),
      handler: container.get(TYPES.Handler),
      ids: container.get(TYPES.Ids),
      personal: container.get(TYPES.PersonalData),
      predictions: container.get(PREDICTIONS.Predictions),
      engine,
      clock: { set },
    },
    plan,
    (done, total) => bar.report(label, done, total),
  )
  bar.end()
  const verifications = await engine.verify(undefined, ({ name, done, total }) =>
    check.report(`Verifying ${name}`, done, total),
  )
  check.end()
  const report = await reportOn(stores.database.db, plan.calendar.season, verifications)
  print(report.lines.join('\n'))
  return report.sound
}

async function lead(tryLead: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LOCK_MS
  while (!(await tryLead())) {
    if (performance.now() > end)
      throw new SimulationRefused(
        'another node leads this store: stop it first, or use a separate store for the simulation',
      )
    await sleep(200)
  }
}

export const main: Main = (terminal) =>
  createLongCommand({
    usage,
    options: {
      season: { type: 'string' },
      players: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
    },
    expected: [SimulationRefused, BrokenSource],
    async work(shell, { values }) {
      if (!values.season) throw new SimulationRefused('--season takes a file in the football.json format')
      const players = Number(values.players)
      const seed = Number(values.seed)
      if (!Number.isInteger(players) || players < 1 || players > 20_000)
        throw new SimulationRefused('--players takes a number from 1 to 20000')
      if (!Number.isSafeInteger(seed)) throw new SimulationRefused('--seed takes a whole number')
      return (await run(shell, { season: values.season, players, seed })) ? 0 : 1
    },
  })(terminal)

if (import.meta.main) await runHere(main)
