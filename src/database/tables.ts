import {
  bigint,
  bigints,
  boolean,
  bytes,
  code,
  date,
  integer,
  integers,
  rawJson,
  text,
  timestamp,
  uuid,
} from '../slice/table.ts'
import { appTable, type RowsOfTables } from './app-tables.ts'

declare module './app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof commonTables> {}
}

/** A column that limits its table to one row. */
const oneRow = () => boolean('Always true: the table has one row.', { sql: 'default true check (single)' })

/** The tables in `app` that belong to no area. */
export const commonTables = {
  'app.hmac_key': appTable({
    doc: 'The random key of all HMACs. Keys are wrapped by MASTER_KEY (AES-256-GCM: 12 bytes of nonce, the key, 16 bytes of tag).',
    columns: {
      one: boolean(null, { sql: 'default true check (one)' }),
      master_id: text('Fingerprint of the MASTER_KEY that wraps the keys of this store.'),
      wrapped: bytes(),
    },
    key: ['one'],
  }),
  'app.person_keys': appTable({
    doc: 'Data key of each person; deleting the row makes the personal data of the event log unreadable.',
    columns: {
      user_id: bigint(null, {
        dataSubject: { keeps: 'the key is destroyed in the statement that records the erasure' },
      }),
      wrapped: bytes(null, { secret: true }),
    },
    key: ['user_id'],
  }),
  'app.day_keys': appTable({
    doc: 'Key of the IP addresses of a day, destroyed after 30 days.',
    columns: { day: date(), wrapped: bytes() },
    key: ['day'],
  }),
  'app.erased_people': appTable({
    doc: 'Ids of erased people. Backed up separately, so that a restore cannot undo an erasure.',
    columns: {
      user_id: bigint(null, {
        dataSubject: { keeps: 'the row records the erasure, so that no restore undoes it' },
      }),
      erased_at: timestamp(null, { secret: true, sql: 'default now()' }),
    },
    key: ['user_id'],
  }),
  'app.idempotency_keys': appTable({
    doc: 'First answers by `Idempotency-Key`, stored for 24 hours.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes' }),
      key: text(null, { secret: true }),
      node: uuid('The node that works on the key; null when none does.', { nullable: true, secret: true }),
      status: integer('Status of the first answer; null before it.', { nullable: true }),
      body: rawJson('Body of the first answer, byte for byte; null before it.', { nullable: true, secret: true }),
      created_at: timestamp(),
      id: uuid('Base of the ids of the events that the command appends.', {
        secret: true,
        sql: 'default gen_random_uuid()',
      }),
    },
    key: ['user_id', 'key'],
    indexes: { idempotency_keys_created_at_idx: '(created_at)' },
  }),
  'app.reserved_ids': appTable({
    doc: 'Integer ids of commands: a repeat with the same key gets the same ids.',
    columns: { base: code('`id` of the key.'), kind: code(), id: bigint(), reserved_at: timestamp() },
    key: ['base', 'kind'],
    indexes: { reserved_ids_reserved_at_idx: '(reserved_at)' },
  }),
  'app.allowances': appTable({
    doc: 'Uses of quotas in the present windows, one row per player and quota. Unlogged: a commit does not wait for the disk.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes' }),
      name: code(),
      windows: bigints('Numbers of the windows since 1970.', { secret: true }),
      taken: integers('Uses in each window.'),
      last_at: timestamp(),
    },
    key: ['user_id', 'name'],
    storage: 'fillfactor = 70',
    isUnlogged: true,
  }),
  'app.write_probe': appTable({
    doc: 'The row that the readiness probe writes, to check that PostgreSQL accepts writes.',
    columns: { single: oneRow(), at: timestamp() },
    key: ['single'],
    afterCreate: 'insert into app.write_probe (at) values (now())',
  }),
}
