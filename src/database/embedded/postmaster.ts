import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binary } from './binaries.ts'
import { logFile, readConnection, reasonIn, writeConnection } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { alive, programOf } from './processes.ts'
import { dataFolder, type ServerLocation } from './server-user.ts'

/** A running server, read from its `postmaster.pid`. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** The lock and shared memory of a dead server remain for about 1.2 s. */
const RETRY_FOR_MS = 5_000
const STOP_MS = 60_000
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
  if (!pid || !alive(pid) || !serves(pid, home)) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** False if the process id of a lock now belongs to another program, or to the server of another cluster. */
function serves(pid: number, home: string): boolean {
  if ((programOf(pid) ?? 'postgres') !== 'postgres') return false
  try {
    // A server and its processes work in the data folder.
    const [own, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(dataFolder(home))]
    return own.dev === wanted.dev && own.ino === wanted.ino
  } catch {
    return true
  }
}

/** Settings on the command line, so that they apply to clusters of any version. */
function serverArguments(home: string, port: number, fsync: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // No row values in its log: they may be personal, and an erasure does not cover the log.
    log_error_verbosity: 'terse',
    // 8 MB of disk instead of 8 GB: any role can fill the queue of notifications, and the game does without it (docs/threats.md T88).
    max_notify_queue_pages: '1024',
    // Tests run many games concurrently.
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
 * Returns the server of the cluster when it accepts connections, and starts it if none runs. Retries for 5 s while resources of a
 * dead server are not released. `port` requires that port; without it the last port is reused when it is free.
 */
export async function runPostmaster(location: ServerLocation, fsync: boolean, port?: number): Promise<Postmaster> {
  let until = performance.now() + RETRY_FOR_MS
  let bindable = true
  for (;;) {
    const found = findPostmaster(location.home)
    if (found?.ready) return found
    if (found) {
      // Another process is starting it: its recovery may take long.
      await sleep(20)
      until = performance.now() + RETRY_FOR_MS
      continue
    }
    const connection = readConnection(location.home)
    const outcome = await attempt(location, fsync, port ?? (await freePort(bindable ? connection.port : 0)))
    if (typeof outcome !== 'string') {
      if (outcome.port !== connection.port) writeConnection(location.home, { ...connection, port: outcome.port })
      return outcome
    }
    // A connection of another program uses the port.
    if (outcome.includes('could not create any TCP/IP sockets')) bindable = false
    if (performance.now() > until)
      throw new EmbeddedPostgresError(`PostgreSQL does not start: ${outcome} (more in ${logFile(location.home)})`)
    await sleep(200)
  }
}

/** One attempt: the running server, or the reason why it did not start. */
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
      const output = readFileSync(logFile(home)).subarray(log.size).toString()
      return reasonIn(output) || `it ended without a message (exit code ${child.exitCode}, signal ${child.signalCode})`
    }
    await sleep(20)
  }
}

/**
 * Removes a lock that PostgreSQL would respect, although its process id now belongs to another process (after a reboot, in a new
 * container), or although it has none (after a power cut; a server that starts writes it at once).
 */
function removeStaleLock(home: string): void {
  const file = lockFile(home)
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const isOld = () => Math.abs(Date.now() - statSync(file).mtimeMs) > 1_000
    if (pid ? alive(pid) && !serves(pid, home) : isOld()) rmSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function openLog(log: string): { file: number; size: number } {
  const file = openSync(log, 'a', 0o600)
  if (statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log)
  return { file, size: statSync(log).size }
}

/**
 * Stops the server as its user and waits for its checkpoint; with `pid` only that server, not one that another process has started
 * since. Open connections are ended. `pg_ctl stop` would also wait for a server that another process starts meanwhile.
 */
export async function stopPostmaster({ binaries, user, home }: ServerLocation, pid?: number): Promise<void> {
  const found = findPostmaster(home)
  if (!found || (pid !== undefined && found.pid !== pid)) return
  const { stderr } = user.run(binary(binaries, 'pg_ctl'), ['kill', 'INT', String(found.pid)])
  for (const until = performance.now() + STOP_MS; alive(found.pid); await sleep(20))
    if (performance.now() > until)
      throw new EmbeddedPostgresError(`PostgreSQL (process ${found.pid}) does not stop. ${stderr}`.trim())
}

/** `wanted` if no program listens on it, otherwise any free port of 127.0.0.1. */
export async function freePort(wanted: number): Promise<number> {
  return wanted && !(await listens(wanted)) ? wanted : anyPort()
}

/** Checks by connecting. Binding the port for a moment would collide with the check of a concurrent start. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (open: boolean): void => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
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
