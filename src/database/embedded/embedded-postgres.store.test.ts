import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databasesFolder } from '../../../test/support/memory.ts'
import { promised } from '../../../test/support/promised.ts'
import { assertRunnable, findBinaries, linkLibraries } from './binaries.ts'
import { addressOf, prepareCluster, readConnection, reasonIn, writeConnection } from './cluster.ts'
import { embeddedAddress, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster, freePort, runPostmaster, stopPostmaster } from './postmaster.ts'
import { alive } from './processes.ts'
import { chooseLocation } from './server-user.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const asRoot = process.getuid?.() === 0
const NOBODY = 65_534
/** A third user, besides root and `nobody`. */
const OTHER = 12_345

const folders: string[] = []
let servers: Awaited<ReturnType<typeof startEmbeddedPostgres>>[] = []
let apps: ChildProcess[] = []

/** A folder for one server, removed after the tests. */
function freshFolder(): string {
  const folder = mkdtempSync(path.join(databasesFolder(), 'plp-embedded-'))
  // Readable by all like a usual DATA_DIR; mkdtemp creates it private.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

afterEach(async () => {
  for (const app of apps) app.kill('SIGKILL')
  for (const server of servers) await server.stop()
  apps = []
  servers = []
})

afterAll(() => {
  for (const folder of folders) {
    const left = findPostmaster(path.join(folder, 'postgres'))
    if (left) process.kill(left.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})

async function start(folder: string, fsync = false) {
  const server = await startEmbeddedPostgres({ dataDir: folder, logger: quiet, fsync })
  servers.push(server)
  return server
}

async function startApp(folder: string): Promise<{ app: ChildProcess; url: string; pid: number }> {
  const script = path.resolve('test/support/embedded-app.ts')
  const app = spawn(process.execPath, [script, folder], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  apps.push(app)
  const ended = once(app, 'exit').then(([code]) => Promise.reject(new Error(`the app ended with ${code}`)))
  ended.catch(() => undefined)
  const [line] = (await Promise.race([once(app.stdout!, 'data'), ended])) as [Buffer]
  return { app, ...(JSON.parse(line.toString()) as { url: string; pid: number }) }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const died = async (pid: number, withinMs: number): Promise<boolean> => {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(20)) if (!alive(pid)) return true
  return false
}

describe('embedded PostgreSQL', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = freshFolder()
  })

  test('the first start creates a private UTF-8 cluster with builtin C.UTF-8 order and a password file of mode 600', async () => {
    const { url } = await start(dataDir)
    expect(
      await query(
        url,
        'select datname, pg_encoding_to_char(encoding) enc, datlocprovider, datlocale, datcollate from pg_database where datname = current_database()',
      ),
    ).toEqual([{ datname: 'plp', enc: 'UTF8', datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C' }])
    expect(await query(url, 'show lc_messages')).toEqual([{ lc_messages: 'C' }])
    expect(statSync(path.join(dataDir, 'postgres/data')).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(dataDir, 'postgres/connection.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('it listens on 127.0.0.1 only and refuses a wrong password', async () => {
    const { url } = await start(dataDir)
    const wrong = new URL(url)
    expect(wrong.hostname).toBe('127.0.0.1')
    expect(wrong.password.length).toBeGreaterThanOrEqual(32)
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    wrong.password = 'x'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test('a second start keeps data, password and port', async () => {
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    expect(await died(first.pid, 20_000)).toBe(true)
    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('another port is used if the last one is taken', async () => {
    const first = await start(dataDir)
    await first.stop()
    const taken = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    await once(taken, 'listening')
    try {
      const second = await start(dataDir)
      expect(second.url).not.toBe(first.url)
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      taken.close()
    }
  })

  test('concurrent checks of a free port all find it free', async () => {
    const wanted = await freePort(0)
    const found = await Promise.all(Array.from({ length: 20 }, () => freePort(wanted)))
    expect(new Set(found)).toEqual(new Set([wanted]))
  })

  test('another port is used if a connection of another program uses the last one', async () => {
    await (await start(dataDir)).stop()
    const home = path.join(dataDir, 'postgres')
    const far = createServer().listen(0, '127.0.0.1')
    await once(far, 'listening')
    const call = connect((far.address() as AddressInfo).port, '127.0.0.1')
    await once(call, 'connect')
    try {
      writeConnection(home, { ...readConnection(home), port: call.localPort! })
      const { url } = await start(dataDir)
      expect(Number(new URL(url).port)).not.toBe(call.localPort)
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      call.destroy()
      far.close()
    }
  })

  test('a server killed with -9 restarts at the same address within 5 s with all committed rows', async () => {
    const server = await start(dataDir, true)
    await query(server.url, 'create table killed_server as select 7 as n')
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid, { timeout: promised(5_000) }).not.toBe(killed)
    expect(await query(server.url, 'select n from killed_server')).toEqual([{ n: 7 }])
  })

  test('after kill -9 of the app its server is stopped at the next start without loss of committed rows', async () => {
    const { app, url, pid } = await startApp(dataDir)
    await query(url, 'create table killed_app as select 7 as n')
    app.kill('SIGKILL')
    await once(app, 'exit')
    expect(alive(pid)).toBe(true)
    const next = await start(dataDir)
    expect(alive(pid)).toBe(false)
    expect(next.pid).not.toBe(pid)
    expect(await query(next.url, 'select n from killed_app')).toEqual([{ n: 7 }])
  })

  test('(R298) concurrent starts after kill -9 of the app agree on one server', async () => {
    for (let round = 0; round < 3; round++) {
      const { app } = await startApp(dataDir)
      const ended = once(app, 'exit')
      app.kill('SIGKILL')
      await ended
      const started = await Promise.all([1, 2, 3].map(() => startApp(dataDir)))
      await Promise.all(
        started.map(async (each) => {
          expect(await query(each.url, 'select 1 as one')).toEqual([{ one: 1 }])
          each.app.kill('SIGKILL')
          await once(each.app, 'exit')
        }),
      )
    }
  })

  test('Ctrl-C signals the app and not the server, so that the app can drain first', async () => {
    const { app, pid } = await startApp(dataDir)
    process.kill(-app.pid!, 'SIGINT')
    expect(await once(app, 'exit')).toEqual([0, null])
    expect(alive(pid)).toBe(false)
    expect(await query((await start(dataDir)).url, 'select count(*)::int as n from drained')).toEqual([{ n: 0 }])
  })

  test('a second process joins the running server, and the last to leave stops it', async () => {
    const { app, url, pid } = await startApp(dataDir)
    const second = await start(dataDir)
    expect(second).toMatchObject({ url, pid })
    app.kill('SIGTERM')
    await once(app, 'exit')
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(await died(pid, 20_000)).toBe(true)
  })

  test('two concurrent first starts result in one cluster and one server', async () => {
    const dataDir = freshFolder()
    const [a, b] = await Promise.all([startApp(dataDir), startApp(dataDir)])
    expect(a).toMatchObject({ url: b.url, pid: b.pid })
  })

  test('concurrent starts without a database create it once', async () => {
    const { url } = await start(dataDir)
    await query(url.replace(/plp$/, 'postgres'), 'drop database plp with (force)')
    const all = await Promise.all(Array.from({ length: 8 }, () => start(dataDir)))
    expect(new Set(all.map((each) => each.url))).toEqual(new Set([url]))
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('R314: a start that fails after its server runs, as on a full disk, stops the server', async () => {
    const dataDir = freshFolder()
    const server = await start(dataDir)
    // So that the next start cannot connect.
    await query(server.url, 'drop database postgres')
    await server.stop()
    await expect(start(dataDir)).rejects.toThrow('"postgres" does not exist')
    expect(findPostmaster(path.join(dataDir, 'postgres'))).toBeNull()
    expect(readdirSync(path.join(dataDir, 'postgres/users'))).toEqual([])
  })

  test('an unfinished cluster of a killed start is removed and created again', async () => {
    const dataDir = freshFolder()
    mkdirSync(path.join(dataDir, 'postgres.new-4194305/data'), { recursive: true })
    await start(dataDir)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('a lock whose process id now belongs to another program does not prevent the start', async () => {
    const first = await start(dataDir)
    await first.stop()
    writeFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n`)
    expect(await query((await start(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.each(['', '\0\0'])(
    'R519: a lock with the content %j, as after a power cut, does not prevent the start',
    async (content) => {
      const dataDir = freshFolder()
      await (await start(dataDir)).stop()
      writeFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), content)
      expect(await query((await start(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  test('(R298) a lock whose process id now belongs to the server of another game affects neither game', async () => {
    const other = await start(dataDir)
    const { pid } = other
    const folder = freshFolder()
    await (await start(folder)).stop()
    cpSync(path.join(dataDir, 'postgres/data/postmaster.pid'), path.join(folder, 'postgres/data/postmaster.pid'))
    const server = await start(folder)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect([alive(server.pid), alive(pid), other.pid]).toEqual([false, true, pid])
  })

  test('a cluster of another major version is refused in one line, after signals that arrived meanwhile', async () => {
    await (await start(dataDir)).stop()
    const file = path.join(dataDir, 'postgres/data/PG_VERSION')
    writeFileSync(file, '17\n')
    // Ctrl-C also ends initdb. It counts before the failure that it causes, which is then not reported.
    let isSignalled = false
    const signalled = () => {
      isSignalled = true
    }
    process.once('SIGUSR2', signalled)
    try {
      process.kill(process.pid, 'SIGUSR2')
      await expect(start(dataDir)).rejects.toThrow(
        /contains a database of PostgreSQL 17; this version of PLP includes 18$/,
      )
      expect(isSignalled).toBe(true)
    } finally {
      process.off('SIGUSR2', signalled)
      writeFileSync(file, '18\n')
    }
  })

  test.each([
    ['connection.json', null, 'ENOENT'],
    ['connection.json', '{', 'damaged'],
    ['data/PG_VERSION', null, 'ENOENT'],
    ['data/PG_VERSION', 'a secret\n', 'damaged'],
  ])(
    'R389: half a copy of the data, here %s with %j, is refused in one line (%s) and left alone',
    async (name, text, why) => {
      const dataDir = freshFolder()
      await (await start(dataDir)).stop()
      const home = path.join(dataDir, 'postgres')
      if (text === null) rmSync(path.join(home, name))
      else writeFileSync(path.join(home, name), text)
      await expect(start(dataDir)).rejects.toThrow(
        `${path.join(home, name)} cannot be read (${why}): restore ${home} from a backup`,
      )
      expect(findPostmaster(home)).toBeNull()
      expect(existsSync(path.join(home, 'data/base'))).toBe(true)
    },
  )

  test('a DATA_DIR that is a file is refused in one line that names the setting', async () => {
    const file = path.join(dataDir, 'file')
    writeFileSync(file, '')
    await expect(start(file)).rejects.toThrow(/^DATA_DIR takes a folder/)
  })
})

/** True if another user can read the installed binaries: not in a clone inside a folder of root only. */
const openToOthers = (): boolean => {
  const home = path.join(freshFolder(), 'postgres')
  return chooseLocation(findBinaries(), home, home).user.kind === 'nobody'
}

describe.runIf(asRoot)('embedded PostgreSQL as root', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = freshFolder()
  })

  test.runIf(asRoot && openToOthers())('runs as nobody on a folder that is theirs', async () => {
    const { pid } = await start(dataDir)
    expect(statSync(`/proc/${pid}`).uid).toBe(65_534)
    expect(statSync(path.join(dataDir, 'postgres/data')).uid).toBe(65_534)
  })

  test.runIf(asRoot && openToOthers())('T97: root follows no link of nobody, who can place no more', async () => {
    await (await start(dataDir)).stop()
    const home = path.join(dataDir, 'postgres')
    const roots = path.join(dataDir, 'roots')
    mkdirSync(roots)
    const file = path.join(roots, 'file')
    writeFileSync(file, '')
    // Earlier releases gave `nobody` the whole folder.
    chownSync(home, NOBODY, NOBODY)
    for (const name of ['server.log', 'users']) rmSync(path.join(home, name), { recursive: true })
    symlinkSync(file, path.join(home, 'server.log'))
    symlinkSync(roots, path.join(home, 'users'))
    mkdirSync(path.join(home, 'notes'))
    symlinkSync(file, path.join(home, 'notes/link'))
    writeConnection(home, { ...readConnection(home), port: 0 })
    symlinkSync(file, path.join(home, `connection.json.${process.pid}`))
    const server = await start(dataDir)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect([readdirSync(roots), readFileSync(file, 'utf8')]).toEqual([['file'], ''])
    // Other folders are not the launcher's.
    expect(readdirSync(path.join(home, 'notes'))).toEqual(['link'])
    for (const name of ['connection.json.1', 'users/1.new']) {
      const link = ['-s', file, path.join(home, name)]
      expect(spawnSync('/bin/ln', link, { uid: NOBODY, gid: NOBODY }).status).toBe(1)
    }
  })

  test('R314: data of another user are refused, and stay theirs', async () => {
    const server = await start(dataDir)
    await server.stop()
    const home = path.join(dataDir, 'postgres')
    chownSync(home, OTHER, OTHER)
    const before = readdirSync(home)
    for (const use of [() => start(dataDir), async () => embeddedAddress(dataDir)])
      await expect(use()).rejects.toThrow(`belongs to another user (uid ${OTHER}): start PLP as that user`)
    expect(readdirSync(home)).toEqual(before)
    expect(statSync(home).uid).toBe(OTHER)
    expect(statSync(path.join(home, 'connection.json')).uid).toBe(0)
  })

  test('R314: a DATA_DIR of another user is refused, and stays empty', async () => {
    for (const owner of [OTHER, NOBODY]) {
      chownSync(dataDir, owner, owner)
      await expect(start(dataDir)).rejects.toThrow(`${dataDir} belongs to another user (uid ${owner}): start PLP as`)
      expect(readdirSync(dataDir)).toEqual([])
    }
  })

  test('in a folder only root can enter it runs in a user namespace, is restarted and stopped there', async () => {
    chmodSync(dataDir, 0o700)
    const server = await start(dataDir)
    expect(statSync(path.join(dataDir, 'postgres/data')).uid).toBe(0)
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid, { timeout: promised(5_000) }).not.toBe(killed)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(alive(server.pid)).toBe(false)
  })

  test('with binaries only root can read it runs in a user namespace too', async () => {
    const installed = findBinaries()
    const closed = path.join(dataDir, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    cpSync(installed.root, path.join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const home = path.join(dataDir, 'postgres')
    expect(chooseLocation({ ...installed, root: path.join(closed, 'native') }, home, home).user.kind).toBe('namespace')
  })

  test.runIf(asRoot && openToOthers())(
    'data made in a namespace goes over to nobody when the folder opens, and back',
    async () => {
      chmodSync(dataDir, 0o700)
      const closed = await start(dataDir)
      await query(closed.url, 'create table kept as select 7 as n')
      await closed.stop()
      for (const mode of [0o755, 0o700]) {
        chmodSync(dataDir, mode)
        const again = await start(dataDir)
        expect(statSync(`/proc/${again.pid}`).uid).toBe(mode === 0o755 ? 65_534 : 0)
        expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }])
        await again.stop()
      }
    },
  )

  test('(R298) without namespaces, binaries and data are moved with all rows; later starts follow the link', async () => {
    const closed = path.join(dataDir, 'closed')
    const elsewhere = path.join(dataDir, 'elsewhere')
    const link = path.join(closed, 'postgres')
    mkdirSync(closed, { mode: 0o700 })
    const first = await start(closed)
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()

    const searched = process.env.PATH
    process.env.PATH = path.join(dataDir, 'no-programs-here')
    try {
      const location = chooseLocation(findBinaries(), link, link, elsewhere)
      expect(location.user.kind).toBe('nobody')
      expect(readlinkSync(link)).toBe(location.home)
      prepareCluster(location, false)
      const { pid, port } = await runPostmaster(location, false)
      expect(statSync(`/proc/${pid}`).uid).toBe(65_534)
      expect(await query(addressOf({ ...readConnection(location.home), port }), 'select n from kept')).toEqual([
        { n: 7 },
      ])
      await stopPostmaster(location)
    } finally {
      process.env.PATH = searched
    }
    const again = await start(closed)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }])
    await again.stop()

    // A restored backup, or a move that was killed before it removed the folder, replaces the moved data.
    cpSync(link, `${link}.backup`, { recursive: true, dereference: true })
    rmSync(link)
    renameSync(`${link}.backup`, link)
    writeFileSync(path.join(link, 'restored'), '')
    process.env.PATH = path.join(dataDir, 'no-programs-here')
    try {
      const { home } = chooseLocation(findBinaries(), link, link, elsewhere)
      expect([readlinkSync(link), existsSync(path.join(home, 'restored'))]).toEqual([home, true])
      // A move that was killed while it removed the folder is completed.
      rmSync(link)
      mkdirSync(`${link}.moved`)
      chooseLocation(findBinaries(), link, link, elsewhere)
      const state = [readlinkSync(link), existsSync(path.join(home, 'restored')), existsSync(`${link}.moved`)]
      expect(state).toEqual([home, true, false])
    } finally {
      process.env.PATH = searched
    }
  })

  test('if nothing works, the error names DATABASE_URL in one line', () => {
    chmodSync(dataDir, 0o700)
    const file = path.join(dataDir, 'file')
    writeFileSync(file, '')
    const searched = process.env.PATH
    process.env.PATH = path.join(dataDir, 'no-programs-here')
    try {
      const home = path.join(dataDir, 'postgres')
      expect(() => chooseLocation(findBinaries(), home, home, path.join(file, 'x'))).toThrow(
        /^PostgreSQL refuses .* set DATABASE_URL.*$/,
      )
    } finally {
      process.env.PATH = searched
    }
  })
})

describe('embedded PostgreSQL binaries', () => {
  test.each([
    ['FATAL:  could not write to file "a": No space left on device\nchild process exited with exit code 1', 'FATAL: '],
    ['initdb: error: could not access directory "a"\ninitdb: hint: use another', 'initdb: error: '],
    ['PANIC:  could not locate a valid checkpoint record\nLOG:  database system is shut down', 'PANIC: '],
    ['', ''],
  ])('the reason of a failure is its error: %j', (output, reason) => {
    expect(reasonIn(`${output}\ninitdb: removing data directory "b"\n`)).toMatch(new RegExp(`^${reason}`))
  })

  let dataDir: string
  beforeAll(() => {
    dataDir = freshFolder()
  })

  test('library links that npm did not create are created from pg-symlinks.json', () => {
    const lib = path.join(dataDir, 'native/lib')
    mkdirSync(lib, { recursive: true })
    writeFileSync(path.join(lib, 'libpq.so.5.18'), 'library')
    const links = [
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    ]
    writeFileSync(path.join(dataDir, 'native/pg-symlinks.json'), JSON.stringify(links))
    linkLibraries(dataDir)
    linkLibraries(dataDir)
    for (const name of ['libpq.so', 'libpq.so.5']) {
      expect(readlinkSync(path.join(lib, name))).toBe('libpq.so.5.18')
      expect(readFileSync(path.join(lib, name), 'utf8')).toBe('library')
    }
  })

  test('on a system without glibc the error says so and names DATABASE_URL', () => {
    // A program whose loader is missing fails the same way as a glibc one on Alpine.
    const file = path.join(dataDir, 'postgres')
    writeFileSync(file, '#!/lib64/no-such-loader\n', { mode: 0o755 })
    expect(existsSync(file)).toBe(true)
    expect(() => assertRunnable(file)).toThrow(/needs glibc, which Alpine .* set DATABASE_URL/)
  })
})
