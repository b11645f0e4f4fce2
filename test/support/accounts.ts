import { randomBytes, randomUUID } from 'node:crypto'
import { createProjectionEngine } from '../../projections/engine/engine.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { createAccounts } from '../../src/accounts/commands.ts'
import { createCredentials } from '../../src/accounts/credentials.ts'
import { createLockouts } from '../../src/accounts/lockouts.ts'
import { createLoginGuard } from '../../src/accounts/login-guard.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { createAccountReactor } from '../../src/accounts/reactor.ts'
import { accountRoutes } from '../../src/accounts/routes.ts'
import { createSessionReader } from '../../src/accounts/session-reader.ts'
import { createSessions } from '../../src/accounts/sessions.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { openPersonalData, withPersonalData } from '../../src/event-log/personal-data.ts'
import { type EventLog, EventLogUnavailable } from '../../src/event-log/port.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { testDatabase } from './postgres.ts'
import { listLogger, until } from './projections.ts'
import { serveRoutes } from './serve.ts'

export const START = '2026-08-01T12:00:00.000Z'

/** Nobody has predicted anything. */
const noScore = async () => ({
  totalPoints: 0,
  achievementCount: 0,
  totalPredictions: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  accuracy: 0,
  rank: null,
})

/** Accounts on a database of their own, a log in memory that can go away, a clock that stands still, and their HTTP. */
export async function startAccounts() {
  const database = await testDatabase()
  const time = { now: Date.parse(START) }
  const clock = { now: () => time.now }
  const masterKey = randomBytes(32)
  const personal = await openPersonalData({ database, masterKey, clock })
  const store = createMemoryStore({ clock })
  const fault = { away: false }
  const log = failing(store.open(), fault)
  const lost: unknown[] = []
  const onLost = (error: unknown) => void lost.push(error)

  const handler = createCommandHandler({ log, personal })
  const credentials = createCredentials(database)
  const passwords = createPasswords()
  const sessions = createSessions({ database, clock })
  const guard = createLoginGuard({ database, clock })
  const lockouts = createLockouts({ database, guard, handler, log, personal, onLost })
  const dependencies = {
    database,
    handler,
    personal,
    ids: createIds(database),
    credentials,
    passwords,
    sessions,
    lockouts,
    onLost,
  }
  const accounts = createAccounts(dependencies)
  const reactor = createAccountReactor(accounts)
  const changes: { room: string; topic: string }[] = []
  const engine = createProjectionEngine({
    database,
    log: withPersonalData(store.open(), personal),
    groups: [peopleGroup],
    reactors: [reactor],
    onChanges: (some) => changes.push(...some),
    logger: listLogger(),
    clock,
  })
  await engine.start()
  await until('the read views are there', () => engine.caughtUp())

  const waitFor: typeof engine.waitFor = (position, types, timeoutMs) => {
    engine.nudge()
    return engine.waitFor(position, types, timeoutMs)
  }
  const { url, stop: stopServer } = await serveRoutes({
    database,
    engine,
    clock,
    routes: accountRoutes({ database, accounts, lockouts, sessions, scoreOf: noScore, waitFor }),
    sessions: createSessionReader({ sessions, accounts }),
  })

  const context = (actor: number | null = null): CommandContext => ({
    actor,
    at: new Date(time.now).toISOString(),
    correlationId: randomUUID(),
    causationId: randomUUID(),
    source: 'command',
  })

  return {
    ...dependencies,
    accounts,
    reactor,
    guard,
    engine,
    personal,
    masterKey,
    store,
    log,
    lost,
    changes,
    url,
    context,
    clock,
    /** While true every call of the log fails as if the store were away. */
    fault,
    advance: (ms: number) => {
      time.now += ms
    },
    /** Waits until the read tables show everything in the log. */
    caughtUp: async () => {
      engine.nudge()
      await until('caught up', () => engine.caughtUp())
    },
    /** All events of a kind, as stored. */
    async events(...types: string[]) {
      return (await store.open().readAll(null, { types }, 10_000)).events
    },
    client: (headers: Record<string, string> = {}) => createClient(url, headers),
    async stop() {
      await stopServer()
      await engine.stop()
      await database.drop()
    },
  }
}

export type TestAccounts = Awaited<ReturnType<typeof startAccounts>>

function failing(log: EventLog, fault: { away: boolean }): EventLog {
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (fault.away) throw new EventLogUnavailable('away')
      return call(...args)
    }
  return {
    ...log,
    append: guarded(log.append),
    appendMany: guarded(log.appendMany),
    readStream: guarded(log.readStream),
    readAll: guarded(log.readAll),
  }
}

/** A browser's worth of HTTP: keeps its session cookie. */
export function createClient(url: string, headers: Record<string, string> = {}) {
  const jar = { cookie: '' }
  async function call(method: string, path: string, body?: unknown) {
    const res = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(jar.cookie ? { cookie: jar.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [set] = res.headers.getSetCookie()
    if (set) jar.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    const text = await res.text()
    return { status: res.status, headers: res.headers, setCookie: set, body: (text ? JSON.parse(text) : null) as any }
  }
  return {
    jar,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    register: (username: string, password = 'secret-1') => call('POST', '/api/register', { username, password }),
    login: (username: string, password = 'secret-1') => call('POST', '/api/login', { username, password }),
  }
}
