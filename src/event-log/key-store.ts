import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { AppTables } from '../database/app-tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { decrypt, encrypt, masterIdOf, newKey } from './key-wrap.ts'
import { isFault } from './postgres/faults.ts'

/** `MASTER_KEY` does not match the keys of this store. */
export class MasterKeyMismatch extends Error {
  override readonly name = 'MasterKeyMismatch'
  constructor() {
    super('MASTER_KEY takes the key of this store; this is another one')
  }
}

/** Subject of a key: `person:{user id}` or `day:{yyyy-mm-dd}`. */
export type KeySubject = `person:${number}` | `day:${string}`

/** Milliseconds for which a key is cached: an erasure on another node takes effect here within that time. */
const cacheMs = 30_000

interface KeyRow {
  subject: KeySubject
  wrapped: Buffer
}

/** Whether a master key has opened this store before. */
export const hasKeys = async ({ pool }: { readonly pool: pg.Pool }): Promise<boolean> =>
  (await keyQuery(pool, 'select from app.hmac_key', [])).rowCount === 1

/** Opens the store of wrapped data keys. Throws `MasterKeyMismatch`. */
export async function openKeyStore(database: { readonly pool: pg.Pool }, masterKey: Buffer, now: () => number) {
  const masterId = masterIdOf(masterKey)
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    keyQuery<Row>(database.pool, text, values)
  const hmacKey = await openHmacKey(query, masterKey, masterId)
  const cache = new LRUCache<KeySubject, Buffer>({ max: 10_000, ttl: cacheMs, ttlResolution: 0, perf: { now } })

  async function read(subjects: readonly KeySubject[]): Promise<KeyRow[]> {
    const { people, days } = split(subjects)
    const { rows } = await query<KeyRow>(
      `select 'person:' || k.user_id as subject, k.wrapped from app.person_keys k
       where k.user_id = any($1::bigint[]) and not exists (select from app.erased_people e where e.user_id = k.user_id)
       union all
       select 'day:' || to_char(day, 'YYYY-MM-DD'), wrapped from app.day_keys where day = any($2::date[])`,
      [people, days],
    )
    return rows
  }

  /** Creates missing keys; the first of two nodes wins. */
  async function make(subjects: readonly KeySubject[]): Promise<void> {
    const wrap = (subject: KeySubject) => encrypt(masterKey, newKey(), subject)
    const { people, days } = split(subjects)
    const { rows } = await query<Pick<AppTables['app.hmac_key'], 'master_id'>>(
      `with master as (select master_id from app.hmac_key),
       made_people as (
         insert into app.person_keys (user_id, wrapped)
         select n.id, n.wrapped from unnest($1::bigint[], $2::bytea[]) as n(id, wrapped), master
         where master_id = $5 and not exists (select from app.erased_people e where e.user_id = n.id)
         on conflict do nothing
       ), made_days as (
         insert into app.day_keys (day, wrapped)
         select n.day, n.wrapped from unnest($3::date[], $4::bytea[]) as n(day, wrapped), master
         where master_id = $5
         on conflict do nothing
       )
       select master_id from master`,
      [people, people.map((id) => wrap(`person:${id}`)), days, days.map((day) => wrap(`day:${day}`)), masterId],
    )
    // Another process has rewrapped the keys with a new master key.
    if (rows[0]?.master_id !== masterId) throw new MasterKeyMismatch()
  }

  return {
    hmacKey,
    /** Removes the key of a subject from the cache. */
    forget: (subject: KeySubject) => cache.delete(subject),
    /** Finds existing keys. `create`: creates missing ones, except for erased people. */
    async find(subjects: readonly KeySubject[], create: boolean): Promise<ReadonlyMap<KeySubject, Buffer>> {
      const found = new Map<KeySubject, Buffer>()
      const take = ({ subject, wrapped }: KeyRow) => {
        const key = unwrap(masterKey, wrapped, subject)
        cache.set(subject, key)
        found.set(subject, key)
      }
      for (const subject of new Set(subjects)) {
        const key = cache.get(subject)
        if (key) found.set(subject, key)
      }
      const missing = () => [...new Set(subjects)].filter((subject) => !found.has(subject))
      if (missing().length > 0) for (const row of await read(missing())) take(row)
      if (create && missing().length > 0) {
        await make(missing())
        for (const row of await read(missing())) take(row)
      }
      return found
    },
  }
}

/**
 * Rewraps all keys with a new master key, in one transaction. `beforeCommit` is called only if the old key opens the store, and by one
 * process at a time. Running nodes must be restarted. Returns the number of keys.
 */
export async function rewrap(
  database: { readonly pool: pg.Pool },
  oldKey: Buffer,
  newMasterKey: Buffer,
  beforeCommit: () => void = () => undefined,
): Promise<number> {
  return inTransaction(database, async (client) => {
    await client.query('lock table app.hmac_key, app.person_keys, app.day_keys in exclusive mode')
    const { rows } = await client.query<KeyRow | { subject: 'hmac'; wrapped: Buffer }>(
      `select 'hmac' as subject, wrapped from app.hmac_key
       union all select 'person:' || user_id, wrapped from app.person_keys
       union all select 'day:' || to_char(day, 'YYYY-MM-DD'), wrapped from app.day_keys`,
    )
    const rewrapped = rows.map(({ subject, wrapped }) => ({
      subject,
      wrapped: encrypt(newMasterKey, unwrap(oldKey, wrapped, subject), subject),
    }))
    const values = [rewrapped.map((row) => row.subject), rewrapped.map((row) => row.wrapped)]
    const from = 'from unnest($1::text[], $2::bytea[]) as n(subject, wrapped)'
    await client.query(
      `update app.person_keys k set wrapped = n.wrapped ${from} where n.subject = 'person:' || k.user_id`,
      values,
    )
    await client.query(
      `update app.day_keys k set wrapped = n.wrapped ${from} where n.subject = 'day:' || to_char(k.day, 'YYYY-MM-DD')`,
      values,
    )
    await client.query(
      `update app.hmac_key k set wrapped = n.wrapped, master_id = $3 ${from} where n.subject = 'hmac'`,
      [...values, masterIdOf(newMasterKey)],
    )
    beforeCommit()
    return rewrapped.length
  })
}

async function openHmacKey(
  query: <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<pg.QueryResult<Row>>,
  masterKey: Buffer,
  masterId: string,
): Promise<Buffer> {
  await query('insert into app.hmac_key (master_id, wrapped) values ($1, $2) on conflict do nothing', [
    masterId,
    encrypt(masterKey, newKey(), 'hmac'),
  ])
  const { rows } = await query<Pick<AppTables['app.hmac_key'], 'wrapped'>>('select wrapped from app.hmac_key', [])
  if (!rows[0]) throw new Error('the HMAC key of this store is missing')
  return unwrap(masterKey, rows[0].wrapped, 'hmac')
}

function unwrap(masterKey: Buffer, wrapped: Buffer, label: string): Buffer {
  try {
    return decrypt(masterKey, wrapped, label)
  } catch {
    throw new MasterKeyMismatch()
  }
}

function split(subjects: readonly KeySubject[]): { people: number[]; days: string[] } {
  return {
    people: subjects.filter((subject) => subject.startsWith('person:')).map((subject) => Number(subject.slice(7))),
    days: subjects.filter((subject) => subject.startsWith('day:')).map((subject) => subject.slice(4)),
  }
}

/** Runs a query. Throws `EventLogUnavailable` for faults of the database. */
export async function keyQuery<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  try {
    return await pool.query<Row>(text, values)
  } catch (error) {
    if (isFault(error)) throw new EventLogUnavailable('keys of personal data', { cause: error })
    throw error
  }
}
