// npm run testing -- world | create-users | generate-predictions | simulate | full-simulation | generate | clear | cleanup
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
import { Refused, runLongCommand, type Shell } from './support/shell.ts'

const usage = `npm run testing -- COMMAND [--users N] [--seed N]

Simulates players and results in the game of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL), beside a running server or alone.
All that it makes is marked; clear takes it back. The page /testing does the same, and shows what is run here. A run that failed or
was stopped goes on where it ended when the same command is given again within a day.

  world                          gives a season a life: 40 players who have predicted it so far, leagues, teams, chat, shares
  create-users                   creates --users test users, test_001 and so on (default 50)
  generate-predictions GAMEWEEK  test users pick what is open
  simulate GAMEWEEK              results of the seed; with --users, so many test users pick first
  full-simulation [GAMEWEEKS]    picks, results and settling of 1 to 10 gameweeks (default 3)
  generate [GAMEWEEKS]           picks, leagues, messages, shares and comments (default 3)
  clear                          takes results and predictions back, with all that followed
  cleanup                        does that, and deletes the test users

  GAMEWEEK     a number from 1 to 38, or next: the first one in which a match is still open for predictions
  --users N    how many test users take part, 1 to 500 (default 50); who is missing is created
  --seed N     a whole number; the same seed gives the same gameweek (default 1)`

/** Players of a world, unless told otherwise. */
const WORLD = 40
/** How long a run that is asked to stop may take to come to the end of its step. */
const STOP_MS = 4_000

function taskOf([kind, given, ...more]: readonly string[], values: { users?: string; seed?: string }): TestTask {
  if (more.length > 0) throw new Refused(`npm run testing takes one number; ${more[0]} is another`)
  const order = { ...numberAs('users', values.users), ...numberAs('seed', values.seed) }
  switch (kind) {
    case 'create-users':
      return { kind, ...parsed(TestOrder, { ...order, ...numberAs('users', given) }) }
    case 'generate-predictions':
      return { kind, ...parsed(TestOrder, order), gameweek: gameweekOf(given) }
    case 'simulate': {
      const { users, seed } = parsed(SimulateOrder, order)
      return { kind, gameweek: gameweekOf(given), users, seed }
    }
    case 'full-simulation':
    case 'generate':
      return { kind, ...parsed(GameweeksOrder, { ...order, ...numberAs('gameweeks', given) }) }
    case 'world':
      return { kind, ...parsed(TestOrder, { users: WORLD, ...order, ...numberAs('users', given) }) }
    case 'clear':
    case 'cleanup':
      if (given !== undefined) throw new Refused(`npm run testing -- ${kind} takes no number; ${given} is one`)
      return { kind }
    default:
      throw new Refused(`npm run testing does not know ${kind}; --help says what it takes`)
  }
}

const gameweekOf = (given: string | undefined): WantedGameweek =>
  given === 'next' ? given : parsed(GameweekOrder, numberAs('gameweek', given)).gameweek

const numberAs = (name: string, text: string | undefined): Record<string, number> =>
  text === undefined ? {} : { [name]: Number(text) }

function parsed<S extends z.ZodMiniType>(schema: S, given: Record<string, number>): z.output<S> {
  const read = z.safeParse(schema, given)
  if (read.success) return read.data
  const name = String(read.error.issues[0]?.path[0])
  throw new Refused(`${name} takes ${TAKES[name] ?? 'a whole number'}`)
}

const TAKES: Readonly<Record<string, string>> = {
  users: 'a number from 1 to 500',
  gameweek: 'a number from 1 to 38, or next',
  gameweeks: 'a number from 1 to 10',
}

/** The run of this process. */
let own: number | null = null

async function run({ settings, logger, open, atEnd }: Shell, task: TestTask): Promise<string> {
  const read = settings()
  if (!settingsOf(read.areas, testingSettings).isOn) throw new Refused('TESTING_TOOL is off here; on allows it')
  const stores = await open(read)
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  const [tool, runs] = [container.get(AREA.TestingTool), container.get(AREA.Runs)]
  const bar = createProgressBar(process.stderr, 'done')
  let ending: Promise<unknown> = Promise.resolve()
  let isOver = true
  atEnd(() => engine.stop())
  // Before that, and without it where the store is away.
  atEnd(async () => {
    bar.end()
    if (isOver) return
    await tool.stop()
    await Promise.race([ending, sleep(STOP_MS, undefined, { ref: false })])
  })
  await engine.start()
  await engine.catchUp(new AbortController().signal)
  // An attempt that lost its store may have left its run open: nobody else carries it.
  if (own !== null) await runs.abandon(own)
  const { id, ended } = await tool.begin(task, null)
  own = id
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
  return (await runs.find(id))?.message ?? ''
}

await runLongCommand({
  usage,
  needsArguments: true,
  options: { users: { type: 'string' }, seed: { type: 'string' } },
  expected: [TestRefused],
  async work(shell, { values, positionals }) {
    console.log(await run(shell, taskOf(positionals, values)))
    return 0
  },
})
