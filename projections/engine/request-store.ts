import { sql } from 'kysely'
import type { PurgeState } from '../../src/event-log/purges.ts'
import {
  type Db,
  lastPurgeQuery,
  type Purge,
  purgesQuery,
  type RebuildRequest,
  unfinishedQuery,
  type Versioned,
} from './store.ts'

export async function requestRebuild(db: Db, { name, version }: Versioned): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into engine.requests (name, version) values (${name}, ${version}) returning id`.execute(db)
  return rows[0]!.id
}

export async function readRequest(db: Db, id: number): Promise<RebuildRequest | undefined> {
  const { rows } = await sql<RebuildRequest>`
    select id, name, state, done, total, error from engine.requests where id = ${id}`.execute(db)
  return rows[0]
}

export async function updateRequest(
  db: Db,
  id: number,
  set: { state: RebuildRequest['state']; done?: number; total?: number | null; error?: string },
): Promise<void> {
  await sql`update engine.requests set state = ${set.state}, done = coalesce(${set.done ?? null}::bigint, done),
    total = coalesce(${set.total ?? null}::bigint, total), error = ${set.error ?? null} where id = ${id}`.execute(db)
}

/** Returns the position of the last purge of simulated data, and whether a purge is unfinished. */
export async function readPurgeState(db: Db): Promise<PurgeState> {
  const { rows } = await sql<PurgeState>`
    select (${lastPurgeQuery}) as position, exists (${unfinishedQuery}) as "isRunning"`.execute(db)
  return rows[0]!
}

export async function requestPurge(db: Db): Promise<number> {
  const { rows } = await sql<{
    number: number
  }>`insert into engine.clearings default values returning number`.execute(db)
  return rows[0]!.number
}

export async function readPurge(db: Db, number: number): Promise<Purge | undefined> {
  const { rows } = await sql<Purge>`${purgesQuery} where number = ${number}`.execute(db)
  return rows[0]
}

export async function updatePurge(
  db: Db,
  number: number,
  set: Partial<Pick<Purge, 'state' | 'position' | 'done' | 'total' | 'error'>>,
): Promise<void> {
  const { state = null, position = null, done = null, total = null, error = null } = set
  await sql`update engine.clearings set state = coalesce(${state}::text, state), position = coalesce(${position}::text, position),
    done = coalesce(${done}::int, done), total = coalesce(${total}::int, total), error = ${error}::text
    where number = ${number}`.execute(db)
}
