import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, EventMetadata, Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { administrationGroup } from './projector.ts'

const group: ProjectionGroup = administrationGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

const ADMIN = 1
const atOf = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString()

/** Returns an event by the administrator, a minute after the previous one unless `metadata` differs. */
const by = (event: Event, metadata: Partial<EventMetadata> = {}) => ({ event, metadata })
const recorded = ({ event, metadata }: ReturnType<typeof by>, index: number): RecordedEvent => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  ...event,
  metadata: {
    $correlationId: `request-${index}`,
    $causationId: 'c',
    actor: ADMIN,
    version: 1,
    source: 'command',
    at: atOf(index),
    ...metadata,
  },
  stream: 's',
  revision: index,
  position: String(index) as Position,
  recordedAt: atOf(index),
})

/** Projects the group's events into new tables, in batches of `size`; returns the acts in order and the number of users. */
async function projected(list: readonly ReturnType<typeof by>[], size: number) {
  const name = `administration_${randomUUID().slice(0, 8)}`
  const events = list.map(recorded).filter((event) => group.filter!(event))
  return database.db.transaction().execute(async (tx) => {
    await sql`create schema ${sql.id(name)}`.execute(tx)
    await sql`set local search_path to ${sql.id(name)}`.execute(tx)
    await sql.raw(group.ddl).execute(tx)
    for (let from = 0; from < events.length; from += size) await group.project(tx, events.slice(from, from + size))
    const { rows: acts } = await sql<any>`select * from acts order by n`.execute(tx)
    const { rows } = await sql<{ users: number }>`select users from user_counts`.execute(tx)
    await sql`drop schema ${sql.id(name)} cascade`.execute(tx)
    return { acts, users: rows[0]?.users ?? 0 }
  })
}

const registered = (userId: number): Event => ({
  type: 'UserRegistered',
  data: { userId, username: `player${userId}`, role: 'user' },
})
const role = (userId: number, to: string): Event => ({ type: 'UserRoleChanged', data: { userId, role: to } })
const reset = (userId: number, reason?: string, how = 'admin'): Event => ({
  type: 'UserPasswordChanged',
  data: { userId, how, ...(reason ? { reason } : {}) },
})
const deleted = (userId: number, why?: string): Event => ({
  type: 'UserDeleted',
  data: { userId, ...(why ? { why } : {}) },
})
const unlocked = (how: string): Event => ({ type: 'IpUnlocked', data: { key: 'k', ip: '203.0.113.7', how } })
const finished = (byHand: boolean): Event => ({
  type: 'MatchFinished',
  data: { fixtureId: 7, homeScore: 2, awayScore: 1, byHand, reason: byHand ? 'The feed is late' : null },
})

const SIZES = [1, 2, 100]

test('R124: the activity log contains acts of administrators with subject and reason, and nothing else', async () => {
  const events = [
    by(registered(1), { actor: 1 }),
    by(registered(2), { actor: 2 }),
    by(role(2, 'admin')),
    by(role(2, 'user'), { actor: null, source: 'system' }),
    by(reset(2, 'Lost the phone')),
    by(reset(2, undefined, 'self'), { actor: 2 }),
    by(unlocked('expired'), { actor: null, source: 'system' }),
    by(finished(true)),
    by(finished(false), { actor: null, source: 'import' }),
    by(finished(true), { simulated: true }),
    by({ type: 'RetroactiveUnlocksOrdered', data: { orderId: 'o', only: null } }),
    by({ type: 'MessageReportDismissed', data: { messageId: 1, reportId: 3, reporterId: 2 } }),
    by({ type: 'MessageDeleted', data: { messageId: 1, userId: 2, by: ADMIN, how: 'administrator' } }),
    by({ type: 'MessageDeleted', data: { messageId: 2, userId: 2, by: 1, how: 'moderator' } }, { actor: 1 }),
    by({ type: 'ShareDeleted', data: { shareId: 1, userId: 2, by: ADMIN, how: 'administrator' } }),
    by({ type: 'ShareDeleted', data: { shareId: 2, userId: 2, by: 2, how: 'owner' } }, { actor: 2 }),
    // Of an older release, without the owner.
    by({ type: 'ShareDeleted', data: { shareId: 3, by: ADMIN, how: 'administrator' } }),
    by({ type: 'ShareCommentDeleted', data: { commentId: 1, shareId: 2, userId: 2, by: ADMIN, how: 'administrator' } }),
  ]
  for (const size of SIZES) {
    const { acts, users } = await projected(events, size)
    expect(users).toBe(2)
    expect(acts).toMatchObject([
      { kind: 'make-admin', at: atOf(2), by_user_id: ADMIN, at_server: false, user_id: 2 },
      { kind: 'remove-admin', by_user_id: null, at_server: true, user_id: 2 },
      { kind: 'reset-password', by_user_id: ADMIN, user_id: 2, reason: 'Lost the phone' },
      { kind: 'enter-result', fixture_id: 7, home_score: 2, away_score: 1, reason: 'The feed is late' },
      { kind: 'unlock-achievements', by_user_id: ADMIN, user_id: null },
      { kind: 'dismiss-report', by_user_id: ADMIN, user_id: 2 },
      { kind: 'delete-message', by_user_id: ADMIN, user_id: 2 },
      { kind: 'delete-share', by_user_id: ADMIN, user_id: 2 },
      { kind: 'delete-comment', by_user_id: ADMIN, user_id: 2 },
    ])
    expect(acts).toHaveLength(9)
  }
})

test('R124: addresses unlocked by one request are one act', async () => {
  const same = { $correlationId: 'request', at: atOf(0) }
  const events = [by(unlocked('admin'), same), by(unlocked('admin'), same), by(unlocked('admin'))]
  for (const size of SIZES)
    expect((await projected(events, size)).acts.map(({ addresses }) => addresses)).toEqual([2, 1])
})

test('R124: acts are numbered without a gap in batches of any size', async () => {
  const same = { $correlationId: 'request', at: atOf(0) }
  const events = [by(role(2, 'admin')), by(unlocked('admin'), same), by(unlocked('admin'), same), by(role(2, 'user'))]
  for (const size of SIZES) expect((await projected(events, size)).acts.map(({ n }) => n)).toEqual([1, 2, 3])
})

test('R125: a deletion contains no name, and removes names and reasons from earlier acts', async () => {
  const events = [
    ...[by(registered(1)), by(registered(2)), by(registered(3))],
    ...[by(role(2, 'admin')), by(reset(3, 'Ada Lovelace called'), { actor: 2 }), by(deleted(3, 'asked'), { actor: 2 })],
    ...[by(deleted(2, 'abuse')), by(finished(true), { actor: 2 })],
  ]
  for (const size of SIZES) {
    const { acts, users } = await projected(events, size)
    expect(users).toBe(1)
    expect(acts.map(({ kind, by_user_id, user_id, reason, why }) => [kind, by_user_id, user_id, reason, why])).toEqual([
      ['make-admin', ADMIN, null, null, null],
      ['reset-password', null, null, null, null],
      ['delete', null, null, null, 'asked'],
      ['delete', ADMIN, null, null, 'abuse'],
      ['enter-result', null, null, 'The feed is late', null],
    ])
  }
})

test('deletions of own accounts, and those without an administrator, are not logged', async () => {
  const events = [
    ...[by(registered(2)), by(registered(3))],
    ...[by(deleted(2), { actor: 2 }), by(deleted(3), { actor: null })],
  ]
  expect(await projected(events, 100)).toEqual({ acts: [], users: 0 })
})
