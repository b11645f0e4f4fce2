import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { openDatabase } from './database.ts'
import { createWriteProbe } from './write-probe.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let now: number
let probe: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  now = 0
  probe = createWriteProbe(database, () => now)
})

const writtenAt = async (): Promise<string> => {
  const { rows } = await sql<{ at: string }>`select at::text from app.write_probe`.execute(database.db)
  return rows[0]!.at
}
/** Makes every write fail as on a full disk, or succeed again. */
const fill = (isFull: boolean) =>
  isFull
    ? sql`
        create function app.refuse() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger full_disk before update on app.write_probe execute function app.refuse()
      `.execute(database.db)
    : sql`drop function app.refuse cascade`.execute(database.db)

describe('the probe of readiness', () => {
  test('writes at most once in five seconds, however many callers there are', async () => {
    await Promise.all([probe(), probe()])
    const first = await writtenAt()
    now += 5_000
    await probe()
    expect(await writtenAt()).toBe(first)
    now += 1
    await probe()
    expect(await writtenAt()).not.toBe(first)
  })

  test('fails while writes fail, and detects at once that they succeed again', async () => {
    await fill(true)
    await expect(probe()).rejects.toMatchObject({ code: '53100' })
    await fill(false)
    await probe()
  })

  test.each([
    ['fails on a server that only reads', 'default_transaction_read_only = on', '25006'],
    ['needs free blocks on the disk: its sort does not fit into memory', 'temp_file_limit = 0', '53400'],
  ])('%s', async (_, setting, code) => {
    const name = sql.ref(new URL(database.url).pathname.slice(1))
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(database.db)
    const fresh = openDatabase(database.url)
    try {
      const probe = createWriteProbe(fresh)
      await expect(probe()).rejects.toMatchObject({ code })
    } finally {
      await fresh.close()
      await sql`alter database ${name} reset all`.execute(database.db)
    }
  })
})
