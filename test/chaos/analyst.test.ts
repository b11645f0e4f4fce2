import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endLongTransactions } from '../../src/areas/analysts/roles.ts'
import { audit, faultsOf } from '../support/audit.ts'
import type { TestClient } from '../support/client.ts'
import { runCommand } from '../support/operator.ts'
import {
  administrator,
  freePort,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  stopLeftPostgres,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'
import { repeated } from '../support/repeated.ts'

// An analyst role, created by the command, attacks the game (docs/threats.md T87, T88).

let dataDir: string
let app: ProcessApp
let admin: TestClient
let players: TestClient[]
let owner: pg.Client
/** The analyst's connection URL, as the command printed it. */
let address: string
const open: pg.Client[] = []

async function command(name: string, ...args: string[]) {
  const { code, ...said } = await runCommand(name, args, { env: { DATA_DIR: dataDir } })
  expect([code, code === 0 ? '' : said.error]).toEqual([0, ''])
  return said
}

async function connected(url = address): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  open.push(client)
  return client
}

/** A connection of the analyst with every limit lifted that a role may lift. */
async function analyst(): Promise<pg.Client> {
  const client = await connected()
  await client.query(
    'set default_transaction_read_only = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0',
  )
  return client
}

async function leave(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)))
}

const codeOf = (client: pg.Client, text: string): Promise<string> =>
  client.query(text).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )

/** Time limit for a pick, out of the five seconds of any request. */
const PICK_MS = 5_000

/** Sends predictions and checks readiness while `attack` runs, at least ten times. */
async function whilePlaying(attack: () => Promise<unknown>): Promise<void> {
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const [fixture] = (
    (await players[0]!.get('/api/fixtures')) as { id: number; gameweek: number; isOpen: boolean }[]
  ).filter(({ isOpen }) => isOpen)
  for (let turn = 0; turn < 10 || !isOver; turn++) {
    const player = players[turn % players.length]!
    const pick = { predictedResult: 'home', predictedHomeScore: 1 + (turn % 9), predictedAwayScore: 0 }
    const began = performance.now()
    const { status, body } = await player.request(
      'PUT',
      `/api/predictions/gameweek/${fixture!.gameweek}`,
      { predictions: [{ fixtureId: fixture!.id, ...pick }] },
      { 'idempotency-key': randomUUID() },
    )
    expect({ status, outcomes: body }).toMatchObject({ status: 200 })
    expect([200, 201]).toContain(body[0].status)
    expect(performance.now() - began).toBeLessThan(promised(PICK_MS))
    const ready = await fetch(`${app.url}/readyz`)
    expect({ status: ready.status, text: await ready.text() }).toMatchObject({ status: 200 })
    await sleep(250)
  }
  await attacking
}

beforeAll(async () => {
  dataDir = temporaryFolder()
  app = await startProcess({ dataDir, port: await freePort() })
  await untilReady(app.url)
  admin = await administrator(app.url)
  players = [await registered(app.url, 'anna'), await registered(app.url, 'berta'), await registered(app.url, 'carla')]
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const { out, error } = await command('analyst', 'create')
  address = out.trim()
  expect(error).not.toContain('administrator')
}, 300_000)

afterEach(leave)
afterAll(async () => {
  await owner?.end()
  if (app?.isRunning()) await app.end('SIGTERM')
  await stopLeftPostgres(dataDir)
  removeFolder(dataDir)
}, 60_000)

describe('on the embedded server the role is refused', () => {
  const DENIED = '42501'
  test.each([
    ['advisory locks', 'select pg_advisory_lock(7305, 1)'],
    ['shared advisory locks', "select pg_try_advisory_xact_lock_shared(hashtext('plp.ids'), 1)"],
    ['pg_notify', "select pg_notify('plp_engine', 'x')"],
    ['temporary tables', 'create temporary table mine (id int)'],
    ['temporary views', 'create temporary view mine as select 1'],
    ['large objects', 'select lo_create(0)'],
    ['large objects from bytes', "select lo_from_bytea(0, 'x')"],
    ['records of its own in the log of PostgreSQL', "select pg_logical_emit_message(false, 'x', 'y')"],
    ['temporary files without end', 'set temp_file_limit = -1'],
    ['messages without end in the log of the server', "set log_min_messages = 'error'"],
    ['tables', 'create table public.mine ()'],
    ['schemas', 'create schema mine'],
    ['functions', "create function public.mine() returns int language sql as 'select 1'"],
    ['sessions', 'select token_hash from app.sessions'],
    ['passwords', 'select password_hash from app.credentials'],
    ['messages between nodes', 'select body from engine.messages'],
    ['the lead', 'update engine.leader set pid = null'],
    ['the log', 'select data from log.events'],
    ['tables behind a view', 'select * from people_g1.people'],
    ['ids', "select nextval('app.seq_prediction')"],
    ['locks on what it reads', 'begin; lock table read.leagues in share mode'],
    ['passwords of roles', 'select rolpassword from pg_authid'],
    ['passwords of roles by a view', 'select passwd from pg_shadow'],
    ['who may sign in to the server', 'select * from pg_hba_file_rules'],
    ['settings in files', 'select * from pg_file_settings'],
    ['files', "select pg_read_file('postgresql.conf')"],
    ['folders', "select pg_ls_dir('.')"],
    ['programs', "copy (select 1) to program 'true'"],
    ['files by COPY', "copy (select 1) to '/tmp/mine'"],
    ['where files are', 'show data_directory'],
    ['other roles', 'set role plp'],
    ['rights for itself', 'alter role plp_analyst createrole connection limit -1'],
    ['settings of the server', "alter system set fsync = 'off'"],
    ['connections of the game', "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plp'"],
    ['statements of the game', "select pg_cancel_backend(pid) from pg_stat_activity where usename = 'plp'"],
  ])('%s', async (_, text) => {
    expect(await codeOf(await analyst(), text)).toBe(DENIED)
  })

  test('more than 1 GB of temporary files a session', async () => {
    expect((await (await analyst()).query('show temp_file_limit')).rows).toEqual([{ temp_file_limit: '1GB' }])
  })

  test('other databases', async () => {
    for (const name of ['postgres', 'template1']) {
      const url = new URL(address)
      url.pathname = `/${name}`
      await expect(connected(url.href)).rejects.toMatchObject({ code: DENIED })
    }
  })

  test('reading the statements of others', async () => {
    const { rows } = await (await analyst()).query("select distinct query from pg_stat_activity where usename = 'plp'")
    expect(rows).toEqual([{ query: '<insufficient privilege>' }])
  })

  test('secrets among the settings of roles and the texts of functions', async () => {
    const client = await analyst()
    const { rows } = await client.query(
      "select setconfig::text as text from pg_db_role_setting union all select prosrc from pg_proc where pronamespace in (select oid from pg_namespace where nspname in ('app', 'log'))",
    )
    const { password } = new URL(app.databaseUrl)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => text.includes(password))).toEqual([])
  })

  test('an eleventh connection, and the game goes on beside ten that sleep or read for ever', async () => {
    await whilePlaying(async () => {
      const ten = await Promise.all(Array.from({ length: 10 }, analyst))
      const busy = ten.map((client, index) =>
        codeOf(
          client,
          index < repeated(9, 8)
            ? 'select pg_sleep(60)'
            : 'select count(*) from read.predictions a, generate_series(1, 100000000)',
        ),
      )
      await expect(connected()).rejects.toMatchObject({ code: '53300' })
      await sleep(2_000)
      await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plp_analyst'")
      await Promise.all(busy)
    })
  }, 120_000)
})

/** As on a server whose administrator has revoked nothing. */
async function grantAll(): Promise<void> {
  await owner.query('grant temporary on database plp to public')
  const { rows } = await owner.query<{ name: string }>(
    "select oid::regprocedure::text as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(pg_(try_)?advisory|lo_|loread|lowrite|pg_notify|pg_logical_emit)'",
  )
  await owner.query(`grant execute on function ${rows.map(({ name }) => name).join(', ')} to public`)
}

describe('also where nothing was revoked', () => {
  beforeAll(grantAll)

  test('channels reveal nothing, and forged notifications have no effect (T87)', async () => {
    const cookie = admin.cookie
    const received: string[] = []
    const page: Socket = io(app.url, {
      ...{ transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true },
    })
    page.onAny((name, ...args) => received.push(JSON.stringify([name, ...args])))
    await until('the page listens', () => page.connected)
    const spy = await analyst()
    const told: string[] = []
    spy.on('notification', ({ payload }) => told.push(payload ?? ''))
    await spy.query('listen plp_engine; listen plp_log; listen "socket.io#/"; listen "socket.io"')
    const forger = await analyst()
    const [uid, nsp] = [randomUUID(), '/']
    const opts = { rooms: [], except: [], flags: {} }
    const forged = [
      { uid, nsp, type: 1 },
      { uid, nsp, type: 7, data: { opts, requestId: 'r' } },
      { uid, nsp, type: 3, data: { opts, packet: { type: 2, nsp, data: ['forged', 'chat'] } } },
      { uid, nsp, type: 6, data: { opts, close: true } },
      {
        uid,
        nsp,
        type: 9,
        data: { packet: ['sessions ended', { userId: 1, sessionId: null, exceptSessionId: null }] },
      },
    ]
    const changes = { n: randomUUID(), m: [['play', '99999999']], x: 1, c: [['forged', ['all'], 0]] }
    await whilePlaying(async () => {
      for (let round = 0; round < repeated(50, 200); round++) {
        for (const message of forged)
          await forger.query('select pg_notify($1, $2)', ['socket.io#/', JSON.stringify(message)])
        await forger.query('select pg_notify($1, $2)', ['plp_engine', `${Date.now() * 2} ${JSON.stringify(changes)}`])
        await forger.query("notify plp_log, '1'")
      }
    })
    expect(page.connected).toBe(true)
    expect(received.filter((text) => text.includes('forged'))).toEqual([])
    const own = [...forged.map((message) => JSON.stringify(message)), '1', '']
    expect(told.filter((text) => !own.includes(text) && !text.endsWith(JSON.stringify(changes)))).toEqual([])
    expect(told.join()).not.toContain('plp_session')
    page.disconnect()
  }, 120_000)

  test('advisory locks of every key that was ever used block nothing (T88)', async () => {
    const client = await analyst()
    const { rows } = await owner.query<{ name: string }>('select name from engine.generations where state = $1', [
      'live',
    ])
    const kinds = ['prediction', 'league', 'message', 'comment', 'team']
    const keys = [
      '7305, 1',
      ...rows.map(({ name }) => `7306, hashtext('${name}')`),
      ...kinds.map((kind) => `hashtext('plp.ids'), hashtext('${kind}')`),
      "hashtext('plp.migrations')",
      "hashtext('plp.analysts')",
      "hashtext('plp: create database')",
      "hashtextextended('app.idempotency_keys', 0)",
    ]
    // The running node holds the first one for nodes of the previous version.
    for (const key of keys) await client.query(`select pg_try_advisory_lock(${key})`)
    await whilePlaying(async () => {
      expect((await command('projections', 'verify', 'people')).out).toContain('are the same')
      const league = await players[0]!.post('/api/leagues', { name: 'Locked out', type: 'public' })
      expect(league.status).toBe(201)
      expect((await command('analyst', 'create', 'plp_analyst_2')).out).toContain('postgres://')
      await command('analyst', 'remove', 'plp_analyst_2')
    })
    await grantAll()
  }, 120_000)

  test('a transaction that stays open blocks neither play nor a switch, and is ended (T88)', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, analyst))
    for (const reader of readers) {
      await reader.query('begin isolation level repeatable read')
      await reader.query('select from read.leagues, read.people limit 1')
    }
    await whilePlaying(async () => {
      expect((await command('projections', 'rebuild', 'leagues')).out).toContain('rebuilt')
    })
    // The readers used switched tables, so the rebuild has ended them. The limit ends the others, which block nothing.
    expect(await codeOf(readers[0]!, 'select 1')).not.toBe('done')
    const idle = await analyst()
    await idle.query('begin')
    await idle.query('select from read.people limit 1')
    const young = await analyst()
    await sleep(1_500)
    await young.query('begin')
    const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
    await endLongTransactions(pool, '1 second')
    await pool.end()
    expect(await codeOf(idle, 'select 1')).not.toBe('done')
    expect(await codeOf(young, 'select 1')).toBe('done')
  }, 180_000)

  test('a full queue of notifications stops nothing (T88)', async () => {
    const deaf = await analyst()
    await deaf.query('listen flood')
    // The queue keeps what a committed listener has not read; a transaction reads nothing before it ends.
    await deaf.query('begin')
    const flooder = await analyst()
    const filled = async (): Promise<string> => {
      for (;;) {
        const code = await codeOf(
          flooder,
          `do $$ begin for i in 1..50 loop perform pg_notify('flood', i || repeat('x', 7000)); end loop; end $$`,
        )
        if (code !== 'done') return code
      }
    }
    expect(await filled()).toBe('54000')
    await whilePlaying(async () => undefined)
  }, 120_000)

  test('temporary tables and large objects end with the role or do no harm', async () => {
    const client = await analyst()
    await client.query(
      'create temporary view mine as select id from read.leagues; create temporary table big as select lo_create(0)',
    )
    await whilePlaying(async () => {
      expect((await command('projections', 'rebuild', 'leagues')).out).toContain('rebuilt')
    })
  }, 120_000)
})

test('afterwards no read model differs from the log', async () => {
  const masterKey = Buffer.from(readFileSync(`${dataDir}/master.key`, 'utf8'), 'base64')
  expect(faultsOf(await audit({ databaseUrl: app.databaseUrl, masterKey }))).toEqual([])
}, 120_000)
