import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { V8_LIMITS } from '../../scripts/support/prepare.mjs'
import { embeddedAddress } from '../../src/database/embedded/embedded-postgres.ts'
import { findPostmaster } from '../../src/database/embedded/postmaster.ts'
import { bareEnvironment } from './bare-environment.ts'
import { createClient, METRICS_TOKEN, outcomeOf, type TestClient } from './client.ts'
import { databasesFolder } from './memory.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export const PROCESS_ADMIN = { username: 'admin', password: 'admin-password' }

/** How a process ended. */
interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The game as `npm start` runs it: in its own process, which tests kill and start again. */
export interface ProcessApp {
  readonly url: string
  readonly dataDir: string
  /** The store's address: `DATABASE_URL`, else the embedded server's. */
  readonly databaseUrl: string
  readonly pid: number
  /** Everything this process has printed. */
  output(): string
  /** Sends a signal; returns how the process ended. */
  end(signal: NodeJS.Signals): Promise<Exit>
  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void
  readonly exited: Promise<Exit>
  isRunning(): boolean
}

interface ProcessAppOptions {
  readonly dataDir: string
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
  /** Modules that run before the game. */
  readonly imports?: readonly string[]
}

/** A folder that the embedded server's user may enter. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(databasesFolder(), 'plp-chaos-'))
  chmodSync(folder, 0o755)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/**
 * A port that is free now; the caller keeps it over restarts. It is below the range that systems assign automatically.
 * While a process is down, no other server or connection gets it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Starts the game, and does not wait for it. */
export function spawnProcess({ dataDir, port, env = {}, imports = [] }: ProcessAppOptions) {
  const child = spawn(process.execPath, [...V8_LIMITS, ...imports.flatMap((each) => ['--import', each]), main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_USERNAME: PROCESS_ADMIN.username,
      ADMIN_PASSWORD: PROCESS_ADMIN.password,
      TRUST_PROXY: 'loopback',
      METRICS_TOKEN,
      ...env,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes))
  const exited = exitOf(child)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { child, exited, end, printed: () => printed }
}

/** Starts the game; resolves once it has reported that it is ready. */
export async function startProcess(options: ProcessAppOptions): Promise<ProcessApp> {
  const { dataDir, env = {} } = options
  const { child, exited, end, printed } = spawnProcess(options)
  const url = await ready(child, printed)
  const databaseUrl = env.DATABASE_URL ?? embeddedAddress(dataDir) ?? ''
  return {
    url,
    dataDir,
    databaseUrl,
    pid: child.pid ?? 0,
    output: printed,
    signal: (signal) => void child.kill(signal),
    end,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  }
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, signal }
}

async function ready(child: ChildProcess, printed: () => string): Promise<string> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const url = /PLP is ready: (\S+)/.exec(printed())?.[1]
    if (url) return url
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the game did not start:\n${printed()}`)
    }
    await sleep(20)
  }
}

/** Process id of the embedded server of a folder. */
export function embeddedPostmaster(dataDir: string): number {
  const running = findPostmaster(realpathSync(path.join(dataDir, 'postgres')))
  if (!running) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return running.pid
}

/** kill -9 of the embedded server, as the kernel does when memory runs out. */
export function killEmbeddedPostgres(dataDir: string): void {
  process.kill(embeddedPostmaster(dataDir), 'SIGKILL')
}

/** Ends the server that a killed app left running in a folder. */
export async function stopLeftPostgres(dataDir: string): Promise<void> {
  let home: string
  try {
    home = realpathSync(path.join(dataDir, 'postgres'))
  } catch {
    return
  }
  const left = findPostmaster(home)
  if (!left) return
  process.kill(left.pid, 'SIGKILL')
  while (findPostmaster(home)) await sleep(50)
}

/**
 * Milliseconds until `/readyz` reports ready; throws after `withinMs`, which is not a promise, with its last response.
 */
export async function untilReady(url: string, withinMs = 180_000): Promise<number> {
  const began = performance.now()
  for (let last = 'no answer'; ; await sleep(25)) {
    const res = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null)
    if (res?.ok) {
      await res.body?.cancel()
      return performance.now() - began
    }
    if (res) last = await res.text()
    if (performance.now() - began > withinMs) throw new Error(`not ready within ${withinMs} ms: ${last}`)
  }
}

/** A new player, signed in, with their own address, so that request limits count each separately. */
export async function registered(url: string, username: string): Promise<TestClient> {
  const client = createClient(url)
  const account = { username, password: 'password-1' }
  // Others may keep the node busy, which then defers it (503).
  const { status, body } = await outcomeOf((headers) => client.request('POST', '/api/register', account, headers))
  if (status !== 201) throw new Error(`registering ${username}: ${status} ${body?.detail}`)
  return client
}

export async function administrator(url: string): Promise<TestClient> {
  const client = createClient(url)
  const { status, body } = await client.post('/api/login', PROCESS_ADMIN)
  if (status !== 200) throw new Error(`signing in as administrator: ${status} ${body?.detail}`)
  return client
}
