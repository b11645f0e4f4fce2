import type { Database } from '../../src/database/database.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'

/** Two values measured in the same run, on the same server: ours and the base for comparison. */
export interface Measure {
  /** Unit of the numbers, e.g. `ms` or `events/s`. */
  readonly unit: string
  readonly ours: number
  readonly base: number
  /** Additional information, e.g. memory. */
  readonly note?: string
}

export type Size = 'real' | 'small'

export interface Bench {
  readonly name: string
  /** Description of the comparison, in one line. */
  readonly what: string
  /** `atMost`: ours may cost at most this multiple of the base; `atLeast`: ours must reach at least this multiple. */
  readonly budget: { readonly atMost: number } | { readonly atLeast: number }
  /** Takes long: runs only if it is named. */
  readonly onlyByName?: true
  /** `small`: a run of seconds that only proves that the bench works. */
  run(size: Size): Promise<Measure>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Milliseconds a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Runs statements that may take longer than a request's limit. */
export async function runSql(database: Database, ...statements: readonly string[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout to 0')
    for (const statement of statements) await client.query(statement)
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

/** Live tables of these groups with their views, empty and without events, each in the schema `{name}_bench`. */
export async function benchTables(
  database: Database,
  groups: readonly Pick<ProjectionGroup, 'name' | 'ddl' | 'indexes' | 'views'>[],
): Promise<void> {
  for (const { name, ddl, indexes, views } of groups)
    await runSql(
      database,
      `create schema ${name}_bench`,
      `set search_path to ${name}_bench`,
      ddl,
      indexes ?? '',
      ...views.map((view) => `create view read.${view.name} as ${view.sql ?? `select * from ${view.name}`}`),
      'reset search_path',
      `insert into engine.generations (generation, name, version, state) values (nextval('engine.generation_numbers'), '${name}', 1, 'live')`,
    )
}

/** Inserts players 1 to `players` into the live table of `people`, as a statement. */
export const insertPlayers = (players: number): string =>
  `insert into people_bench.people (id, username, username_key, role, registered_at)
   select n, 'player' || n, 'player' || n, 'user', '2024-08-01' from generate_series(1, ${players}) n`
