import { appTable } from '../../src/database/app-tables.ts'
import type { Migration } from '../../src/database/migration.ts'
import { bigint, boolean, integer, json, rawJson, text, texts, timestamp, uuid } from '../../src/slice/table.ts'

/** A column that allows one row in its table. */
const oneRow = () => boolean(null, { sql: 'default true check (one)' })

const GENERATION_STATES = "state in ('live', 'beside', 'preparing', 'building', 'retired')"

/** Stores of versions that know only live tables. Nodes of these versions ignore the new states. */
export const generationStates: Migration = {
  name: '075-generation-states',
  sql: `alter table engine.generations drop constraint if exists generations_state_check,
    add constraint generations_state_check check (${GENERATION_STATES})`,
}

/** Checkpoints and states of the projection engine. The engine creates read tables itself, in a schema for each generation. */
export const engineTables = {
  'engine.generations': appTable({
    doc: 'One row for each generation of a projection group (docs/decisions/0050).',
    columns: {
      generation: bigint(),
      name: text(),
      version: integer(),
      state: text(null, { sql: `check (${GENERATION_STATES})` }),
      checkpoint: text(null, { nullable: true }),
      events: bigint(null, { sql: 'default 0' }),
      views: texts(null, { sql: "default '{}'" }),
      paused_error: text(null, { nullable: true }),
      paused_position: text(null, { nullable: true }),
      updated_at: timestamp(null, { sql: 'default now()' }),
      has_views: boolean('Views of its version select from it.', { sql: 'default false' }),
      was_live: boolean('`read` has selected from it, or from the generation before.', { sql: 'default false' }),
      purged: text('Position of the last purge that its rows account for.', { nullable: true }),
    },
    key: ['generation'],
    uniqueIndexes: { generations_one_live: "(name) where state = 'live'" },
  }),
  'engine.reactors': appTable({
    doc: 'Checkpoints and states of reactors.',
    columns: {
      name: text(),
      checkpoint: text(null, { nullable: true }),
      state: json(),
      events: bigint(null, { sql: 'default 0' }),
      paused_error: text(null, { nullable: true }),
      paused_position: text(null, { nullable: true }),
      updated_at: timestamp(null, { sql: 'default now()' }),
      before: json('Checkpoint and state before the first simulated event.', { nullable: true }),
      replays_to: text('Position that it had reached before the last purge.', { nullable: true }),
    },
    key: ['name'],
  }),
  'engine.dead_letters': appTable({
    doc: 'Events that a projection or reactor could not handle: waiting while it is paused, then retried or skipped.',
    columns: {
      name: text(),
      position: text(),
      event_id: uuid(),
      event_type: text(),
      stream: text(),
      error: text(),
      outcome: text(null, { sql: "default 'waiting' check (outcome in ('waiting', 'retried', 'skipped'))" }),
      at: timestamp(),
    },
    key: ['name', 'position'],
  }),
  'engine.requests': appTable({
    doc: 'Rebuild requests of processes that do not project the group.',
    columns: {
      id: bigint(null, { sql: 'generated always as identity' }),
      name: text(),
      version: integer('Version of the group. Null: any.', { nullable: true }),
      state: text(null, { sql: "default 'waiting' check (state in ('waiting', 'running', 'done', 'failed'))" }),
      done: bigint(null, { sql: 'default 0' }),
      total: bigint(null, { nullable: true }),
      error: text(null, { nullable: true }),
      asked_at: timestamp(null, { sql: 'default now()' }),
    },
    key: ['id'],
    indexes: { requests_state_idx: "(state) where state in ('waiting', 'running')" },
  }),
  'engine.clearings': appTable({
    doc: 'Purges of simulated data (docs/decisions/0038).',
    columns: {
      number: bigint(null, { sql: 'generated always as identity' }),
      id: uuid(null, { sql: 'default gen_random_uuid()' }),
      state: text(null, { sql: "default 'asked' check (state in ('asked', 'running', 'done', 'failed'))" }),
      position: text('Position of the purge event, which hides all earlier simulated events.', { nullable: true }),
      done: integer(null, { sql: 'default 0' }),
      total: integer(null, { nullable: true }),
      error: text(null, { nullable: true }),
      asked_at: timestamp(null, { sql: 'default now()' }),
    },
    key: ['number'],
    indexes: { clearings_number_idx: "(number) where state in ('asked', 'running')" },
  }),
  // Starts at the time of creation, so that a new store is ahead of the version that open pages remember.
  'engine.live_version': appTable({
    doc: 'Version of live changes. Its lock is held until the commit, so messages become visible in order.',
    columns: { one: oneRow(), version: bigint() },
    key: ['one'],
    afterCreate: 'insert into engine.live_version (version) select (extract(epoch from now()) * 1000)::bigint',
  }),
  // Every role may LISTEN and NOTIFY, so channels carry no content (docs/threats.md T87): nodes read this table.
  'engine.messages': appTable({
    doc: 'Messages between nodes. Unlogged: a node that lost its connection treats everything as changed.',
    columns: {
      version: bigint(),
      node: uuid(),
      body: rawJson(),
      at: timestamp(null, { sql: 'default clock_timestamp()' }),
    },
    key: ['version'],
    isUnlogged: true,
  }),
  // Every role may also take advisory locks (docs/threats.md T88).
  'engine.leader': appTable({
    doc: 'Backend of the leading node.',
    columns: {
      one: oneRow(),
      pid: integer(null, { nullable: true }),
      backend_start: timestamp(null, { nullable: true }),
    },
    key: ['one'],
    afterCreate: 'insert into engine.leader default values',
  }),
  'engine.nodes': appTable({
    doc: 'Connected nodes by backend, with the versions of their groups. Rows without such a backend are meaningless.',
    columns: { pid: integer(), backend_start: timestamp(), versions: text('JSON, versions by name of the group.') },
    key: ['pid'],
  }),
  'engine.projectors': appTable({
    doc: 'Backend of the node that projects a version of a group.',
    columns: {
      name: text(),
      version: integer(),
      pid: integer(null, { nullable: true }),
      backend_start: timestamp(null, { nullable: true }),
    },
    key: ['name', 'version'],
  }),
  'engine.verification': appTable({ doc: 'Has no rows; it is locked during a verification.', columns: {}, key: [] }),
}
