import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { createContainer } from '../../src/container.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { isoNow, systemClock } from '../../src/kernel/clock.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import {
  freePort,
  PROCESS_ADMIN,
  type ProcessApp,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { type Answer, cookiesOf, createSend, each, PURGING, range, type Sent } from './http.ts'

/** The token for reading `/metrics` from another host. */
export const METRICS_TOKEN = 'token-of-the-attack'
const PASSWORD = 'password-1'
/** After an attack the game has to respond within this time; otherwise it counts as down. */
const RECOVERS_WITHIN_MS = 10_000

/** A signed-in player at their own address. */
export interface Player {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly address: string
  /** The cookies that their browser sends. */
  readonly cookie: string
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonAnswer>
}

export interface JsonAnswer extends Answer {
  readonly body: any
}

/** The game in its own process, with everything an attack needs. */
export interface Game {
  readonly port: number
  readonly dataDir: string
  /** Its process id, which changes after a restart. */
  pid(): number
  /** A connection pool to its embedded server. */
  readonly database: pg.Pool
  /** Its whole output, across restarts. */
  output(): string
  /** Current memory, and the highest since its start; NaN if the system does not report it. */
  memoryMb(): { readonly now: number; readonly most: number }
  send(sent: Sent): Promise<Answer>
  /** Sends a request as a stranger at an address. */
  ask(address: string, method: string, path: string, body?: unknown): Promise<JsonAnswer>
  /** An unused IPv4 address, each in its own network (/24). */
  newAddress(): string
  readonly admin: Player
  /** `count` signed-in players, the same ones each time. */
  players(count: number): Promise<readonly Player[]>
  /** A new player at their own address. */
  newPlayer(name: string): Promise<Player>
  signIn(who: Pick<Player, 'username' | 'password' | 'address'>): Promise<Player>
  /** Makes players administrators with the game's command; returns them signed in again. */
  promote(players: readonly Player[]): Promise<readonly Player[]>
  /** Runs work with the port of a second node on the same stores, which is stopped afterwards. */
  besides<T>(work: (port: number) => Promise<T>): Promise<T>
  /** Waits until it responds, and restarts it if it does not. Returns false if it was restarted. */
  recover(): Promise<boolean>
  /** Stops it and removes all of its data. */
  close(): Promise<void>
}

/** Starts the game on an empty store in a temporary folder, with an embedded PostgreSQL, after a trusted proxy. */
export async function startGame(): Promise<Game> {
  const dataDir = temporaryFolder()
  const port = await freePort()
  const env = { METRICS_TOKEN }
  const send = createSend(port)
  let printed = ''
  let lastAddress = 0
  let app: ProcessApp | undefined
  const started = async (): Promise<ProcessApp> => {
    const next = await startProcess({ dataDir, port, env })
    await untilReady(next.url)
    return next
  }
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  let database: pg.Pool | undefined
  const close = async (): Promise<void> => {
    send.close()
    if (app?.isRunning()) await Promise.race([app.end('SIGTERM'), sleep(15_000)])
    if (app?.isRunning()) await app.end('SIGKILL')
    await database?.end()
    await postgres?.stop()
    removeFolder(dataDir)
  }

  const ask: Game['ask'] = (address, method, path, body) => requested({ address, method, path, body })
  async function requested(asking: {
    address: string
    method: string
    path: string
    body?: unknown
    cookie?: string
    headers?: Readonly<Record<string, string>>
  }): Promise<JsonAnswer> {
    const { address, method, path, body, cookie, headers } = asking
    const answer = await send({
      method,
      path,
      headers: {
        'x-forwarded-for': address,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { ...answer, body: jsonOf(answer.text) }
  }
  const newAddress = (): string => {
    lastAddress++
    return `10.${(lastAddress >> 8) & 0xff}.${lastAddress & 0xff}.${1 + (lastAddress >> 16)}`
  }
  async function enter(path: string, who: Pick<Player, 'username' | 'password' | 'address'>): Promise<Player> {
    const { username, password, address } = who
    let answer = await ask(address, 'POST', path, { username, password })
    while (answer.status === 503 && answer.text.includes(PURGING)) {
      await sleep(500)
      answer = await ask(address, 'POST', path, { username, password })
    }
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path} as ${username}: ${answer.status} ${answer.text}`)
    const cookie = [...cookiesOf(answer)].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      id: answer.body.id,
      username,
      password,
      address,
      cookie,
      send: (method, path, body, headers = {}) => requested({ address, method, path, body, cookie, headers }),
    }
  }
  const signIn: Game['signIn'] = (who) => enter('/api/login', who)
  const newPlayer: Game['newPlayer'] = (username) =>
    enter('/api/register', { username, password: PASSWORD, address: newAddress() })

  try {
    app = await started()
    postgres = await startEmbeddedPostgres({
      dataDir,
      logger: { info: () => undefined, warn: () => undefined, error: (_, message) => console.error(message) },
    })
    const { url } = postgres
    database = new pg.Pool({ connectionString: url, max: 4 })
    database.on('error', () => undefined)
    const admin = await signIn({ ...PROCESS_ADMIN, address: newAddress() })
    const shared: Promise<Player>[] = []

    return {
      port,
      dataDir,
      pid: () => app!.pid,
      database,
      output: () => printed + app!.output(),
      memoryMb: () => memoryOf(app!.pid),
      send,
      ask,
      newAddress,
      admin,
      async players(count) {
        await each(range(count), 8, (index) => (shared[index] ??= newPlayer(`attacked_${index}`)))
        return Promise.all(shared.slice(0, count))
      },
      newPlayer,
      signIn,
      async promote(players) {
        await appoint({ DATA_DIR: dataDir, DATABASE_URL: url }, players)
        return each(players, 4, signIn)
      },
      async besides(work) {
        const other = await startProcess({ dataDir, port: await freePort(), env })
        try {
          await untilReady(other.url)
          return await work(Number(new URL(other.url).port))
        } finally {
          await Promise.race([other.end('SIGTERM'), sleep(15_000)])
          if (other.isRunning()) await other.end('SIGKILL')
        }
      },
      async recover() {
        const isBack = app!.isRunning() && (await untilReady(app!.url, RECOVERS_WITHIN_MS).catch(() => null)) !== null
        if (isBack) return true
        if (app!.isRunning()) await app!.end('SIGKILL')
        printed += app!.output()
        app = await started()
        return false
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Resident memory as Linux reports it. */
function memoryOf(pid: number): { now: number; most: number } {
  let status = ''
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // Another system, or the process has ended.
  }
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1_024
  return { now: mb('VmRSS'), most: mb('VmHWM') }
}

/** Gives players the administrator role, as anyone with access to the stores can. */
async function appoint(env: Readonly<Record<string, string>>, players: readonly Player[]): Promise<void> {
  const read = readSettings(env)
  if (!read.ok) throw new Error(read.problem)
  const logger = pino({ level: 'error' })
  const stores = await openStores(read.settings, logger)
  try {
    const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
    const accounts = container.get(ACCOUNTS.Accounts)
    for (const { id, username } of players) {
      const changed = await accounts.changeRole(id, 'admin', systemContext(isoNow(systemClock)))
      if (!changed.ok) throw new Error(`making ${username} administrator: ${changed.rejected}`)
    }
  } finally {
    await stores.close()
  }
}
