import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { retroactiveState } from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await sql`
    create table read.achievement_orders (number integer, id uuid default gen_random_uuid(), ordered_at timestamptz default now(),
      only_achievement text, achievements integer, users integer)`.execute(database.db)
  await sql`
    create table read.achievement_badges (user_id integer default 1, order_number integer, earned_by uuid default gen_random_uuid(), held boolean default false,
      unlock_id uuid)`.execute(database.db)
})
afterAll(() => database?.drop())

const ordered = (number: number, achievements: number) =>
  sql`insert into read.achievement_orders (number, achievements, users) values (${number}, ${achievements}, 1)`.execute(
    database.db,
  )
const letGo = (order: number, isUnlocked: boolean) =>
  sql`insert into read.achievement_badges (order_number, unlock_id)
    values (${order}, ${isUnlocked ? sql`gen_random_uuid()` : null})`.execute(database.db)

describe('the run in the status', () => {
  beforeEach(async () => {
    await sql`truncate read.achievement_orders, read.achievement_badges`.execute(database.db)
  })

  test('is null without an order', async () => {
    expect((await retroactiveState(database.db)).latest).toBeNull()
  })

  test('is the latest', async () => {
    await ordered(1, 1)
    await letGo(1, true)
    await ordered(2, 0)
    expect((await retroactiveState(database.db)).latest).toMatchObject({ achievements: 0, left: 0 })
  })

  test('is the one in progress, even after another order that found nothing to unlock', async () => {
    await ordered(1, 2)
    await letGo(1, true)
    await letGo(1, false)
    await ordered(2, 0)
    expect((await retroactiveState(database.db)).latest).toMatchObject({ achievements: 2, left: 1 })
  })

  test('is the later one of two in progress', async () => {
    await ordered(1, 1)
    await letGo(1, false)
    await ordered(2, 3)
    await letGo(2, false)
    expect((await retroactiveState(database.db)).latest).toMatchObject({ achievements: 3, left: 1 })
  })

  test('is complete when its achievements have been lost meanwhile', async () => {
    await ordered(1, 1)
    await letGo(1, false)
    await sql`update read.achievement_badges set earned_by = null`.execute(database.db)
    await ordered(2, 0)
    expect((await retroactiveState(database.db)).latest).toMatchObject({ achievements: 0, left: 0 })
  })
})
