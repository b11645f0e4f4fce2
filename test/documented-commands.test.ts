import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TYPES } from '../src/identifiers.ts'
import { mapLimited } from '../src/kernel/map-limited.ts'
import { SAMPLE_KEY, SAMPLES } from '../ui/src/features/proofs/samples.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { bareEnvironment } from './support/bare-environment.ts'
import { databasesFolder } from './support/memory.ts'
import { runCommand, storeSettings } from './support/operator.ts'
import { testDatabase } from './support/postgres.ts'

// Runs every command of the README and docs against one fresh store with a demo season, with right and with wrong
// input. Commands that open the store run in this process.

const root = fileURLToPath(new URL('..', import.meta.url))
const scripts = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts as Record<string, string>

/** A command by the words that distinguish it, its arguments, its expected output and its exit code. */
interface Case {
  readonly command: string
  readonly right: Run
  readonly wrong: Run
}

interface Run {
  readonly args?: (world: World) => readonly string[]
  /** Matches a line of the output; for wrong input, the only line. */
  readonly prints: RegExp
  /** Default: 0 for right input, 1 for wrong input. */
  readonly code?: number
  /** Runs on an empty store instead of the one with the demo season. */
  readonly onEmptyStore?: boolean
  readonly env?: Readonly<Record<string, string>>
}

interface World {
  readonly folder: string
  /** The first gameweek whose matches are all open. */
  readonly gameweek: number
  /** Matches of the last gameweek, in the form that `emit` expects. */
  readonly matches: readonly string[]
}

const words =
  (...args: readonly string[]) =>
  () =>
    args
const json = (value: object) => JSON.stringify(value)
const match = ({ matches }: World) => matches[0]!
const season = ({ folder }: World) => path.join(folder, 'season.json')
/** Roles belong to the whole server, which other tests use too. */
const ROLE = `plp_documented_${process.pid}`
function sampleReceipt(folder: string): string {
  const file = path.join(folder, 'receipt.json')
  writeFileSync(file, SAMPLES[0]!.text)
  return file
}
/** Scripts with an exported `main`. */
const IN_PROCESS =
  /^scripts\/(achievements|admin|analyst|emit|erased|export|import|master-key|projections|proofs|shell|simulate|testing)\.ts$/
/** Commands that take too long for this test, or need a terminal. Other tests run them; here only their help is checked. */
const helps = (prints: RegExp): Run => ({ args: words('--help'), prints })

/** In the order in which they run. */
const cases: readonly Case[] = [
  {
    command: 'start -- --help',
    right: { prints: /^PLP, the / },
    wrong: { args: words('x'), prints: /does not know x/ },
  },
  {
    command: 'start -- --show-database',
    right: { prints: /^postgres:\/\// },
    wrong: { args: words('x'), prints: /does not know x/ },
  },
  { command: 'dev', right: helps(/^PLP, the /), wrong: { args: words('x'), prints: /does not know x/ } },
  { command: 'test', right: helps(/^npm test /), wrong: { args: words('--x'), prints: /does not know --x/ } },
  {
    command: 'test -- --changed',
    right: helps(/--changed/),
    wrong: { args: words('--x'), prints: /does not know --x/ },
  },
  { command: 'check', right: helps(/^npm run check/), wrong: { args: words('--x'), prints: /does not know --x/ } },
  {
    command: 'test:long',
    right: helps(/^npm run test:long/),
    wrong: { args: words('--x'), prints: /does not know --x/ },
  },
  { command: 'bench', right: helps(/^npm run bench/), wrong: { args: words('x'), prints: /no bench x; there are/ } },
  {
    command: 'lighthouse',
    right: helps(/^npm run lighthouse/),
    wrong: { args: words('x'), prints: /no page x; there are/ },
  },
  {
    command: 'test:firefox',
    right: helps(/^npm run test:firefox/),
    wrong: { args: words('--x'), prints: /Unknown option '--x'/ },
  },
  { command: 'mutation', right: helps(/^npm run mutation/), wrong: { args: words('x/y'), prints: /^No file is / } },
  { command: 'coverage', right: helps(/^npm run coverage/), wrong: { args: words('--x'), prints: /not know --x/ } },
  { command: 'attack', right: helps(/^npm run attack/), wrong: { args: words('x'), prints: /no attack x; there are/ } },
  // These write files of the checkout, which other tests compare with the expected content.
  { command: 'versions', right: helps(/^npm run versions/), wrong: { args: words('x'), prints: /takes no arguments/ } },
  { command: 'events', right: helps(/^npm run events/), wrong: { args: words('x'), prints: /takes no arguments/ } },
  {
    command: 'words',
    right: helps(/^npm run words/),
    wrong: { args: words('x'), prints: /^There is no file or folder x$/ },
  },
  {
    command: 'new-area -- polls',
    right: helps(/^npm run new-area/),
    wrong: { args: words('A'), prints: /takes a plural/ },
  },
  {
    command: 'projections -- docs',
    right: helps(/^npm run projections/),
    wrong: { args: words('x'), prints: /does not know x/ },
  },
  {
    command: 'testing -- create-users',
    right: { args: words('--users', '3'), prints: /^Created 3 test users$/ },
    wrong: { args: words('--users', 'x'), prints: /^users takes a number from 1 to 500$/ },
  },
  {
    command: 'testing -- generate-predictions',
    right: {
      args: words('next', '--users', '4'),
      prints: /^\d+ predictions by 4 test users for gameweek \d+$/,
    },
    wrong: { args: words('39'), prints: /^gameweek takes a number from 1 to 38, or next$/ },
  },
  {
    command: 'testing -- simulate',
    right: {
      args: words('next', '--seed', '7'),
      prints: /^Gameweek \d+ is complete: 10 results$/,
    },
    wrong: { args: words('0'), prints: /^gameweek takes a number from 1 to 38, or next$/ },
  },
  {
    command: 'testing -- full-simulation',
    right: { args: words('1', '--users', '3'), prints: /^Simulated 1 gameweek: / },
    wrong: { args: words('x'), prints: / takes / },
  },
  {
    command: 'testing -- generate',
    right: { args: words('1', '--users', '4'), prints: /^Generated \d+ predictions, / },
    wrong: { args: words('x'), prints: / takes / },
  },
  {
    command: 'emit -- UserRegistered',
    right: { args: words('--json', json({ username: 'test_ann' })), prints: /^UserRegistered account-/ },
    wrong: { args: words('--json', json({ username: '' })), prints: /Username must be 3 to 30/ },
  },
  {
    command: 'emit -- PredictionSubmitted',
    right: {
      args: (world) => ['--as', 'test_ann', '--json', json({ fixtureId: match(world), predictedResult: 'home' })],
      prints: /^PredictionSubmitted prediction-/,
    },
    wrong: { args: words('--as', 'nobody', '--json', '{}'), prints: /nobody/ },
  },
  {
    command: 'emit -- MatchStarted',
    right: { args: (world) => ['--json', json({ fixtureId: match(world) })], prints: /^MatchStarted fixture-/ },
    wrong: { args: words('--json', '{'), prints: /^--json is not valid JSON/ },
  },
  {
    command: 'emit -- MatchScoreChanged',
    right: {
      args: (world) => ['--json', json({ fixtureId: match(world), homeScore: 1, awayScore: 0 })],
      prints: /^MatchScoreChanged fixture-/,
    },
    wrong: {
      args: words('--json', json({ fixtureId: 'X v Y', homeScore: 1, awayScore: 0 })),
      prints: /no match X v Y$/,
    },
  },
  {
    command: 'emit -- MatchFinished',
    right: {
      args: (world) => ['--json', json({ fixtureId: match(world), homeScore: 2, awayScore: 1 })],
      prints: /^MatchFinished fixture-/,
    },
    wrong: {
      args: words('--json', json({ fixtureId: 'X v Y', homeScore: 2, awayScore: 1 })),
      prints: /There is no match X v Y$/,
    },
  },
  {
    command: 'emit -- --file',
    right: {
      args: ({ folder }) => [path.join(folder, 'saturday.jsonl'), '--as', 'test_ann'],
      prints: /^MatchStarted /,
    },
    wrong: { args: words('/nope'), prints: /^--file takes a file that can be read/ },
  },
  {
    command: 'emit -- --list',
    right: { prints: /^PredictionSubmitted$/ },
    wrong: { args: words('x'), prints: /^--list takes no event; x is one$/ },
  },
  {
    command: 'export -- read.totals',
    right: { args: ({ folder }) => ['--out', path.join(folder, 'totals.csv')], prints: /rows written to/ },
    wrong: { args: words('--format', 'xml'), prints: /^--format takes csv or jsonl$/ },
  },
  {
    command: 'export -- analysis.predictions',
    right: { args: words('--format', 'jsonl'), prints: /^\{/ },
    wrong: { args: words('--out', '/nope/x'), prints: /\/nope\/x/ },
  },
  {
    command: 'testing -- clear',
    right: { prints: /^Took back \d+ results and [\d,]+ predictions$/ },
    wrong: { args: words('3'), prints: /clear takes no number; 3 is one$/ },
  },
  {
    command: 'testing -- cleanup',
    right: { prints: /and deleted \d+ test users$/ },
    wrong: { args: words('3'), prints: /takes no number; 3 is one/ },
  },
  {
    command: 'testing -- world',
    right: helps(/^ +world +fills the season/),
    wrong: { args: words('--users', 'x'), prints: /^users takes a number/ },
  },
  {
    command: 'testing -- open-season',
    right: helps(/^ +open-season +opens a season/),
    wrong: { args: words('--users', 'x'), prints: /^users takes a number/ },
  },
  {
    command: 'admin -- reset-password',
    right: { args: words('admin'), prints: /^admin signs in with / },
    wrong: { args: words('nobody'), prints: /^There is no account called nobody$/ },
  },
  {
    command: 'admin -- export',
    right: { args: words('admin'), prints: /"username": "admin"/ },
    wrong: { args: words('nobody'), prints: /^There is no account called nobody$/ },
  },
  {
    command: 'achievements -- retroactive --dry-run',
    right: { prints: /^Nobody has anything to catch up on$/ },
    wrong: { args: words('--only', 'nope'), prints: /^There is no achievement nope$/ },
  },
  {
    command: 'achievements -- retroactive',
    right: { args: words('--only', 'streak-master'), prints: /^Nobody has anything to catch up on$/ },
    wrong: { args: words('--only', 'nope'), prints: /^There is no achievement nope$/ },
  },
  {
    command: 'projections -- status',
    // Checkpoints without changes are stored some seconds later.
    right: { prints: /^play +group +(up to date|behind), / },
    wrong: { args: words('nope'), prints: /status does not know nope$/ },
  },
  {
    command: 'projections -- build',
    right: { prints: /^The read models of this version are built$/ },
    wrong: { args: words('nope'), prints: /build does not know nope$/ },
  },
  {
    command: 'projections -- rebuild',
    right: { args: words('people'), prints: /^people: rebuilt$/ },
    wrong: { args: words('nope'), prints: /^no projection is called nope/ },
  },
  {
    command: 'projections -- verify',
    right: { args: words('people'), prints: /are the same as rebuilt/ },
    wrong: { args: words('nope'), prints: /^no projection is called nope/ },
  },
  {
    command: 'projections -- retry',
    right: { args: words('play'), prints: /^play is not paused$/, code: 1 },
    wrong: { args: words('nope'), prints: /^no projection is called nope/ },
  },
  {
    command: 'projections -- skip',
    right: { args: words('play'), prints: /^play is not paused$/, code: 1 },
    wrong: { args: words('nope'), prints: /^no projection is called nope/ },
  },
  {
    command: 'shell',
    right: helps(/^npm run shell/),
    wrong: { args: words('x'), prints: /does not know x/ },
  },
  {
    command: 'analyst -- create',
    right: { args: words(ROLE), prints: new RegExp(`^postgres://${ROLE}:`) },
    wrong: { args: words('Not A Role'), prints: /^A role is named by / },
  },
  {
    command: 'analyst -- remove',
    right: { args: words(ROLE), prints: new RegExp(`^${ROLE} was removed$`) },
    wrong: { args: words('nobody'), prints: /^There is no role nobody/ },
  },
  {
    command: 'export -- --list',
    right: { prints: /^read\.totals$/ },
    wrong: { args: words('read.totals'), prints: /^--list takes no view; read\.totals is one$/ },
  },
  { command: 'erased -- list', right: { prints: /^\d+$/ }, wrong: { args: words('x'), prints: /does not know x/ } },
  {
    command: 'erased -- apply',
    right: { args: ({ folder }) => [path.join(folder, 'erased-ids.txt')], prints: /^0 of 0 erased$/ },
    wrong: { args: words('/nope'), prints: /^\/nope cannot be read \(ENOENT\)$/ },
  },
  {
    command: 'proofs -- check',
    right: { args: ({ folder }) => [sampleReceipt(folder), '--key', SAMPLE_KEY], prints: / right, number \d of 5/ },
    wrong: { args: words('/nope'), prints: /^\/nope cannot be read \(ENOENT\)$/ },
  },
  {
    command: 'simulate -- --live',
    right: {
      args: words('--gameweek', '1', '--speed', '6000'),
      prints: /^Gameweek 1 (is played|has no match left to play)$/,
    },
    wrong: { args: words('--speed', '0'), prints: /^--speed takes a number from 1 to 6000$/ },
  },
  {
    command: 'simulate -- --season',
    right: helps(/^npm run simulate/),
    wrong: { args: words('/nope'), prints: /\/nope/, onEmptyStore: true },
  },
  {
    command: 'import --',
    right: { args: (world) => [season(world)], prints: /^Importing .*100 %/, onEmptyStore: true },
    wrong: { args: words('/nope'), prints: /\/nope/, onEmptyStore: true },
  },
  {
    command: 'master-key',
    right: {
      prints: /^\d+ keys wrapped/,
      onEmptyStore: true,
      env: { NEW_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') },
    },
    wrong: { args: words('x'), prints: /takes no arguments; x is one/ },
  },
]

const normal = (command: string): string =>
  command
    .replace(/--silent /g, '')
    .replace(/^npm (run )?/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Commands in code blocks and in inline code. */
function documented(): readonly string[] {
  return ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,how-to/*}.md', { cwd: root })].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, code]) => code!.split('\n'))
    const inline = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]*)`/g)].map(([, code]) => code!)
    return [...blocks, ...inline].flatMap((line) => {
      const [command] = /\bnpm (?:run (?:--silent )?\w[\w:-]*|start|test)\b[^#>|]*/.exec(line) ?? []
      return command === undefined ? [] : [normal(command)]
    })
  })
}

test('every documented command has a case, and every script a documented command', () => {
  const commands = documented()
  expect(commands.length).toBeGreaterThan(60)
  const known = cases.map(({ command }) => command)
  // A script name alone, in a sentence, refers to the script as a whole.
  const isKnown = (command: string) =>
    known.some((each) => each === command || command.startsWith(`${each} `) || each.startsWith(`${command} --`))
  expect(commands.filter((command) => !isKnown(command))).toEqual([])
  const undocumented = Object.keys(scripts).filter(
    (name) => !commands.some((command) => command.split(' ')[0] === name),
  )
  expect(undocumented).toEqual(['build'])
})

test('documented commands that run tests name existing ones', () => {
  const named = documented().flatMap((command) => [...command.matchAll(/^test -- (\S+\.test\.ts) -t '?([^']+)'?$/g)])
  expect(named.length).toBeGreaterThan(2)
  const missing = named.filter(([, file, name]) => !readFileSync(path.join(root, file!), 'utf8').includes(name!))
  expect(missing.map(([command]) => command)).toEqual([])
})

test('R309: documented commands whose output goes into a file or another program keep the lines of npm out of it', () => {
  const texts = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,how-to/*}.md', { cwd: root })]
  const redirected = texts.flatMap(
    (file) => readFileSync(path.join(root, file), 'utf8').match(/^[^#`\n]*\bnpm (?:run|start)\b[^#`\n]*[>|].*/gm) ?? [],
  )
  expect(redirected.length).toBeGreaterThan(1)
  expect(redirected.filter((line) => !line.includes('--silent'))).toEqual([])
})

describe('against one fresh store', () => {
  let folder: string
  let world: World
  let app: TestApp
  let empty: Awaited<ReturnType<typeof testDatabase>>
  let onStore: Readonly<Record<string, string>>
  let onEmpty: Readonly<Record<string, string>>

  beforeAll(async () => {
    folder = mkdtempSync(path.join(databasesFolder(), 'plp-documented-'))
    app = await startTestApp({ isPresent: true })
    empty = await testDatabase()
    const DATA_DIR = path.join(folder, 'data')
    onStore = { DATA_DIR, ...storeSettings(app) }
    onEmpty = { DATA_DIR, ...storeSettings({ ...app, databaseUrl: empty.url, prefix: path.basename(folder) }) }
    world = await prepare()
  })
  afterAll(async () => {
    await app?.close()
    await empty?.drop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })

  /** Creates the files that the documents name, and reads the facts of the demo season. */
  async function prepare(): Promise<World> {
    const { pool } = app.container.get(TYPES.Database)
    const { rows: open } = await pool.query<{ gameweek: number }>(
      `select gameweek from read.fixtures group by gameweek having min(cutoff) > now() + interval '1 hour' order by gameweek limit 1`,
    )
    const { rows: last } = await pool.query<{ match: string }>(
      `select h.name || ' v ' || a.name as match from read.fixtures f
       join read.teams h on h.id = f.home_team_id join read.teams a on a.id = f.away_team_id where f.gameweek = 38`,
    )
    const matches = last.map((row) => row.match)
    const played = (round: number, date: string, team1: string, team2: string) => ({
      ...{ round: `Matchday ${round}`, date, time: '15:00', team1, team2 },
      score: { ft: [round, 0] },
    })
    const season = [played(1, '2024-08-17', 'Arsenal', 'Chelsea'), played(2, '2024-08-24', 'Chelsea', 'Arsenal')]
    writeFileSync(path.join(folder, 'season.json'), json({ name: 'Premier League 2024/25', matches: season }))
    writeFileSync(path.join(folder, 'saturday.jsonl'), json({ type: 'MatchStarted', data: { fixtureId: matches[1] } }))
    writeFileSync(path.join(folder, 'erased-ids.txt'), '')
    return { folder, gameweek: open[0]!.gameweek, matches }
  }

  async function run({ command, args, onEmptyStore, env: more }: Run & { command: string }) {
    const [name, ...own] = command.split(' ').filter((word) => word !== '--')
    const [, ...program] = scripts[name!]!.split(' ').filter((word) => word !== 'scripts/node24.mjs')
    expect(existsSync(path.join(root, program[0]!))).toBe(true)
    const all = [...own, ...(args?.(world) ?? [])]
    const settings = { ...(onEmptyStore ? onEmpty : onStore), ...more }
    if (IN_PROCESS.test(program[0]!)) {
      const { out, error, code } = await runCommand(name!, all, { env: settings })
      return { code, output: (out + error).trimEnd() }
    }
    const child = spawn(process.execPath, [...program, ...all], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...bareEnvironment(), ...settings },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    const [code] = await once(child, 'close')
    return { code: code as number | null, output: said.trimEnd() }
  }

  test.each(cases)('npm $command', async ({ command, right }) => {
    await app.settled()
    const { code, output } = await run({ command, ...right })
    expect(output).toMatch(new RegExp(right.prints.source, 'm'))
    expect({ code, output }).toEqual({ code: right.code ?? 0, output })
  })

  test('wrong input is one sentence, exit code 1', async () => {
    const answers = await mapLimited(cases, 2, ({ command, wrong }) => run({ command, ...wrong }))
    // A second line would be a stack trace.
    expect(answers.map(({ output }) => output).filter((output) => output.includes('\n'))).toEqual([])
    expect(answers.map((answer, index) => ({ command: cases[index]!.command, ...answer }))).toEqual(
      cases.map(({ command, wrong }) => ({
        command,
        code: 1,
        output: expect.stringMatching(wrong.prints),
      })),
    )
  })
})
