import { createBatchLoader } from './batch-loader.ts'
import type { CommandContext } from './command-handler.ts'
import { PREPARED } from './prepared.ts'

/** Something that has integer ids, as its area declares it. */
export interface IdKind {
  /** Its sequence is `app.seq_{name}`. */
  readonly name: string
  /** The views whose `id` these are: after a restore the highest of them is where new ones begin. */
  readonly views: readonly string[]
  /** Tables of a projection group that have ids of this kind which no view shows. */
  readonly hidden?: { readonly group: string; readonly tables: readonly string[] }
  /** Its ids tell what came first, on whatever node: boards and lists go by them where all else is equal. Never taken to stock. */
  readonly isOrdered?: true
}

/** The part of a database that ids need. */
interface SqlSource {
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  readonly pool: { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }
}

/** Most ids that are taken to stock at once. */
const largestBlock = 1_024
/** Calls for many ids that are answered together, and such answers of a kind on their way at once. */
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

  // Blocks grow with use, so that a quiet kind leaves few gaps.
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

  const merged = new Map<string, (count: number) => Promise<number[]>>()

  /** What calls that come together want is taken at once. */
  function takeMerged(kind: IdKind, count: number): Promise<number[]> {
    const takeOne =
      merged.get(kind.name) ??
      createBatchLoader<number, number[]>({
        max: mostCalls,
        concurrency: callsAtOnce,
        async fetch(wanted) {
          const all = wanted.reduce((sum, each) => sum + each, 0)
          const ids = await take(kind, all)
          return wanted.map((each) => ids.splice(0, each))
        },
      })
    merged.set(kind.name, takeOne)
    return takeOne(count)
  }

  /** Kept before anything is appended under it. */
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
     * A new id for a command. One with an `idBase` gets the same id when it is repeated within 24 hours, on any node, and so
     * meets the stream it made before; it takes at most one id of a kind.
     */
    async next(kind: IdKind, { idBase, at }: Pick<CommandContext, 'idBase' | 'at'>): Promise<number> {
      if (idBase !== undefined) return reserve(kind.name, idBase, at)
      return (await take(kind, 1))[0]!
    },
    /** So many ids in rising order. */
    nextMany: takeMerged as (kind: IdKind, count: number) => Promise<readonly number[]>,
    /** Every later id of this kind, on every node, is above `highest`. */
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
