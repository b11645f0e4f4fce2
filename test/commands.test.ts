import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'
import { databasesFolder } from './support/memory.ts'

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

/** A command in a process group of its own, as a terminal would have it. */
function run(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), DATA_DIR: dataDir() },
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
    const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['projections', ['bogus'], /does not know bogus/],
      ['erased', ['apply', '/nope'], /^\/nope cannot be read \(ENOENT\)$/],
      ['import', ['--bogus'], /'--bogus'/],
      ['achievements', ['bogus'], /does not know bogus/],
      ['master-key', ['bogus'], /takes no arguments; bogus is one/],
      ['admin', ['make'], /takes the name of an account/],
      ['analyst', ['make'], /does not know make/],
      ['export', ['read.totals', '--format', 'xml'], /^--format takes csv or jsonl$/],
      ['shell', ['bogus'], /does not know bogus/],
      ['emit', ['MatchStarted', '--json', '{'], /^--json is not valid JSON: /],
      ['emit', ['MatchStarted', '--json', '[]'], /^--json has to be a JSON object$/],
      ['emit', ['--file', '/nope'], /^--file takes a file that can be read; \/nope cannot \(ENOENT\)$/],
      ['testing', ['bogus'], /does not know bogus/],
      ['testing', ['simulate', '39'], /^gameweek takes a number from 1 to 38, or next$/],
      ['testing', ['clear', '3'], /takes no number; 3 is one/],
    ]
    await Promise.all(
      wrong.map(async ([script, args, named]) => {
        const { said, ended } = run(script, ...args)
        expect([script, ...args, await ended]).toEqual([script, ...args, 1])
        expect([lines(said.err), said.out]).toEqual([[expect.stringMatching(named)], ''])
      }),
    )
    expect(existsSync(dataDir())).toBe(false)
  })

  test('a read-only command names a DATA_DIR without a game and leaves it unchanged', async () => {
    const { said, ended } = run('projections', 'status')
    expect(await ended).toBe(1)
    expect(lines(said.err)).toEqual([`DATA_DIR takes the folder of a game; there is none in ${dataDir()}`])
    expect(existsSync(dataDir())).toBe(false)
  })
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

  test('is stopped by Ctrl-C, its PostgreSQL too; the repeated command resumes', async () => {
    const args = ['--season', season(), '--players', '3']
    const broken = run('simulate', ...args)
    await expect.poll(() => broken.said.err, { timeout: 150_000 }).toContain('Simulating')
    await expect.poll(() => existsSync(postmaster()), { timeout: 150_000 }).toBe(true)
    // The terminal signals the whole group, and npm forwards the signal.
    process.kill(-broken.child.pid!, 'SIGINT')
    broken.child.kill('SIGINT')
    expect([await broken.ended, broken.said.out]).toEqual([130, ''])
    expect(existsSync(postmaster())).toBe(false)

    const whole = run('simulate', ...args)
    expect(await whole.ended).toBe(0)
    expect(existsSync(postmaster())).toBe(false)

    const alone = run('emit', 'UserRegistered', '--json', '{"username": "test_ann"}')
    expect([await alone.ended, alone.said.out]).toEqual([
      0,
      expect.stringMatching(/^UserRegistered account-\w+@0 .*\n$/),
    ])
    expect(existsSync(postmaster())).toBe(false)

    const none = run('admin', 'make', 'nobody')
    expect([await none.ended, none.said.err]).toEqual([1, 'There is no account called nobody\n'])
  })

  test('npm run export, analyst and shell find a store and each other’s work', async () => {
    expect(await run('import', season()).ended).toBe(0)
    const file = path.join(folder, 'fixtures.csv')
    const commands = [
      run('export', 'read.teams', '--format', 'jsonl'),
      run('export', 'fixtures', '--out', file),
      run('analyst', 'create'),
      run('shell'),
    ] as const
    const codes = await Promise.all(commands.map(({ ended }) => ended))
    const [teams, fixtures, analyst, shell] = commands.map(({ said }) => said)
    expect(
      lines(teams!.out)
        .map((line) => JSON.parse(line).name)
        .sort(),
    ).toEqual(['Arsenal FC', 'Chelsea FC'])
    expect(fixtures!.err).toContain('2 rows written to')
    expect(lines(readFileSync(file, 'utf8'))).toHaveLength(3)
    expect(analyst!.out).toMatch(/^postgres:\/\/plp_analyst:[\w-]{16}@/)
    expect(analyst!.err).toContain('before their cutoff')
    // If psql is installed, it has no input and ends at once.
    expect(codes.slice(0, 3)).toEqual([0, 0, 0])
    expect([codes[3], shell!.err.includes('There is no psql on this machine')]).toEqual(
      codes[3] === 0 ? [0, false] : [1, true],
    )
    const [again] = [run('export', 'fixtures', '--out', file)]
    expect([await again.ended, lines(again.said.err)]).toEqual([1, [`The file ${file} already exists`]])
  })
})
