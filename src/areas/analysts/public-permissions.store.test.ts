import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFirst } from '../../../projections/engine/generations.ts'
import { testServerUrl } from '../../../test/support/postgres.ts'
import { loggedDuring } from '../../../test/support/postgres-log.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { columns, groups, hidden, schema } from '../index.ts'
import { createAnalystAccess } from './analyst-access.ts'
import { createAnalystRoles, endLongTransactions } from './roles.ts'

// Simulates a managed server: the user of the game may create roles and has no other rights outside its database.

const [OWNER, ROLE] = [`plp_owner_${process.pid}`, `plp_reader_${process.pid}`]
let administrator: pg.Client
let database: Database
let roles: ReturnType<typeof createAnalystRoles>

const addressOf = (user: string, password: string): string =>
  Object.assign(new URL(testServerUrl()), { username: user, password, pathname: `/${OWNER}` }).href

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

beforeAll(async () => {
  const server = await connected(testServerUrl())
  await server.query(`create role ${OWNER} login createrole password 'owner'`)
  await server.query(`create database ${OWNER} owner ${OWNER}`)
  await server.end()
  const { username, password } = new URL(testServerUrl())
  administrator = await connected(addressOf(username, password))
  // As docs/operations.md advises.
  await administrator.query(`revoke all on database ${OWNER} from public`)
  database = openDatabase(addressOf(OWNER, 'owner'))
  await migrate(database, schema)
  for (const group of groups) await createFirst(database.db, group, group.version)
  roles = createAnalystRoles({
    pool: database.pool,
    access: createAnalystAccess({ pool: database.pool, columns, hidden }),
  })
})
afterAll(async () => {
  await roles?.remove(ROLE)
  await database?.close()
  await administrator?.end()
  const server = await connected(testServerUrl())
  await server.query(`drop database if exists ${OWNER} with (force)`)
  await server.query(`drop role if exists ${OWNER}`)
  await server.end()
})

test('R310: missing rights cause no error and no warning in the log of PostgreSQL', async () => {
  const quiet = `${ROLE}_quiet`
  const logged = await loggedDuring(async () => {
    const fresh = openDatabase(addressOf(OWNER, 'owner'))
    const access = createAnalystAccess({ pool: fresh.pool, columns, hidden })
    const ofFresh = createAnalystRoles({ pool: fresh.pool, access })
    expect((await ofFresh.create(quiet, '2026-11-21T09:00:00.000Z')).forAdministrator).not.toEqual([])
    await ofFresh.remove(quiet)
    await fresh.close()
  })
  expect(logged).toEqual([])
})

test('returns statements for an administrator where the user of DATABASE_URL lacks rights; the game keeps its own (T88)', async () => {
  const { password, forAdministrator } = await roles.create(ROLE, '2026-11-21T09:00:00.000Z')
  const reader = await connected(addressOf(ROLE, password))
  const codeOf = (text: string) =>
    reader.query(text).then(
      () => 'done',
      (error: pg.DatabaseError) => error.code,
    )
  // Permissions in its own database can be revoked.
  await reader.query('set default_transaction_read_only = off')
  expect(await codeOf('create temporary table mine ()')).toBe('42501')
  expect(forAdministrator.map((sql) => sql.split(' ').slice(0, 2).join(' '))).toEqual([
    'grant execute',
    'revoke execute',
    'alter role',
    'alter role',
  ])
  expect(await codeOf('select pg_advisory_lock(1)')).toBe('done')
  for (const sql of forAdministrator) await administrator.query(sql)
  for (const denied of ['select pg_advisory_lock(1)', 'select lo_create(0)', "select pg_notify('plp_log', '')"])
    expect(await codeOf(denied)).toBe('42501')
  const again = await roles.create(ROLE, '2026-11-21T09:00:00.000Z')
  expect(again.forAdministrator).toEqual([])
  await database.pool.query("select app.wake('plp_log', '')")
  // T113: a message may have a gigabyte, and the server logs each.
  const next = await connected(addressOf(ROLE, again.password))
  await expect(next.query("set log_min_messages = 'error'")).rejects.toMatchObject({ code: '42501' })
  expect((await next.query('show log_min_messages')).rows).toEqual([{ log_min_messages: 'panic' }])
  await next.end()

  await reader.query('begin; select from read.people')
  await endLongTransactions(database.pool, '1 hour')
  expect(await codeOf('select 1')).toBe('done')
  await endLongTransactions(database.pool, '0 seconds')
  expect(await codeOf('select 1')).not.toBe('done')
  await reader.end().catch(() => undefined)
})

test('a refused role is not recorded as ours: one of that name, made by others later, is not taken over', async () => {
  const other = `${ROLE}_other`
  const server = await connected(testServerUrl())
  try {
    await server.query(`alter role ${OWNER} nocreaterole`)
    await expect(roles.create(other, '2026-11-21T09:00:00.000Z')).rejects.toThrow(
      `The user of DATABASE_URL may not make or change the role ${other}: give it CREATEROLE (alter role … createrole)`,
    )
    await server.query(`alter role ${OWNER} createrole; create role ${other}`)
    expect(await roles.remove(other)).toBe(false)
    await expect(roles.create(other, '2026-11-21T09:00:00.000Z')).rejects.toThrow(
      `There is a role ${other} on this server that was not made here: choose another name`,
    )
  } finally {
    await server.query(`alter role ${OWNER} createrole; drop role if exists ${other}`)
    await server.end()
  }
})

test('R307: if PUBLIC may not connect, analysts may by a grant of the game, which needs the right to give it', async () => {
  const guest = `${ROLE}_guest`
  const create = () => roles.create(guest, '2026-11-21T09:00:00.000Z')
  await administrator.query(
    `alter database ${OWNER} owner to current_user; grant connect, create on database ${OWNER} to ${OWNER}`,
  )
  try {
    const { password, forAdministrator } = await create()
    await expect(connected(addressOf(guest, password))).rejects.toMatchObject({ code: '42501' })
    expect(forAdministrator).toContain(`grant connect on database ${OWNER} to ${OWNER} with grant option`)
    for (const sql of forAdministrator) await administrator.query(sql)
    const again = await create()
    expect(again.forAdministrator).toEqual([])
    await (await connected(addressOf(guest, again.password))).end()

    await administrator.query(`grant create on database ${OWNER} to ${guest}`)
    await expect(roles.remove(guest)).rejects.toThrow(`drop owned by ${guest}; drop role ${guest}`)
    await administrator.query(`revoke create on database ${OWNER} from ${guest}`)
    expect(await roles.remove(guest)).toBe(true)
  } finally {
    await administrator.query(`alter database ${OWNER} owner to ${OWNER}`)
  }
})
