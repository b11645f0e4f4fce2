import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import type { OwnExport } from '../../src/areas/accounts/contract.ts'
import { personalDataMap } from '../../src/areas/index.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { Position } from '../../src/kernel/event.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { answered } from '../support/competitions.ts'
import { joinedBy, leagueOf, players, reacted } from '../support/leagues.ts'
import { mentions } from '../support/mentions.ts'
import { type Lived, livedIn, mailsIn, PASSWORD, PERSON, PUBLIC_URL, WALLET, WORD } from '../support/person.ts'
import { until } from '../support/projections.ts'

let app: TestApp
let lived: Lived
type OwnEvent = OwnExport['events'][number]
const dataDir = mkdtempSync(path.join(tmpdir(), 'plp-person-'))

const holdings = () => personalDataMap.views

/** Every column of every `read.*` view that contains the player's id, with the rows. */
async function namedIn(): Promise<Record<string, object[]>> {
  const { pool } = app.container.get(TYPES.Database)
  const views = await pool.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'read' order by viewname",
  )
  const found: Record<string, object[]> = {}
  for (const { name } of views.rows) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(v) as row from read.${name} v where to_jsonb(v)::text like '%${PERSON}%'`,
    )
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).includes(String(PERSON)))
          found[`${name}.${column}`] = [...(found[`${name}.${column}`] ?? []), row]
  }
  return found
}

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir, PUBLIC_URL } })
  lived = await livedIn(app, dataDir)
}, 120_000)

afterAll(async () => {
  await app?.close()
  rmSync(dataDir, { recursive: true })
})

test('every column that names a player is declared by its area', async () => {
  const declared = holdings().flatMap(({ view, by, keeps = {} }) =>
    [...by, ...Object.keys(keeps)].map((column) => `${view}.${column}`),
  )
  const { rows } = await app.container.get(TYPES.Database).pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'read' and data_type in ('integer', 'bigint')
       and column_name ~ '(^|_)(user|creator|admin|captain|reporter|player|author|member|owner|follower|followed)_id$|(^|_)winner$'`,
  )
  expect(rows.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([])
  const found = Object.keys(await namedIn())
  expect(found.filter((name) => !declared.includes(name))).toEqual([])
  expect(found.length).toBeGreaterThan(15)
})

test('the export of a player has their rows of every area', async () => {
  const exported = await lived.person.get('/api/user/export')
  const found = await namedIn()
  for (const [name, rows] of Object.entries(found)) {
    const [view = '', column = ''] = name.split('.')
    const given: Record<string, unknown>[] = exported.readModels[view]
    expect(
      given.filter((row) => JSON.stringify(row[column]).includes(String(PERSON))),
      name,
    ).toHaveLength(rows.length)
  }
  expect(exported.readModels.people).toMatchObject([{ username: WORD }])
  expect(exported.readModels.predictions).toHaveLength(2)
})

test('the founder who left a private league gets none of its later data, least of all its join code', async () => {
  const [dora, emil] = await players(app, ['dora', 'emil'])
  const league = await leagueOf(dora!, { name: 'Left behind' })
  await joinedBy(league, emil!)
  expect((await dora!.call('DELETE', `/api/leagues/${league.id}/members/${dora!.id}`)).status).toBe(204)
  await reacted(app)
  expect((await dora!.get('/api/user/export')).readModels.leagues).toEqual([])
  expect((await emil!.get('/api/user/export')).readModels.leagues).toMatchObject([
    { id: league.id, creator_id: dora!.id },
  ])
})

test('R142: the export has the player’s writings, as in the log and the tables, and not those of others', async () => {
  const exported = await lived.person.get('/api/user/export')
  const told = JSON.stringify(exported)
  for (const words of [`Says the ${WORD} once more`, `Not what a ${WORD} says`, `Which ${WORD}?`, WALLET])
    expect(told).toContain(words)
  const types = new Set(exported.events.map(({ type }: { type: string }) => type))
  for (const type of [
    'PredictionSubmitted',
    'MessagePosted',
    'PredictionsShared',
    'ShareCommented',
    'WalletConnected',
    'ProfileChanged',
    'AvatarChanged',
    'ShareLiked',
    'FeedbackSubmitted',
    'PasskeyAdded',
  ])
    expect(types, type).toContain(type)
  expect(exported.readModels.follows).toMatchObject([{ followed_id: PERSON }])
  expect(exported.tables.notifications.length).toBeGreaterThan(0)
  expect(exported.tables.avatars).toMatchObject([{ picture: expect.stringMatching(/^\\x52494646/) }])
  expect(told).not.toMatch(/argon2|\$sealed|Only a test|"Hello"/)
})

test('R205: the export has messages in leagues that the player has left, and others’ actions on their data, without names', async () => {
  const exported = await lived.person.get('/api/user/export')
  const events: OwnEvent[] = exported.events
  const told = (type: string): Record<string, unknown>[] =>
    events.filter((event) => event.type === type).map(({ by, data }) => ({ by, ...data }))
  const { id: friendId } = lived.friend
  expect(told('MessagePosted')).toContainEqual(expect.objectContaining({ content: `Unkind of a ${WORD}` }))
  expect(told('MessageDeleted')).toEqual([
    { by: 'self', messageId: expect.any(Number), userId: expect.any(Number), how: 'author' },
    { by: 'other', messageId: expect.any(Number), userId: expect.any(Number), how: 'moderator' },
  ])
  expect(told('UserPasswordChanged').map(({ by, how }) => [by, how])).toEqual([
    ['other', 'admin'],
    ['self', 'self'],
  ])
  // As a row, a report is in the export of its reporter only.
  for (const type of ['MessageReported', 'MessageReportDismissed']) expect(told(type)).toEqual([])
  expect(exported.readModels.message_reports).toMatchObject([{ reason: `Rude to a ${WORD}` }])
  for (const event of events) if (event.by === 'other') expect(JSON.stringify(event)).not.toContain(String(friendId))
})

test('R205: no export has a secret, a hash or anything that grants access', async () => {
  const told = JSON.stringify(await lived.person.get('/api/user/export'))
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query<{ secret: string }>(
    `select token as secret from read.shares union all select join_code from read.leagues
     union all select encode(token_hash, 'hex') from app.sessions union all select account_key from app.credentials`,
  )
  expect(rows.length).toBeGreaterThan(6)
  for (const { secret } of rows) expect(told).not.toContain(secret)
  expect(told).not.toMatch(/-[0-9a-f]{32}"|"joinCode"|"join_code"/)
})

/** An asterisk replaces the omitted part of a stream's name. */
const patternOf = (stream: string) => new RegExp(`^${stream.replaceAll('*', '[^-]+')}$`)

test('R206: every stream that begins with the player is in the export, and all their personal data in the log is', async () => {
  const { pool } = app.container.get(TYPES.Database)
  const exported = await lived.person.get('/api/user/export')
  const found: OwnEvent[] = exported.events
  const isGiven = ({ stream, revision }: { stream: string; revision: number }) =>
    found.some((event) => event.revision === revision && patternOf(event.stream).test(stream))
  const begun = await pool.query<{ stream: string; revision: number }>(
    `select stream, revision from log.events where revision = 0 and $1 in (data->>'userId', data->>'followerId')`,
    [String(PERSON)],
  )
  expect(begun.rows.length).toBeGreaterThan(15)
  // No row refers to a player who is no longer followed.
  const missing = begun.rows.filter((row) => !isGiven(row)).map(({ stream }) => stream)
  expect(missing).toEqual([`follow-${PERSON}-${lived.friend.id}`])
  for (const text of await personalTexts()) expect(JSON.stringify(exported)).toContain(JSON.stringify(text))
})

/** All texts in the log that are encrypted with the person's key. */
async function personalTexts(): Promise<string[]> {
  const log = app.container.get(TYPES.Log)
  const texts: string[] = []
  for (let after: Position | null = null, end = false; !end; ) {
    const page = await log.readAll(after, { types: Object.keys(personalDataMap.events) }, 1_000)
    for (const { type, data } of page.events) {
      const { subject = '', fields = [] } = personalDataMap.events[type]!.encrypted ?? {}
      const values = data as Record<string, unknown>
      if (values[subject] === PERSON)
        texts.push(...fields.map((field) => values[field]).filter((value) => typeof value === 'string'))
    }
    after = page.next
    end = page.end
  }
  return texts
}

test('every table with a user is declared by its area', async () => {
  const { rows } = await app.container.get(TYPES.Database).pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where table_schema = 'app' and column_name = 'user_id' order by 1`,
  )
  expect(personalDataMap.tables.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name))
})

describe('R143, R144: a deleted account', () => {
  const naming = (...said: string[]) => mentions(app.container.get(TYPES.Database).pool, ...said)

  test('has data in many places before', async () => {
    const found = await naming(WORD, WALLET)
    for (const table of [
      'app.idempotency_keys',
      /people_g\d+\.people/,
      /chat_g\d+\.messages/,
      /sharing_g\d+\.shares/,
      /recovery_g\d+\./,
      /administration_g\d+\./,
      /wallet_g\d+\./,
    ])
      expect(
        found.some((name) => (typeof table === 'string' ? name === table : table.test(name))),
        `${table} of ${found}`,
      ).toBe(true)
    expect(mailsIn(dataDir).filter(({ to }) => to.startsWith(WORD)).length).toBeGreaterThan(2)
    // Personal data is never in the log in the clear.
    expect(found).not.toContain('log.events')
  })

  test('is found nowhere: in no table of any schema, no mail, no event', async () => {
    const texts = await personalTexts()
    expect(texts.length).toBeGreaterThan(20)
    const wish = { username: WORD, reason: `The ${WORD} asks at the last moment` }
    expect((await app.client().post('/api/auth/request-admin-reset', wish)).status).toBe(200)
    expect((await lived.person.call('DELETE', '/api/user', { password: PASSWORD })).status).toBe(204)
    await reacted(app)
    await answered(app)
    await until('nothing is left', async () => (await naming(WORD, WALLET)).length === 0, 30_000)
    expect(mailsIn(dataDir).filter(({ raw }) => raw.toLowerCase().includes(WORD))).toEqual([])
    expect(await personalTexts()).toEqual([])
  })

  test('is in no rows except those that explain why', async () => {
    const found = await namedIn()
    const kept = holdings().flatMap(({ view, keeps = {} }) => Object.keys(keeps).map((column) => `${view}.${column}`))
    expect(Object.keys(found).filter((name) => !kept.includes(name))).toEqual([])
    // Others' notifications refer to the player by a number that has no name any more.
    const numbered = (await naming(String(PERSON))).filter((name) => name.startsWith('app.'))
    expect(numbered).toEqual(['app.erased_people', 'app.notification_parts', 'app.notifications'])
    const { pool } = app.container.get(TYPES.Database)
    const isHeld = async () => {
      for (const { table } of personalDataMap.tables.filter(({ keeps }) => !keeps))
        expect((await pool.query(`select from ${table} where user_id = $1`, [PERSON])).rowCount, table).toBe(0)
    }
    await isHeld()
    // A request in progress counts its quota and stores its response.
    const at = new Date(app.clock.now()).toISOString()
    await pool.query(`select app.take_allowance($1, 'late', 1, $2, '{9}', '{3600}')`, [PERSON, at])
    await app.container.get(ACCOUNTS.Accounts).forgetErased()
    await isHeld()
  })

  test('R145: is not named when a write is repeated whose first response named them', async () => {
    const { status, body } = await lived.repeat()
    expect([status, body.detail]).toEqual([404, 'User not found'])
  })
})
