import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runsPlp } from '../scripts/support/prepare.mjs'
import { embeddedAddress } from '../src/database/embedded/embedded-postgres.ts'
import { databasesFolder } from './support/memory.ts'

let folder: string
let running: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(path.join(databasesFolder(), 'plp-start-'))
  chmodSync(folder, 0o755)
  running = []
})

afterEach(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGTERM')
      await once(child, 'exit')
    }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** The user id of the user without rights. */
const NOBODY = 65_534

interface Run {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<number | null>
}

/** `npm start` in a process group of its own, as a terminal would have it. */
function start(args: readonly string[] = [], env: Record<string, string> = {}, uid?: number): Run {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...inherited, PORT: '0', DATA_DIR: path.join(folder, 'data'), ...env },
  })
  running.push(child)
  let out = ''
  let err = ''
  child.stdout!.on('data', (chunk) => {
    out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    err += chunk
  })
  return { child, out: () => out, err: () => err, ended: once(child, 'close').then(([code]) => code as number | null) }
}

async function readyAt(run: Run): Promise<string> {
  const url = (): string | undefined => /ready: (http:[^\s"]+)/.exec(run.out())?.[1]
  await expect.poll(url, { timeout: 150_000 }).toBeDefined()
  return url()!
}

const login = (url: string, password: string | undefined) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

describe('a bad setting', () => {
  // One that is read, one that is tried, one that makes a folder. All others: src/settings.test.ts.
  test.each([
    ['PORT', 'abc'],
    ['HOST', 'no-such-host.invalid'],
    ['DATA_DIR', '/proc/plp'],
  ])('%s is one line naming the variable, exit code 1, and nothing is started', async (name, value) => {
    const run = start([], { [name]: value })
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringMatching(new RegExp(`^${name} takes `))])
    expect(run.out()).not.toContain('ready')
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  test('a DATA_DIR that this user may not write is one line naming it, not the port', async () => {
    // Root may write anywhere, so the test runs the command as `nobody`.
    const closed = path.join(folder, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    const uid = process.getuid?.() === 0 ? NOBODY : undefined
    const run = start([], { DATA_DIR: path.join(closed, 'data') }, uid)
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringMatching(/^DATA_DIR takes a folder that PLP can write to/)])
    expect(readdirSync(closed)).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('a DATA_DIR in a folder that this user may not enter is one line', async () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const run = start([], { DATA_DIR: path.join(closed, 'data') }, NOBODY)
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringMatching(/^DATA_DIR takes a folder that PLP can write to/)])
  })

  test.runIf(process.getuid?.() === 0)('a DATA_DIR with a database of another user is one line', async () => {
    const dataDir = path.join(folder, 'data')
    mkdirSync(path.join(dataDir, 'postgres'), { mode: 0o700, recursive: true })
    chownSync(dataDir, NOBODY, NOBODY)
    for (const args of [[], ['--show-database']]) {
      const run = start(args, {}, NOBODY)
      expect(await run.ended).toBe(1)
      expect(lines(run.err())).toEqual([
        expect.stringMatching(/postgres belongs to another user \(uid 0\): start PLP as/),
      ])
    }
  })

  test('FIXTURES with a malformed season is one line naming line and field, exit code 1, and no store is made', async () => {
    const file = path.join(folder, 'season.json')
    const wrong = '    { "round": "Matchday 1", "team1": "Arsenal", "team2": 7 }] }'
    writeFileSync(file, `{ "name": "PL 2024/25",\n  "matches": [\n${wrong}`)
    const run = start([], { FIXTURES: file })
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringMatching(/^FIXTURES takes a season /)])
    expect(run.err().trim()).toMatch(/season\.json: line 3, matches\[0\]\.team2: takes the name of a club$/)
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  test('a port in use is one line naming PORT, exit code 1, and no store is made', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    try {
      const { port } = other.address() as AddressInfo
      const run = start([], { PORT: String(port) })
      expect(await run.ended).toBe(1)
      expect(lines(run.err())).toEqual([`PORT takes a free port; ${port} is in use`])
      expect(existsSync(path.join(folder, 'data'))).toBe(false)
    } finally {
      other.close()
    }
  })

  test('an option that npm start does not know is one line', async () => {
    const run = start(['--port=4000'])
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringMatching(/^npm start does not know --port=4000/)])
  })
})

test.each([
  ['v24.18.0', true],
  ['v24.21.0', true],
  ['v26.10.0', true],
  ['v24.0.0', false],
  ['v24.17.9', false],
  ['v20.11.1', false],
  ['', false],
])('Node %s runs PLP: %s', (version, runs) => {
  expect(runsPlp(version)).toBe(runs)
})

test('every Node among the packages is recent enough to run PLP', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(versions).toHaveLength(5)
  for (const [name, version] of versions) expect([name, runsPlp(version)]).toEqual([name, true])
})

describe('npm start', () => {
  test('--help lists the settings', async () => {
    const run = start(['--help'])
    expect(await run.ended).toBe(0)
    expect(run.out()).toMatch(/^ {2}DATABASE_URL +\S/m)
  })

  test('--show-database where there is none yet is one line, and makes nothing', async () => {
    const run = start(['--show-database'])
    expect(await run.ended).toBe(1)
    expect(lines(run.err())).toEqual([expect.stringContaining('There is no database in ')])
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  test('(R296) needs no setting, keeps passwords, serves pages and API, and starts again', async () => {
    const postmaster = path.join(folder, 'data/postgres/data/postmaster.pid')
    const passwordIn = (run: Run) => /administrator: admin, password (\S+)/.exec(run.out())?.[1]

    // Stopped while the season is being loaded. With one Ctrl-C the terminal signals the whole group, so npm and the
    // start script each forward it.
    const first = start()
    await expect.poll(() => passwordIn(first), { timeout: 150_000 }).toBeDefined()
    process.kill(-first.child.pid!, 'SIGINT')
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect([first.err(), first.out()].join()).not.toMatch(/paused|destroyed|level/)
    expect(existsSync(postmaster)).toBe(false)

    const run = start()
    const url = await readyAt(run)
    const address = embeddedAddress(path.join(folder, 'data'))!
    expect(run.out()).toContain(`PostgreSQL: ${address.replace(/:[^:@]+@/, '@')} (`)
    expect(run.out()).not.toContain(new URL(address).password)
    const shown = start(['--show-database'])
    expect(await shown.ended).toBe(0)
    expect(lines(shown.out())).toEqual([address])
    const password = passwordIn(run)
    expect(password?.length).toBeGreaterThanOrEqual(12)
    expect(password).toBe(passwordIn(first))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await (await fetch(url)).text()).toMatch(/<div id="root"/)
    expect((await fetch(`${url}/api/user`)).status).toBe(401)
    expect((await login(url, password)).status).toBe(200)
    // The operator at the server can reset access while the game runs.
    const atTheServer = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
        env: { ...process.env, DATA_DIR: path.join(folder, 'data') },
      })
    const reset = await atTheServer('reset-password', 'admin')
    expect(reset.stderr).toBe('')
    expect(JSON.parse((await atTheServer('export', 'admin')).stdout)).toMatchObject({
      readModels: { people: [{ username: 'admin', role: 'admin' }], predictions: [] },
    })
    const another = /signs in with (\S+) from now on/.exec(reset.stdout)?.[1]
    expect((await login(url, password)).status).toBe(401)
    expect((await login(url, another)).status).toBe(200)
    expect(readFileSync(path.join(folder, 'data/master.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    // A closed terminal.
    run.child.kill('SIGHUP')
    expect(await run.ended).toBe(0)
    expect(existsSync(postmaster)).toBe(false)

    // In production each log entry is one JSON line, and nothing else is printed.
    const again = start([], { NODE_ENV: 'production' })
    const there = await readyAt(again)
    const signedIn = await login(there, another)
    const headers = { cookie: signedIn.headers.getSetCookie()[0]!.split(';')[0]! }
    expect((await fetch(`${there}/api/admin/unlock-all`, { method: 'POST', headers })).status).toBe(200)
    for (let n = 0; n < 5; n++) expect((await login(there, 'wrong-one')).status).toBe(401)
    // The server stops with its start script, and its output ends with it.
    again.child.kill('SIGKILL')
    await again.ended
    expect(existsSync(postmaster)).toBe(false)
    expect(again.err()).toBe('')
    const said = lines(again.out()).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(said.filter(({ level }) => level !== 30)).toEqual([])
    const logged = said.map(({ msg }) => String(msg))
    expect(logged).toEqual(
      expect.arrayContaining([
        'projections: this node leads',
        'listening',
        `PLP is ready: ${there}`,
        'an address is locked after too many failed sign-ins',
        'stopping',
        'projections: this node leads no more',
        'stopped',
      ]),
    )
    const act = { msg: 'an administrator acted', path: '/api/admin/unlock-all', status: 200 }
    expect(said).toContainEqual(expect.objectContaining(act))
    expect(logged.filter((line) => line.includes('password'))).toEqual([expect.stringContaining('--show-database')])

    // A MASTER_KEY that does not open this store is a bad setting.
    const locked = start([], { MASTER_KEY: Buffer.alloc(32, 1).toString('base64') })
    expect(await locked.ended).toBe(1)
    expect(lines(locked.err())).toEqual([expect.stringMatching(/^MASTER_KEY takes /)])
  })

  test('DATABASE_URL that nobody answers is one line naming it', async () => {
    const run = start([], { DATABASE_URL: 'postgres://plp@127.0.0.1:1/plp' })
    expect(await run.ended).toBe(1)
    expect(lines(run.err())[0]).toMatch(/^DATABASE_URL takes /)
  })
})
