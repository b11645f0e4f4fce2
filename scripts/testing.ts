// npm run testing -- world | open-season | create-users | generate-predictions | simulate | full-simulation | generate | clear | cleanup
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { TESTING as AREA } from '../src/areas/testing/area.ts'
import { GameweekOrder, GameweeksOrder, SimulateOrder, TestOrder } from '../src/areas/testing/contract.ts'
import { testingSettings } from '../src/areas/testing/settings.ts'
import { TestRefused, type TestTask, type WantedGameweek } from '../src/areas/testing/tool.ts'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { settingsOf } from '../src/kernel/setting.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { createLongCommand, type Main, Refused, runHere, type Shell } from './support/shell.ts'

const usage = `npm run testing -- COMMAND [--users N] [--seed N]

Simulates players and results in the store of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL), with or without a running server.
All simulated data is marked, and clear purges it. The page /testing has the same commands and shows this run. Run the same command
again within a day to continue a failed or stopped run.

  world                          fills the season: 40 players with predictions so far, leagues, teams, chat, shares
  open-season                    opens a season that begins in a week, and --users test users predict its final table; it stays after a clear
  create-users                   creates --users test users, test_001 and so on (default 50)
  generate-predictions GAMEWEEK  test users predict the open matches
  simulate GAMEWEEK              records seeded results; with --users N, N test users predict first
  full-simulation [GAMEWEEKS]    picks, results and settling of 1 to 10 gameweeks (default 3)
  generate [GAMEWEEKS]           picks, leagues, messages, shares and comments (default 3)
  clear                          purges simulated results and predictions, and all their effects
  cleanup                        does the same, and deletes the test users

  GAMEWEEK     a number from 1 to 38, or next: the first with a match open for predictions
  --users N    number of test users, 1 to 500 (default 50); missing ones are created
  --seed N     a whole number; the same seed gives the same gameweek (default 1)`

/** Default number of players of `world`. */
const WORLD = 40
/** Milliseconds for a stopping run to finish its step. */
const STOP_MS = 4_000

function taskOf([kind, number, ...more]: readonly string[], values: { users?: string; seed?: string }): TestTask {
  if (more.length > 0) throw new Refused(`npm run testing takes one number; ${more[0]} is another`)
  const order = { ...numberAs('users', values.users), ...numberAs('seed', values.seed) }
  switch (kind) {
    case 'create-users':
    case 'open-season':
      return { kind, ...parsed(TestOrder, { ...order, ...numberAs('users', number) }) }
    case 'generate-predictions':
      return { kind, ...parsed(TestOrder, order), gameweek: gameweekOf(number) }
    case 'simulate': {
      const { users, seed } = parsed(SimulateOrder, order)
      return { kind, gameweek: gameweekOf(number), users, seed }
    }
    case 'full-simulation':
    case 'generate':
      return { kind, ...parsed(GameweeksOrder, { ...order, ...numberAs('gameweeks', number) }) }
    case 'world':
      return { kind, ...parsed(TestOrder, { users: WORLD, ...order, ...numberAs('users', number) }) }
    case 'clear':
    case 'cleanup':
      if (number !== undefined) throw new Refused(`npm run testing -- ${kind} takes no number; ${number} is one`)
      return { kind }
    default:
      throw new Refused(`npm run testing does not know ${kind}; see --help`)
  }
}

const gameweekOf = (text: string | undefined): WantedGameweek =>
  text === 'next' ? text : parsed(GameweekOrder, numberAs('gameweek', text)).gameweek

const numberAs = (name: string, text: string | undefined): Record<string, number> =>
  text === undefined ? {} : { [name]: Number(text) }

function parsed<S extends z.ZodMiniType>(schema: S, numbers: Record<string, number>): z.output<S> {
  const read = z.safeParse(schema, numbers)
  if (read.success) return read.data
  const name = String(read.error.issues[0]?.path[0])
  throw new Refused(`${name} takes ${TAKES[name] ?? 'a whole number'}`)
}

const TAKES: Readonly<Record<string, string>> = {
  users: 'a number from 1 to 500',
  gameweek: 'a number from 1 to 38, or next',
  gameweeks: 'a number from 1 to 10',
}

/** Shared by all attempts of one run. */
interface Memory {
  runId: number | null
}

/** Returns the exit code. */
async function run(
  { terminal, settings, logger, open, atEnd, print }: Shell,
  task: TestTask,
  memory: Memory,
): Promise<number> {
  const read = settings()
  if (!settingsOf(read.areas, testingSettings).isOn)
    throw new Refused('TESTING_TOOL is off; set TESTING_TOOL=on to allow this')
  const stores = await open(read)
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  const [tool, runs] = [container.get(AREA.TestingTool), container.get(AREA.Runs)]
  const bar = createProgressBar(terminal.err, 'done')
  let ending: Promise<unknown> = Promise.resolve()
  let isOver = true
  atEnd(() => engine.stop())
  // Runs before the engine stops, also when the store is unavailable.
  atEnd(async () => {
    bar.end()
    if (isOver) return
    await tool.stop()
    await Promise.race([ending, sleep(STOP_MS, undefined, { ref: false })])
  })
  await engine.start()
  await engine.catchUp(new AbortController().signal)
  // An attempt that lost its store may have left its run open; no other process continues it.
  if (memory.runId !== null) await runs.abandon(memory.runId)
  const { id, ended } = await tool.begin(task, null)
  memory.runId = id
  isOver = false
  ending = ended
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    const step = (await runs.find(id))?.steps.find(({ state }) => state === 'running')
    if (step) bar.report(step.name, step.done, step.total)
    await Promise.race([ending, sleep(100)])
  }
  bar.end()
  await ended
  const { state, message, error } = (await runs.find(id))!
  // It may have been stopped from the page, or given up by another process (docs/rules.md R467).
  print(message ?? error ?? '')
  return state === 'done' ? 0 : 1
}

export const main: Main = (terminal) => {
  const memory: Memory = { runId: null }
  return createLongCommand({
    usage,
    needsArguments: true,
    options: { users: { type: 'string' }, seed: { type: 'string' } },
    expected: [TestRefused],
    work: async (shell, { values, positionals }) => run(shell, taskOf(positionals, values), memory),
  })(terminal)
}

if (import.meta.main) await runHere(main)
