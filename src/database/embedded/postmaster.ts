import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binary } from './binaries.ts'
import { dataFolder, lastLine, logFile, readConnection, writeConnection } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { alive, programOf } from './processes.ts'
import type { ServerLocation } from './server-user.ts'

/** A running server as its `postmaster.pid` describes it. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** The dead server's lock and shared memory stay for about 1.2 s. */
const RETRY_FOR_MS = 5_000
const LOG_LIMIT_BYTES = 10_000_000

const lockFile = (home: string): string => path.join(dataFolder(home), 'postmaster.pid')

/** The server that runs on the cluster, or `null`. */
export function findPostmaster(home: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(lockFile(home), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!pid || !alive(pid) || (programOf(pid) ?? 'postgres') !== 'postgres') return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Settings that the command line gives, so that they hold for clusters made by any version. */
function serverArguments(home: string, port: number, fsync: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // No values of rows in its log: people may be named there, and an erasure does not reach it.
    log_error_verbosity: 'terse',
    // Tests run many games beside each other.
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' }),
  }
  return [
    '-D',
    dataFolder(home),
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * The server that runs on the cluster, started where none does, once it takes connections. Tries again for 5 s while
 * what a dead one held is not free. `port` asks for that port and no other; without it the last port is taken again
 * when it is free.
 */
export async function runPostmaster(place: ServerLocation, fsync: boolean, port?: number): Promise<Postmaster> {
  let until = performance.now() + RETRY_FOR_MS
  let bindable = true
  for (;;) {
    const found = findPostmaster(place.home)
    if (found?.ready) return found
    if (found) {
      // Another process starts it: its recovery may take long.
      await sleep(20)
      until = performance.now() + RETRY_FOR_MS
      continue
    }
    const connection = readConnection(place.home)
    const outcome = await attempt(place, fsync, port ?? (await freePort(bindable ? connection.port : 0)))
    if (typeof outcome !== 'string') {
      if (outcome.port !== connection.port) writeConnection(place.home, { ...connection, port: outcome.port })
      return outcome
    }
    // A connection of another program has it.
    if (outcome.includes('could not create any TCP/IP sockets')) bindable = false
    if (performance.now() > until)
      throw new EmbeddedPostgresError(`PostgreSQL does not start: ${outcome} (more in ${logFile(place.home)})`)
    await sleep(200)
  }
}

/** One try: the running server, or why it did not start. */
async function attempt(
  { binaries, user, home }: ServerLocation,
  fsync: boolean,
  port: number,
): Promise<Postmaster | string> {
  removeStaleLock(home)
  const log = openLog(logFile(home))
  const child = user.start(binary(binaries, 'postgres'), serverArguments(home, port, fsync), log.file)
  closeSync(log.file)
  const ended = new AbortController()
  child.on('error', () => ended.abort())
  child.on('exit', () => ended.abort())
  child.unref()
  for (;;) {
    const found = findPostmaster(home)
    if (found?.ready && found.pid === child.pid) return found
    if (ended.signal.aborted) {
      const said = readFileSync(logFile(home)).subarray(log.size).toString()
      // What it died of comes before its last words.
      const reason = said.split('\n').findLast((line) => line.includes(' FATAL: ')) ?? lastLine(said)
      return reason || `it ended without a word (exit code ${child.exitCode}, signal ${child.signalCode})`
    }
    await sleep(20)
  }
}

/** A lock whose process id now belongs to another program (after a reboot, in a new container) would be obeyed. */
function removeStaleLock(home: string): void {
  const file = lockFile(home)
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const program = programOf(pid)
    if (alive(pid) && program !== null && program !== 'postgres') rmSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function openLog(log: string): { file: number; size: number } {
  const file = openSync(log, 'a', 0o600)
  if (statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log)
  return { file, size: statSync(log).size }
}

/** Stops the server as its own user, waiting for its checkpoint; open connections are ended. */
export function stopPostmaster({ binaries, user, home }: ServerLocation): void {
  if (!findPostmaster(home)) return
  const stopped = user.run(binary(binaries, 'pg_ctl'), [
    'stop',
    '-D',
    dataFolder(home),
    '-m',
    'fast',
    '-w',
    '-t',
    '60',
    '-s',
  ])
  if (stopped.status !== 0 && findPostmaster(home))
    throw new EmbeddedPostgresError(`PostgreSQL does not stop: ${lastLine(stopped.stderr || String(stopped.error))}`)
}

/** `wanted` when nobody listens there, else any free port of 127.0.0.1. */
export async function freePort(wanted: number): Promise<number> {
  return wanted && !(await listens(wanted)) ? wanted : anyPort()
}

/** Asked by calling, not by taking the port for a moment: two that start at once would find each other's moment. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = connect(port, '127.0.0.1')
    const answer = (open: boolean): void => {
      call.destroy()
      resolve(open)
    }
    call.once('connect', () => answer(true))
    call.once('error', () => answer(false))
  })
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
