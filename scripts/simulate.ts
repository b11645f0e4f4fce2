import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ACCOUNTS } from '../src/areas/accounts/area.ts'
import { ACHIEVEMENTS } from '../src/areas/achievements/area.ts'
import { FIXTURES } from '../src/areas/fixtures/area.ts'
import { BrokenSource } from '../src/areas/fixtures/sources/calendar.ts'
import { readSeason } from '../src/areas/fixtures/sources/read-season.ts'
import { PREDICTIONS } from '../src/areas/predictions/area.ts'
import { testingSettings } from '../src/areas/testing/settings.ts'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { settingsOf } from '../src/kernel/setting.ts'
import { systemContext } from '../src/kernel/system-context.ts'
import { playLive } from '../src/simulation/live-gameweek.ts'
import { reportOn } from '../src/simulation/report.ts'
import { planSeason } from '../src/simulation/season-plan.ts'
import { SimulationRefused, simulate } from '../src/simulation/simulate.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { createLongCommand, type Main, runHere, type Shell } from './support/shell.ts'

const usage = `npm run simulate -- --season FILE [--players 500] [--seed 1]
npm run simulate -- --live [--gameweek N] [--speed 60] [--seed 1]

Simulates a real season in an empty store: seeded players register and predict before each cutoff, and results are recorded, with
the same commands and events as in the game. Run the same command again to continue a killed run. Uses the store of the settings
(DATA_DIR, DATABASE_URL, EVENTSTORE_URL).

With --live it plays a gameweek of the store as a source with live scores does, in minutes, beside the server or alone: kick-offs,
goals and results. Hours without a match are skipped. Its events are marked as simulated.

  --live           plays the matches of a gameweek that have no result
  --gameweek N     the gameweek (default: the current one)
  --speed N        simulated minutes a minute, 1 to 6000 (default 60)
  --season FILE    a finished season in the openfootball football.json format
  --players N      number of players, 1 to 20000 (default 500)
  --seed N         a whole number; the same seed gives the same season (default 1)`

/** Milliseconds to wait for the lock of a killed run. */
const LOCK_MS = 10_000
/** Milliseconds for projections to catch up with the log. */
const CATCH_UP_MS = 60_000

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
  // As for test users: the password is unknown, and administrators may set another one.
  const passwordHash = await container.get(ACCOUNTS.Passwords).hash(randomBytes(24).toString('base64'))
  const players = plan.players.map(({ number, username, registeredAt }) => ({
    ...{ userId: number, username, createdAt: registeredAt },
  }))
  await container.get(ACCOUNTS.Accounts).provision(players, passwordHash)
  bar.end()
  const verifications = await engine.verify(undefined, ({ name, done, total }) =>
    check.report(`Verifying ${name}`, done, total),
  )
  check.end()
  const report = await reportOn(stores.database.db, plan.calendar.season, verifications)
  print(report.lines.join('\n'))
  return report.sound
}

interface LiveOptions {
  readonly gameweek: number | null
  readonly speed: number
  readonly seed: number
}

/** Plays a gameweek of the store. */
async function runLive({ settings, logger, open, atEnd, print }: Shell, options: LiveOptions): Promise<void> {
  const read = settings()
  if (!settingsOf(read.areas, testingSettings).isOn)
    throw new SimulationRefused('TESTING_TOOL is off; set TESTING_TOOL=on to allow this')
  const stores = await open(read)
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  atEnd(() => engine.stop())
  await engine.start()
  await engine.catchUp(AbortSignal.timeout(CATCH_UP_MS))
  const seasons = container.get(FIXTURES.Seasons)
  const season = await seasons.resolve(undefined, isoNow(systemClock))
  const gameweek = options.gameweek ?? (season === null ? null : await seasons.currentGameweek(season))
  if (season === null || gameweek === null) throw new SimulationRefused('the store has no season yet')
  const played = await playLive(
    {
      db: stores.database.db,
      handler: container.get(TYPES.Handler),
      now: () => isoNow(systemClock),
      sleep,
      onStep(text, done, total) {
        engine.nudge()
        print(`${String(done).padStart(3)}/${total}  ${text}`)
      },
    },
    { season, gameweek, speed: options.speed, seed: options.seed },
  )
  print(played === 0 ? `Gameweek ${gameweek} has no match left to play` : `Gameweek ${gameweek} is played`)
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
      live: { type: 'boolean', default: false },
      gameweek: { type: 'string' },
      speed: { type: 'string', default: '60' },
    },
    expected: [SimulationRefused, BrokenSource],
    async work(shell, { values }) {
      if (values.live) {
        const seed = Number(values.seed)
        const speed = Number(values.speed)
        const gameweek = values.gameweek === undefined ? null : Number(values.gameweek)
        if (!Number.isSafeInteger(seed)) throw new SimulationRefused('--seed takes a whole number')
        if (!(speed >= 1 && speed <= 6_000)) throw new SimulationRefused('--speed takes a number from 1 to 6000')
        if (gameweek !== null && !(Number.isInteger(gameweek) && gameweek >= 1 && gameweek <= 38))
          throw new SimulationRefused('--gameweek takes a number from 1 to 38')
        await runLive(shell, { gameweek, speed, seed })
        return 0
      }
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
