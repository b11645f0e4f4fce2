import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { AppTables } from '../database/app-tables.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { PersonalFields } from '../kernel/command-handler.ts'
import type { NewEvent, RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { Sealing } from '../kernel/handler.ts'
import { type KeySubject, keyQuery, openKeyStore } from './key-store.ts'
import { decrypt, encrypt } from './key-wrap.ts'

export type PersonalData = Awaited<ReturnType<typeof openPersonalData>>

interface PersonalDataOptions {
  readonly database: { readonly pool: pg.Pool }
  /** 32 bytes. */
  readonly masterKey: Buffer
  readonly clock?: Clock
}

/** An encrypted field in the log. */
interface Sealed {
  readonly $sealed: KeySubject
  readonly value: string
}

const dayKeyDays = 30

/**
 * Encrypts personal data in events with the key of the person or of the day. Destroying the key makes the data unreadable. Creates the
 * keys of the store on the first start. Throws `MasterKeyMismatch` if the master key does not match the store.
 */
export async function openPersonalData(options: PersonalDataOptions) {
  const { database, masterKey, clock = systemClock } = options
  if (masterKey.length !== 32) throw new TypeError('the master key has 32 bytes')
  const keys = await openKeyStore(database, masterKey, () => clock.now())
  const hmacKey = createSecretKey(keys.hmacKey)

  return {
    /** 32 hex digits that replace a value in stream names: constant in one store, meaningless outside it. */
    hmac: (kind: string, value: string): string =>
      createHmac('sha256', hmacKey).update(`${kind}\0${value}`).digest('hex').slice(0, 32),

    /** 32 bytes for another key of the store: constant in one store, and unknown without its master key. */
    derivedKey: (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', hmacKey, '', purpose, 32)),

    /** Keys of people by user id, created where missing. Erased people have none. */
    async keysOf(userIds: readonly number[]): Promise<ReadonlyMap<number, KeyObject>> {
      const found = await keys.find(
        userIds.map((id) => `person:${id}` as const),
        true,
      )
      return new Map(
        [...found].map(([subject, key]) => [Number(subject.slice('person:'.length)), createSecretKey(key)]),
      )
    },

    async seal(events: readonly NewEvent[], fields: PersonalFields): Promise<readonly NewEvent[]> {
      const subjects = events.map((event) => subjectOf(event, fields))
      const named = subjects.filter((subject) => subject !== null)
      if (named.length === 0) return events
      const found = await keys.find(named, true)
      return events.map((event, index) => {
        const subject = subjects[index]
        return subject ? sealEvent(event, fields[event.type]?.fields ?? [], subject, found.get(subject)) : event
      })
    },

    async open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
      const subjects = new Set<KeySubject>()
      for (const event of events) {
        for (const value of Object.values(event.data as object)) if (isSealed(value)) subjects.add(value.$sealed)
      }
      if (subjects.size === 0) return events
      const found = await keys.find([...subjects], false)
      return events.map((event) => openEvent(event, found))
    },

    /** Destroys the keys of people permanently and records their ids. A restore calls it with the separately stored list. */
    async erase(...userIds: readonly number[]): Promise<void> {
      // Recorded and destroyed in one statement; a key created concurrently is never read.
      await keyQuery(
        database.pool,
        `with destroyed as (delete from app.person_keys where user_id = any($1::bigint[]))
         insert into app.erased_people (user_id) select unnest($1::bigint[]) on conflict do nothing`,
        [userIds],
      )
      for (const userId of userIds) keys.forget(`person:${userId}`)
    },

    /** Ids of all erased people, to be stored separately from backups. */
    async erasedPeople(): Promise<readonly number[]> {
      const { rows } = await keyQuery<Pick<AppTables['app.erased_people'], 'user_id'>>(
        database.pool,
        'select user_id from app.erased_people order by user_id',
        [],
      )
      return rows.map((row) => Number(row.user_id))
    },

    /** Destroys the keys of days more than 30 days before `at` (ISO 8601). Returns their number. */
    async destroyOldDayKeys(at: string): Promise<number> {
      const oldest = new Date(Date.parse(at) - dayKeyDays * 86_400_000).toISOString().slice(0, 10)
      const { rows } = await keyQuery<{ day: string }>(
        database.pool,
        `delete from app.day_keys where day < $1::date returning to_char(day, 'YYYY-MM-DD') as day`,
        [oldest],
      )
      for (const { day } of rows) keys.forget(`day:${day}`)
      return rows.length
    },
  }
}

/** The log with personal fields decrypted; null for erased people and destroyed days. */
export function withPersonalData(log: EventLog, personal: Sealing): EventLog {
  return {
    ...log,
    async readStream(...call) {
      return personal.open(await log.readStream(...call))
    },
    async readAll(after, filter, max) {
      const page = await log.readAll(after, filter, max)
      return { ...page, events: await personal.open(page.events) }
    },
  }
}

/** Decryption for one person: fields with the key of another person or of a day are null. */
export const forPerson = (userId: number, personal: Sealing): Sealing => ({
  ...personal,
  open: (events) => personal.open(events.map((event) => withoutKeysOfOthers(`person:${userId}`, event))),
})

function withoutKeysOfOthers(subject: KeySubject, event: RecordedEvent): RecordedEvent {
  const entries = Object.entries(event.data as object)
  const isOthers = (value: unknown) => isSealed(value) && value.$sealed !== subject
  if (!entries.some(([, value]) => isOthers(value))) return event
  return {
    ...event,
    data: Object.fromEntries(entries.map(([field, value]) => [field, isOthers(value) ? null : value])),
  }
}

function subjectOf(event: NewEvent, fields: PersonalFields): KeySubject | null {
  const named = fields[event.type]
  if (!named) return null
  if (named.subject === '$day') return `day:${event.metadata.at.slice(0, 10)}`
  const id = (event.data as Record<string, unknown>)[named.subject]
  if (!Number.isSafeInteger(id)) throw new TypeError(`${event.type} has no user id in ${named.subject}`)
  return `person:${id as number}`
}

/** Encrypts the fields of an event. Without a key (the person is erased), they become null. */
function sealEvent(event: NewEvent, fields: readonly string[], subject: KeySubject, key: Buffer | undefined): NewEvent {
  const data = { ...(event.data as Record<string, unknown>) }
  for (const field of fields) {
    const value = data[field]
    if (value === null || value === undefined) continue
    data[field] = key ? sealValue(key, subject, event.id, field, value) : null
  }
  return { ...event, data }
}

function sealValue(key: Buffer, subject: KeySubject, eventId: string, field: string, value: unknown): Sealed {
  const sealed = encrypt(key, Buffer.from(JSON.stringify(value)), labelOf(subject, eventId, field))
  return { $sealed: subject, value: sealed.toString('base64') }
}

function openEvent(event: RecordedEvent, keys: ReadonlyMap<KeySubject, Buffer>): RecordedEvent {
  const sealed = Object.entries(event.data as object).filter(([, value]) => isSealed(value)) as [string, Sealed][]
  if (sealed.length === 0) return event
  const data = { ...(event.data as Record<string, unknown>) }
  for (const [field, { $sealed, value }] of sealed) {
    const key = keys.get($sealed)
    const plain = key && decrypt(key, Buffer.from(value, 'base64'), labelOf($sealed, event.id, field))
    data[field] = plain ? JSON.parse(plain.toString()) : null
  }
  return { ...event, data }
}

/** Binds an encrypted value to its event and field, so that it cannot be moved to another one. */
const labelOf = (subject: KeySubject, eventId: string, field: string): string =>
  `${subject}/${eventId.toLowerCase()}/${field}`

const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && '$sealed' in value
