import { createBatchLoader } from './batch-loader.ts'
import type { CommandContext } from './command-handler.ts'
import { PREPARED } from './prepared.ts'

/** A kind of entity with integer ids, declared by its area. */
export interface IdKind {
  /** Its sequence is `app.seq_{name}`. */
  readonly name: string
  /** Views whose `id` column contains these ids. After a restore, new ids start above the highest one. */
  readonly views: readonly string[]
  /** Tables of a projection group with ids of this kind that no view contains. */
  readonly hidden?: { readonly group: string; readonly tables: readonly string[] }
  /** Ids increase in order of creation on all nodes, as the last sort key of boards and lists. Never taken from a local stock. */
  readonly isOrdered?: true
}

/** The database functions that ids use. */
interface SqlSource {
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  readonly pool: { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }
}

/** Most ids added to the local stock at once. */
const largestBlock = 1_024
/** Most calls per batch, and batches of a kind in flight. */
const [mostCalls, callsAtOnce] = [100, 1]

export type Ids = ReturnType<typeof createIds>

/** Positive integer ids from Postgres sequences (`app.seq_{kind}`), unique across nodes; a restart leaves gaps. */
export function createIds(database: SqlSource) {
  const stock = new Map<string, number[]>()
  const blocks = new Map<string, number>()
  const fetching = new Map<string, Promise<void>>()

  async function fetchIds(kind: string, count: number): Promise<number[]> {
    const { rows } = await database.pool.query(`${PREPARED} select id from app.next_ids($1, $2) id`, [kind, count])
    return rows.map((row) => Number(row.id))
  }

  // Blocks grow with use, so that rarely used kinds leave few gaps.
  async function restock(kind: string, least: number): Promise<void> {
    const size = Math.min((blocks.get(kind) ?? 0) * 2 || 1, largestBlock)
    blocks.set(kind, size)
    const ids = await fetchIds(kind, Math.max(size, least))
    stock.set(kind, [...(stock.get(kind) ?? []), ...ids])
  }

  async function fromStock(kind: string, count: number): Promise<number[]> {
    for (;;) {
      const there = stock.get(kind)
      if (there && there.length >= count) return there.splice(0, count)
      const running = fetching.get(kind) ?? restock(kind, count).finally(() => fetching.delete(kind))
      fetching.set(kind, running)
      await running
    }
  }

  const take = ({ name, isOrdered }: IdKind, count: number): Promise<number[]> =>
    isOrdered ? fetchIds(name, count) : fromStock(name, count)

  const batchers = new Map<string, (count: number) => Promise<number[]>>()

  /** Concurrent calls share one statement. */
  function takeBatched(kind: IdKind, count: number): Promise<number[]> {
    const takeOne =
      batchers.get(kind.name) ??
      createBatchLoader<number, number[]>({
        max: mostCalls,
        concurrency: callsAtOnce,
        async fetch(wanted) {
          const all = wanted.reduce((sum, each) => sum + each, 0)
          const ids = await take(kind, all)
          return wanted.map((each) => ids.splice(0, each))
        },
      })
    batchers.set(kind.name, takeOne)
    return takeOne(count)
  }

  /** Stores the id before any event with it is appended. */
  async function reserve(kind: string, base: string, at: string): Promise<number> {
    const { rows } = await database.pool.query(
      `insert into app.reserved_ids (base, kind, id, reserved_at) select $1, $2, id, $3 from app.next_ids($2, 1) id
       on conflict (base, kind) do update set base = excluded.base
       returning id`,
      [base, kind, at],
    )
    return Number(rows[0].id)
  }

  return {
    /**
     * Returns a new id for a command. A repeat with the same `idBase` within 24 hours gets the same id, on any node, and so
     * addresses the same stream. Such a command has at most one id of a kind.
     */
    async next(kind: IdKind, { idBase, at }: Pick<CommandContext, 'idBase' | 'at'>): Promise<number> {
      if (idBase !== undefined) return reserve(kind.name, idBase, at)
      return (await take(kind, 1))[0]!
    },
    /** Returns `count` ids in ascending order. */
    nextMany: takeBatched as (kind: IdKind, count: number) => Promise<readonly number[]>,
    /** Guarantees that later ids of this kind are above `highest` on every node. */
    async raiseAbove({ name: kind }: IdKind, highest: number): Promise<void> {
      await database.pool.query('select app.raise_ids($1, $2)', [kind, highest])
      await fetching.get(kind)?.catch(() => undefined)
      stock.set(
        kind,
        (stock.get(kind) ?? []).filter((id) => id > highest),
      )
    },
  }
}
