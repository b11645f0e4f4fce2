import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { simulatedPlayers } from '../src/simulation/player.ts'
import { bareEnvironment } from './support/bare-environment.ts'
import { databasesFolder } from './support/memory.ts'
import { runCommand } from './support/operator.ts'
import { testDatabase } from './support/postgres.ts'

// The commands as an operator runs them: each names its wrong arguments, and stops every process that it starts.

let folder: string
let running: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(path.join(databasesFolder(), 'plp-commands-'))
  chmodSync(folder, 0o755)
  running = []
})

afterEach(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

const dataDir = () => path.join(folder, 'data')
const postmaster = () => path.join(dataDir(), 'postgres/data/postmaster.pid')

/** A command in this process. */
const run = (script: string, ...args: readonly string[]) => runCommand(script, args, { env: { DATA_DIR: dataDir() } })

/** A command in a process group of its own, as a terminal would have it. */
function start([script, ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), DATA_DIR: dataDir(), ...env },
  })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

describe('a wrong argument', () => {
  test('is named in one line, exit code 1, and no store is made', async () => {
    const unplayed = path.join(folder, 'unplayed.json')
    const match = { round: 'Matchday 1', date: '2024-08-17', team1: 'Arsenal FC', team2: 'Chelsea FC' }
    writeFileSync(unplayed, JSON.stringify({ name: 'Premier League 2024/25', matches: [match] }))
    const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['projections', ['bogus'], /does not know bogus/],
      ['erased', ['apply', '/nope'], /^\/nope cannot be read \(ENOENT\)$/],
      ['import', ['--bogus'], /'--bogus'/],
      ['achievements', ['bogus'], /does not know bogus/],
      ['master-key', ['bogus'], /takes no arguments; bogus is one/],
      ['admin', ['make'], /takes the name of an account/],
      ['analyst', ['make'], /does not know make/],
      ['export', ['read.totals', '--format', 'xml'], /^--format takes csv or jsonl$/],
      ['export', ['read.totals', '--out', ''], /^--out takes the name of a file$/],
      ['shell', ['bogus'], /does not know bogus/],
      ['emit', ['MatchStarted', '--json', '{'], /^--json is not valid JSON: /],
      ['emit', ['MatchStarted', '--json', '[]'], /^--json has to be a JSON object$/],
      ['emit', ['--file', '/nope'], /^--file takes a file that can be read; \/nope cannot \(ENOENT\)$/],
      ['simulate', ['--season', '/nope'], /^\/nope: cannot be read \(ENOENT\)$/],
      [
        'simulate',
        ['--season', unplayed],
        /^Arsenal FC v Chelsea FC has no .+: only a season that is over can be simulated$/,
      ],
      ['testing', ['bogus'], /does not know bogus/],
      ['testing', ['simulate', '39'], /^gameweek takes a number from 1 to 38, or next$/],
      ['testing', ['clear', '3'], /takes no number; 3 is one/],
    ]
    await Promise.all(
      wrong.map(async ([script, args, named]) => {
        const { code, out, error } = await run(script, ...args)
        expect([script, ...args, code]).toEqual([script, ...args, 1])
        expect([lines(error), out]).toEqual([[expect.stringMatching(named)], ''])
      }),
    )
    expect(existsSync(dataDir())).toBe(false)
  })

  test('R309: a list of erased people may contain the lines that npm prints, but no others', async () => {
    const file = path.join(folder, 'erased-ids.txt')
    const apply = async (text: string) => {
      writeFileSync(file, text)
      return lines((await run('erased', 'apply', file)).error)
    }
    expect(await apply('17\nanna\n')).toEqual(['a list of erased people contains one id per line, not "anna"'])
    const banner = '\n> plp@0.1.0 erased\n> node scripts/node24.mjs scripts/erased.ts list\n\n'
    expect(await apply(`${banner}17\n`)).toEqual([expect.stringContaining('takes the folder of a game')])
  })

  test('a read-only command names a DATA_DIR without a game and leaves it unchanged', async () => {
    const { code, error } = await run('projections', 'status')
    expect(code).toBe(1)
    expect(lines(error)).toEqual([`DATA_DIR takes the folder of a game; there is none in ${dataDir()}`])
    expect(existsSync(dataDir())).toBe(false)
  })

  test('R388: so it does with a DATABASE_URL without a game, whose list of erased people would be empty', async () => {
    const database = await testDatabase({ name: 'plp_empty', fill: async () => undefined })
    try {
      const env = { DATA_DIR: dataDir(), DATABASE_URL: database.url }
      const { code, out, error } = await runCommand('erased', ['list'], { env })
      const name = new URL(database.url).pathname.slice(1)
      expect([code, out, lines(error)]).toEqual([
        ...[1, ''],
        [`DATABASE_URL takes the database of a game; there is none in ${name}`],
      ])
      const { rows } = await database.pool.query(
        "select nspname from pg_namespace where nspname in ('app', 'log', 'engine')",
      )
      expect([rows, existsSync(dataDir())]).toEqual([[], false])
    } finally {
      await database.drop()
    }
  })
})

test('R517: a command whose output cannot be written, as on a full disk, gives the reason and exit code 1', () => {
  const file = path.join(folder, 'unwritable')
  writeFileSync(file, '')
  const out = openSync(file, 'r')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/erased.ts', '--help'], {
    ...{ stdio: ['ignore', out, 'pipe'], encoding: 'utf8', env: bareEnvironment() },
  })
  closeSync(out)
  expect([status, stderr]).toEqual([1, 'The output cannot be written (EBADF)\n'])
})

describe('what a command has started', () => {
  /** A season that is over: two clubs, a match there and one back. */
  const season = () => {
    const file = path.join(folder, 'season.json')
    const match = (round: number, date: string, team1: string, team2: string) => ({
      ...{ round: `Matchday ${round}`, date, time: '15:00', team1, team2 },
      score: { ft: [round, 0] },
    })
    const matches = [match(1, '2024-08-17', 'Arsenal', 'Chelsea'), match(2, '2024-08-24', 'Chelsea', 'Arsenal')]
    writeFileSync(file, JSON.stringify({ name: 'Premier League 2024/25', matches }))
    return file
  }

  test('(R296) is stopped by Ctrl-C, its PostgreSQL too; the repeated command resumes', async () => {
    const args = ['--season', season(), '--players', '3']
    const broken = start(['simulate', ...args])
    await expect.poll(() => broken.said.err, { timeout: 150_000 }).toContain('Simulating')
    await expect.poll(() => existsSync(postmaster()), { timeout: 150_000 }).toBe(true)
    // The terminal signals the whole group, and npm forwards the signal.
    process.kill(-broken.child.pid!, 'SIGINT')
    broken.child.kill('SIGINT')
    expect([await broken.ended, broken.said.out]).toEqual([130, ''])
    expect(existsSync(postmaster())).toBe(false)

    expect((await run('simulate', ...args)).code).toBe(0)
    expect(existsSync(postmaster())).toBe(false)

    // R459: its players are accounts.
    const [player] = simulatedPlayers(1, 3, Date.parse('2024-08-17T14:00:00Z'))
    const reset = await run('admin', 'reset-password', player!.username)
    expect([reset.code, reset.error]).toEqual([0, ''])

    const one = start(['emit', 'UserRegistered', '--json', '{"username": "test_ann"}'])
    expect([await one.ended, one.said.out]).toEqual([0, expect.stringMatching(/^UserRegistered account-\w+@0 .*\n$/)])
    expect(existsSync(postmaster())).toBe(false)

    // As with `| head`: the reader of the output has ended.
    const unread = start(['projections', 'verify'])
    unread.child.stdout!.destroy()
    expect([await unread.ended, unread.said.err]).toEqual([141, expect.not.stringContaining('EPIPE')])
    expect(existsSync(postmaster())).toBe(false)

    const none = start(['admin', 'make', 'nobody'])
    expect([await none.ended, none.said.err]).toEqual([1, 'There is no account called nobody\n'])
  })

  test('(R299) npm run export, analyst and shell find a store and each other’s work', async () => {
    const database = await testDatabase()
    const role = `plp_commands_${process.pid}`
    const env = { DATA_DIR: dataDir(), DATABASE_URL: database.url }
    const on = (script: string, ...args: readonly string[]) => runCommand(script, args, { env })
    expect((await on('import', season())).code).toBe(0)
    const file = path.join(folder, 'fixtures.csv')
    const shell = start(['shell'], env)
    const [teams, fixtures, analyst] = await Promise.all([
      on('export', 'read.teams', '--format', 'jsonl'),
      on('export', 'fixtures', '--out', file),
      on('analyst', 'create', role),
    ])
    expect([teams.code, fixtures.code, analyst.code]).toEqual([0, 0, 0])
    expect(teams.lines.map((line) => JSON.parse(line).name).sort()).toEqual(['Arsenal FC', 'Chelsea FC'])
    expect(fixtures.error).toContain('2 rows written to')
    // T116
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines(readFileSync(file, 'utf8'))).toHaveLength(3)
    expect(analyst.out).toMatch(new RegExp(`^postgres://${role}:[\\w-]{16}@`))
    expect(analyst.error).toContain('before their cutoff')
    expect((await on('analyst', 'remove', role)).code).toBe(0)
    // If psql is installed, it has no input and ends at once.
    const code = await shell.ended
    expect([code, shell.said.err.includes('There is no psql on this machine')]).toEqual(
      code === 0 ? [0, false] : [1, true],
    )
    const again = await on('export', 'fixtures', '--out', file)
    expect([again.code, lines(again.error)]).toEqual([1, [`The file ${file} already exists`]])
    // T116: nor one that another process has created meanwhile. The view is locked until then.
    const both = path.join(folder, 'both.csv')
    const holder = await database.pool.connect()
    await holder.query('begin; lock table read.fixtures in access exclusive mode')
    const late = on('export', 'fixtures', '--out', both)
    await expect.poll(() => readdirSync(folder).join()).toContain('both.csv.unfinished')
    writeFileSync(both, 'mine')
    await holder.query('rollback')
    holder.release()
    const { code: lateCode, error } = await late
    expect([lateCode, lines(error)]).toEqual([1, [`The file ${both} already exists`]])
    expect([readFileSync(both, 'utf8'), readdirSync(folder).filter((name) => name.includes('unfinished'))]).toEqual([
      'mine',
      [],
    ])
    // A failure leaves no partial file that looks complete.
    const failed = await on('export', 'nope', '--out', path.join(folder, 'nope.csv'))
    expect([failed.code, readdirSync(folder).filter((name) => name.includes('nope'))]).toEqual([1, []])
    await database.drop()
  })
})
