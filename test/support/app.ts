import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Container } from 'inversify'
import { pino } from 'pino'
import { createAchievementsGroup } from '../../projections/achievements/projector.ts'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { createPasswords, type Passwords } from '../../src/areas/accounts/passwords.ts'
import { ACHIEVEMENTS } from '../../src/areas/achievements/area.ts'
import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import { groups } from '../../src/areas/index.ts'
import { REMINDERS } from '../../src/areas/reminders/area.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { type GameNode, type NodeOptions, startNode } from '../../src/node.ts'
import { readSettings } from '../../src/settings.ts'
import { createClient, METRICS_TOKEN, type TestClient } from './client.ts'
import { emptyReadTables, migrated, nameInRun, POOL, type Template, testDatabase } from './postgres.ts'
import { pauses, until } from './projections.ts'

/** A clock that is fixed where it is set, or runs from there. */
interface TestClock extends Clock {
  /** Moves it to a time (ISO 8601). */
  set(iso: string): void
  advance(ms: number): void
}

export function testClock(start: string, options: { runs?: boolean } = {}): TestClock {
  let base = Date.parse(start)
  let since = Date.now()
  return {
    now: () => base + (options.runs ? Date.now() - since : 0),
    set(iso) {
      base = Date.parse(iso)
      since = Date.now()
    },
    advance(ms) {
      base += ms
    },
  }
}

export interface TestApp extends GameNode {
  readonly clock: TestClock
  readonly databaseUrl: string
  readonly masterKey: Buffer
  /** Prefix of its streams. */
  readonly prefix: string
  /** A client that is not signed in. */
  client(): TestClient
  /** A new player, signed in. */
  player(username: string): Promise<TestClient>
  /** The first administrator, signed in. */
  admin(): Promise<TestClient>
  /** Waits until every projection has caught up. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Initial time of the clock; the demo season is scheduled around it. */
  readonly at?: string
  /** The clock runs from there. Needed for tests with a browser. */
  readonly clockRuns?: boolean
  /** The clock runs from the present, as those of processes beside this app do. */
  readonly isPresent?: boolean
  /** Environment variables as for `npm start`, e.g. `{ FIXTURES: path }`. */
  readonly env?: Record<string, string>
  /** Replaces the database's own log, or the one that `TEST_EVENTSTORE_URL` names. */
  readonly log?: EventLog
  /**
   * Starts a second node on the stores of this app, with its clock. If that app was stopped first, this is a restart.
   */
  readonly beside?: Pick<TestApp, 'clock' | 'databaseUrl' | 'masterKey' | 'prefix'>
  /** Uses the game's own quotas. By default they are a thousand times as high, as tests play a season in a minute. */
  readonly realQuotas?: boolean
  /** A catalogue other than the game's. */
  readonly catalogue?: readonly AchievementEntry[]
  /** Reminds players of missing picks. By default it does not, as inboxes would depend on the minute in which a test runs. */
  readonly reminds?: boolean
  /** If false, the node is returned as soon as it listens, even if its preparation cannot complete. */
  readonly waits?: boolean
  /**
   * The store is empty, and this is its first start. By default it may already contain the demo season from an earlier
   * start.
   */
  readonly isFirst?: boolean
  /** Folder of the built pages; by default those of this checkout. */
  readonly uiDirectory?: string
}

export const readsMetrics = { authorization: `Bearer ${METRICS_TOKEN}` }

const ADMIN = { username: 'admin', password: 'admin-password' }

/** Initial time of a test's clock by default. */
const START = '2026-11-21T09:00:00.000Z'
const PREFIX = 'plp'
/** Shared by all test stores, so that data sealed at one start can be read at another. */
const MASTER_KEY = Buffer.alloc(32, 'the master key of all tests')

/** A hundredth of the game's cost: registrations by tests would otherwise keep a core busy for minutes. */
export const cheapPasswords = (): Passwords => createPasswords({ cost: { memoryCost: 256, timeCost: 1 } })

/** Replaces the game's catalogue of achievements. */
export function replaceCatalogue(container: Container, catalogue: readonly AchievementEntry[]): void {
  container.rebind(ACHIEVEMENTS.Catalogue).toConstantValue(catalogue)
  const replaced = createAchievementsGroup(catalogue)
  container.rebind(TYPES.Groups).toConstantValue(groups.map((each) => (each.name === replaced.name ? replaced : each)))
}

const done = async () => undefined

interface Started {
  readonly node: GameNode
  readonly rawLog: EventLog
}

/** Starts a node of the game on a database. */
async function startOn(
  { database, clock, prefix, masterKey }: { database: Database; clock: Clock; prefix: string; masterKey: Buffer },
  {
    log,
    env,
    catalogue,
    reminds,
    ...more
  }: Pick<TestAppOptions, 'log' | 'env' | 'catalogue' | 'reminds'> & Partial<NodeOptions>,
): Promise<Started> {
  const read = readSettings({
    PORT: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: 'loopback',
    METRICS_TOKEN,
    ...env,
  })
  if (!read.ok) throw new Error(read.problem)
  const personal = await openPersonalData({ database, masterKey, clock })
  const url = process.env.TEST_EVENTSTORE_URL
  const rawLog = log ?? (url ? createEventStoreDbLog({ url, prefix }) : createPostgresLog({ database, prefix }))
  const node = await startNode({
    settings: { ...read.settings, port: 0 },
    stores: { database, rawLog, personal, embeddedUrl: null, close: async () => undefined },
    clock,
    logger: pino({ level: process.env.LOG_LEVEL ?? 'error' }),
    uiDirectory: fileURLToPath(new URL('../../ui/dist', import.meta.url)),
    limits: { perAddress: 1_000_000, perUser: 1_000_000 },
    replace(container) {
      container.rebind(ACCOUNTS.Passwords).toConstantValue(cheapPasswords())
      if (catalogue) replaceCatalogue(container, catalogue)
      if (!reminds) container.rebind(REMINDERS.Planner).toConstantValue({ run: done, sweep: done })
    },
    checkResponses: true,
    ...more,
  })
  return { node, rawLog }
}

/**
 * The store of a game that was started once on an empty one and stopped again. Rebuilt for every run, as it depends on
 * all code.
 */
const startedOnce = (name: string, clock: () => Clock): Template => ({
  name: nameInRun(name),
  on: emptyReadTables,
  async fill(database) {
    const { node, rawLog } = await startOn({ database, clock: clock(), prefix: PREFIX, masterKey: MASTER_KEY }, {})
    try {
      await untilPrepared(node.url)
    } finally {
      await node.stop()
      await rawLog.close()
    }
  },
})

const demoGame = startedOnce('demo_game', () => testClock(START))
const presentGame = startedOnce('present_game', () => systemClock)

/** Whether this run can have templates of games: they have no names without a run, and no events with another log. */
const hasGames = (): boolean => Boolean(process.env.PLP_TEST_RUN) && !process.env.TEST_EVENTSTORE_URL

/** An EventStoreDB has no databases, so each game gets its own prefix there. */
const freshPrefix = (): string => (process.env.TEST_EVENTSTORE_URL ? `t${randomBytes(6).toString('hex')}` : PREFIX)

/**
 * A store for processes that run at the present time. The game has been started on it before if possible, which saves
 * them the preparation of the demo season.
 */
export async function presentStore() {
  const database = await testDatabase(hasGames() ? presentGame : emptyReadTables)
  return { database, databaseUrl: database.url, masterKey: MASTER_KEY, prefix: freshPrefix() }
}

/** Settings that do not affect the content of a store. */
const OF_NO_SEASON = ['DATA_DIR', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'PUSH_SERVICES']

function templateFor({ at = START, isPresent, env, log, catalogue, isFirst }: TestAppOptions): Template {
  // The achievements of a template are those of the game.
  if (catalogue || isFirst) return migrated
  const isSeason = Object.keys(env ?? {}).every((name) => OF_NO_SEASON.includes(name))
  if (!hasGames() || log || !isSeason) return emptyReadTables
  return isPresent ? presentGame : at === START ? demoGame : emptyReadTables
}

/** The whole game as `npm start` creates it, on its own database and port, with the test's clock. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside, log, env, catalogue, isPresent = false } = options
  const at = isPresent ? new Date().toISOString() : (options.at ?? START)
  const clock = beside?.clock ?? testClock(at, { runs: isPresent || (options.clockRuns ?? false) })
  const database = beside ? besideDatabase(beside.databaseUrl) : await testDatabase(templateFor(options))
  const masterKey = beside?.masterKey ?? MASTER_KEY
  const prefix = beside?.prefix ?? freshPrefix()
  const { node, rawLog } = await startOn(
    { database, clock, prefix, masterKey },
    {
      ...(log ? { log } : {}),
      ...(env ? { env } : {}),
      ...(options.realQuotas ? {} : { timesAllowed: 1_000 }),
      ...(catalogue ? { catalogue } : {}),
      ...(options.uiDirectory ? { uiDirectory: options.uiDirectory } : {}),
      ...(options.reminds ? { reminds: true } : {}),
    },
  )
  if (options.waits !== false) await untilPrepared(node.url)
  const client = () => createClient(node.url)
  return {
    ...node,
    clock,
    databaseUrl: database.url,
    masterKey,
    prefix,
    client,
    async player(username) {
      const player = client()
      const { status, body } = await player.post('/api/register', { username, password: 'password-1' })
      if (status !== 201) throw new Error(`registering ${username}: ${status} ${body.detail}`)
      return player
    },
    async admin() {
      const admin = client()
      const { status, body } = await admin.post('/api/login', ADMIN)
      if (status !== 200) throw new Error(`admin: ${status} ${body.detail}`)
      return admin
    },
    async settled() {
      const engine = node.container.get(TYPES.Engine)
      engine.nudge()
      await until('the projections have caught up', () => engine.caughtUp(), 50_000)
    },
    async close() {
      await node.stop()
      await rawLog.close()
      await database.drop()
    },
  }
}

/** Below the time limit of hooks, which does not report what is missing. */
const PREPARED_WITHIN_MS = 300_000

/** On a busy machine a node may serve before its season is loaded. Tests begin once all of it is there. */
async function untilPrepared(url: string): Promise<void> {
  const deadline = Date.now() + PREPARED_WITHIN_MS
  for (const next = pauses(); ; await next()) {
    const res = await fetch(`${url}/readyz`)
    const missing = await res.text()
    if (res.ok) return
    if (Date.now() > deadline) throw new Error(`the test app is not ready: ${missing}`)
  }
}

function besideDatabase(url: string): Database & { drop(): Promise<void> } {
  const database = openDatabase(url, POOL)
  return { ...database, drop: () => database.close() }
}
