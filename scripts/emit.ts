// npm run emit -- TYPE --json '{…}'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../projections/engine/engine.ts'
import { ACCOUNTS } from '../src/areas/accounts/area.ts'
import { FIXTURES } from '../src/areas/fixtures/area.ts'
import { events } from '../src/areas/index.ts'
import { createEmittedLines, keysOfLines } from '../src/areas/testing/emitted-lines.ts'
import { testingSettings } from '../src/areas/testing/settings.ts'
import { createContainer } from '../src/container.ts'
import { PARTS, TYPES } from '../src/identifiers.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import type { RecordedEvent } from '../src/kernel/event.ts'
import { settingsOf } from '../src/kernel/setting.ts'
import { createEmit, type Emit, type TestEventRequest } from '../src/simulation/emit.ts'
import { createFindByName } from '../src/simulation/names.ts'
import { testEventList } from '../src/simulation/test-event-fields.ts'
import { HttpProblem } from '../src/slice/problem.ts'
import { createLongCommand, type Main, Refused, runHere, type Shell, type Terminal } from './support/shell.ts'

const usage = `npm run emit -- TYPE [--json '{…}'] [--as USER]
npm run emit -- --file FILE [--as USER]
npm run emit -- --list

Emits test events to simulate gameweeks. Each event follows the rules of the game, and is refused if the game would refuse it.
Stored events are marked as simulated. The server may run meanwhile; its pages update at once. Uses the store of the settings
(DATA_DIR, DATABASE_URL, EVENTSTORE_URL).

  TYPE           an event, e.g. PredictionSubmitted or MatchFinished
  --json JSON    its fields, e.g. '{"fixtureId": "Arsenal v Chelsea", "homeScore": 2, "awayScore": 1}'
  --as USER      the acting player; the name must begin with test_
  --file FILE    many events, one per line: {"type": "…", "as": "test_…", "data": {…}}; - reads standard input. It stops at the
                 first refused event; earlier ones are stored. Run again, it continues after them
  --list         lists all events with their fields`

/** Milliseconds for projections to catch up with the log, at the start and at the end. */
const CATCH_UP_MS = 60_000
/** Milliseconds to wait for the projection of an event before the next one. */
const SHOWN_MS = 5_000

interface Line extends TestEventRequest {
  /** Line number in a file. */
  readonly line?: number
}

interface Options {
  readonly json?: string
  readonly as?: string
  readonly file?: string
}

/** The events to emit. */
async function wantedOf(
  type: string | undefined,
  { json, as, file }: Options,
  input: Terminal['input'],
): Promise<readonly Line[]> {
  if (file !== undefined) {
    if (type !== undefined || json !== undefined) throw new Refused('--file cannot be combined with another event')
    return linesOf(await textOf(file, input), as)
  }
  if (type === undefined) throw new Refused(usage)
  return [{ type, as, data: objectOf(json ?? '{}', '--json') }]
}

function linesOf(lines: string, as: string | undefined): Line[] {
  return lines
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, line }) => {
      const { type, as: user = as, data = {}, ...more } = objectOf(text, `line ${line}`)
      const unknown = Object.keys(more)[0]
      if (unknown !== undefined) throw new Refused(`line ${line}: ${unknown} is none of type, as and data`)
      if (typeof type !== 'string') throw new Refused(`line ${line}: type has to name an event`)
      if (user !== undefined && typeof user !== 'string') throw new Refused(`line ${line}: as has to name a player`)
      if (!isObject(data)) throw new Refused(`line ${line}: data has to be an object`)
      return { type, as: user, data, line }
    })
}

async function textOf(file: string, input: Terminal['input']): Promise<string> {
  try {
    return file === '-' ? await text(input) : readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refused(`--file takes a file that can be read; ${file} cannot (${(error as NodeJS.ErrnoException).code})`)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(text: string, where: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Refused(`${where} is not valid JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) throw new Refused(`${where} has to be a JSON object`)
  return value
}

/** Shared by all attempts of one run. */
interface Memory {
  /** Standard input can be read only once. */
  wanted?: 'list' | readonly Line[]
  /** Number of lines with printed outcomes. */
  printed: number
}

async function run(
  { settings, logger, open, atEnd, print }: Shell,
  wanted: 'list' | readonly Line[],
  memory: Memory,
): Promise<void> {
  const read = settings()
  if (!settingsOf(read.areas, testingSettings).isOn)
    throw new Refused('TESTING_TOOL is off; set TESTING_TOOL=on to allow this')
  const stores = await open(read)
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const routes = container.getAll(PARTS.Routes).flat()
  if (wanted === 'list') return testEventList(events, routes).forEach(print)
  const engine = container.get(TYPES.Engine)
  const { db } = stores.database
  atEnd(() => engine.stop())
  await engine.start()
  await engine.catchUp(AbortSignal.timeout(CATCH_UP_MS))
  const emit = createEmit({
    events,
    ...{ db, routes, clock: systemClock },
    log: container.get(TYPES.Log),
    handler: container.get(TYPES.Handler),
    accounts: container.get(ACCOUNTS.Accounts),
    findByName: createFindByName({ db, seasons: container.get(FIXTURES.Seasons) }),
    shown({ position, types }) {
      engine.nudge()
      return engine.waitFor(position, types, SHOWN_MS)
    },
  })
  const done = createEmittedLines(db)
  const keys = await keysOfLines(
    db,
    wanted.map(({ line: _, ...request }) => request),
  )
  for (const [index, event] of wanted.entries()) {
    const key = event.line === undefined ? undefined : `emit ${keys[index]}`
    const isStored = key !== undefined && (await done.has(key))
    const lines = isStored
      ? [`line ${event.line}: ${event.type} was stored by an earlier run of this file`]
      : await emitted(emit, key === undefined ? event : { ...event, idBase: key })
    if (index >= memory.printed) lines.forEach(print)
    memory.printed = Math.max(memory.printed, index + 1)
    if (key !== undefined && !isStored) await done.add(key, isoNow(systemClock))
  }
  await reactorsDone(engine)
}

async function emitted(emit: Emit, { line, ...request }: Line): Promise<readonly string[]> {
  try {
    const stored = await emit(request)
    return stored.length > 0 ? stored.map(lineOf) : [`${request.type} changes nothing in the current state`]
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    throw new Refused(`${line === undefined ? '' : `line ${line}: `}${sentenceOf(error)}`)
  }
}

const lineOf = ({ type, stream, revision, data }: RecordedEvent): string =>
  `${type} ${stream}@${revision} ${JSON.stringify(data)}`

/** The reasons of a refusal, with the name of each field. */
const sentenceOf = ({ detail, errors }: HttpProblem): string =>
  errors?.map(({ path, message }) => (message.startsWith(path) ? message : `${path}: ${message}`)).join('; ') ?? detail

/** Without a running server, waits until the reactors of this process (settlement, achievements, prizes) have handled the events. */
const reactorsDone = (engine: ProjectionEngine): Promise<void> =>
  until(async () => {
    if (!engine.isLeader()) return true
    engine.nudge()
    const { projections } = await engine.status()
    return !projections.some(({ behind, paused }) => behind && !paused)
  })

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + CATCH_UP_MS
  while (!(await isSo()) && performance.now() < end) await sleep(50)
}

export const main: Main = (terminal) => {
  const memory: Memory = { printed: 0 }
  return createLongCommand({
    usage,
    options: {
      json: { type: 'string' },
      as: { type: 'string' },
      file: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
    async work(shell, { values, positionals: [type, ...more] }) {
      if (more[0] !== undefined) throw new Refused(`npm run emit takes one event; ${more[0]} is one too many`)
      if (values.list && type !== undefined) throw new Refused(`--list takes no event; ${type} is one`)
      memory.wanted ??= values.list ? 'list' : await wantedOf(type, values, terminal.input)
      await run(shell, memory.wanted, memory)
      return 0
    },
  })(terminal)
}

if (import.meta.main) await runHere(main)
