import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { peopleGroup } from '../../projections/people/projector.ts'
import { walletGroup } from '../../projections/wallet/projector.ts'
import { createExports } from '../../src/areas/accounts/export.ts'
import type { Score, ScoreOf } from '../../src/areas/accounts/queries.ts'
import { createAccountReactor } from '../../src/areas/accounts/reactor.ts'
import { accountRoutes } from '../../src/areas/accounts/routes.ts'
import { createAccountServices } from '../../src/areas/accounts/services.ts'
import { createSignInAnswer } from '../../src/areas/accounts/sign-in-answer.ts'
import { events, personalDataMap } from '../../src/areas/index.ts'
import { createQuotas } from '../../src/database/quotas.ts'
import { openPersonalData, withPersonalData } from '../../src/event-log/personal-data.ts'
import { type EventLog, EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { createIds } from '../../src/kernel/ids.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { RouteDefinition } from '../../src/slice/route.ts'
import { cheapPasswords } from './app.ts'
import { ground, startAreas } from './area.ts'

export const START = '2026-08-01T12:00:00.000Z'

/** A score source without any predictions. */
export const noScore: ScoreOf = async () => sql<Score>`
  select 0 as "totalPoints", 0 as "achievementCount", 0 as "totalPredictions", 0 as "correctPredictions", 0 as "exactScores",
    0 as "settledPredictions", 0 as accuracy, null as rank`

type Waiting = Parameters<typeof accountRoutes>[0]['waitFor']

/** Routes that are served in addition to those of accounts. */
export type AlsoServed = (
  ground: Parameters<typeof createAccountServices>[0] & ReturnType<typeof createAccountServices>,
) => {
  readonly groups?: readonly ProjectionGroup[]
  readonly reactors?: readonly Reactor[]
  routes?(waitFor: Waiting): readonly RouteDefinition[]
}

/** Starts accounts with their HTTP on a database of their own, an in-memory log that can fail, and a fixed clock. */
export async function startAccounts(also: AlsoServed = () => ({})) {
  const base = await ground(START)
  const { database, clock, store } = base
  const masterKey = randomBytes(32)
  const personal = await openPersonalData({ database, masterKey, clock })
  const fault = { away: false }
  const log = failing(store.open(), fault)
  const lost: unknown[] = []
  const onLost = (error: unknown) => void lost.push(error)

  const handler = createCommandHandler({ log, personal, events })
  const lockedAddresses: string[] = []
  const dependencies = {
    ...{ database, clock, handler, log, personal, onLost },
    ids: createIds(database),
    passwords: cheapPasswords(),
    counts: createQuotas(database),
    onLocked: (address: string) => void lockedAddresses.push(address),
    personalTables: personalDataMap.tables,
  }
  const services = createAccountServices(dependencies)
  const { accounts, sessionReader } = services
  const reactor = createAccountReactor(accounts)
  const more = also({ ...dependencies, ...services })
  const changes: { room: string; topic: string }[] = []
  const readable = withPersonalData(store.open(), personal)
  const groups = [peopleGroup, walletGroup, ...(more.groups ?? [])]
  const viewsHere: readonly string[] = groups.flatMap(({ views }) => views.map(({ name }) => name))
  const { engine, url, caughtUp, stop } = await startAreas(base, {
    log: readable,
    groups,
    reactors: [reactor, ...(more.reactors ?? [])],
    onChanges: (some) => changes.push(...some),
    sessions: sessionReader,
    routes: ({ nudge, waitFor }) => {
      const nudged: Waiting = (position, types, timeoutMs) => {
        nudge()
        return waitFor(position, types, timeoutMs)
      }
      const own = accountRoutes({
        ...{ database, ...services, scoreOf: noScore, waitFor: nudged },
        answerSignIn: createSignInAnswer({ database, ...services, scoreOf: noScore }),
        exports: createExports({
          ...{ database, log: store.open(), personal },
          personalDataMap: {
            ...personalDataMap,
            views: personalDataMap.views.filter(({ view }) => viewsHere.includes(view)),
          },
        }),
      })
      return [...own, ...(more.routes?.(nudged) ?? [])]
    },
  })

  return {
    ...dependencies,
    ...services,
    reactor,
    engine,
    personal,
    masterKey,
    store,
    log,
    lost,
    lockedAddresses,
    changes,
    url,
    context: (actor: number | null = null) => base.contextOf(actor),
    clock,
    /** While true, every call of the log fails as if the store were unreachable. */
    fault,
    advance: base.advance,
    caughtUp,
    /** All stored events of the given types. */
    async events(...types: string[]) {
      return (await store.open().readAll(null, { types }, 10_000)).events
    },
    client: (headers: Record<string, string> = {}) => createClient(url, headers),
    stop,
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

/** An HTTP client with cookies like a browser: the session's in `jar.cookie`, the browser's own in `jar.browser`. */
export function createClient(url: string, headers: Record<string, string> = {}) {
  const jar = { cookie: '', browser: '' }
  const keep = (sets: readonly string[]): void => {
    for (const set of sets) {
      const value = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
      if (/^(__Host-)?plp_session=/.test(set)) jar.cookie = value
      else jar.browser = value
    }
  }
  async function call(method: string, path: string, body?: unknown) {
    const cookie = [jar.cookie, jar.browser].filter(Boolean).join('; ')
    const res = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const sets = res.headers.getSetCookie()
    keep(sets)
    const text = await res.text()
    return {
      status: res.status,
      headers: res.headers,
      setCookie: sets.find((set) => /plp_session=/.test(set)),
      setBrowser: sets.find((set) => /plp_browser=/.test(set)),
      body: (text ? JSON.parse(text) : null) as any,
    }
  }
  return {
    jar,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    put: (path: string, body?: unknown) => call('PUT', path, body),
    delete: (path: string, body?: unknown) => call('DELETE', path, body),
    register: (username: string, password = 'secret-1') => call('POST', '/api/register', { username, password }),
    login: (username: string, password = 'secret-1') => call('POST', '/api/login', { username, password }),
  }
}
