import type { CommandContext } from './command-handler.ts'
import { createMerged } from './merged.ts'

/** What has integer ids. League teams are those that players found; teams are the clubs. */
export const idKinds = [
  'user',
  'team',
  'fixture',
  'prediction',
  'league',
  'league_team',
  'competition',
  'message',
  'comment',
  'feedback',
  'share',
  'notification',
  'reset_request',
] as const

export type IdKind = (typeof idKinds)[number]

/** Positive integer ids from Postgres sequences (`app.seq_{kind}`), unique across nodes; a restart leaves gaps. */
export interface Ids {
  /**
   * A new id for a command. One with an `idBase` gets the same id when it is repeated within 24 hours, on any node, and so
   * meets the stream it made before; it takes at most one id of a kind.
   */
  next(kind: IdKind, command: Pick<CommandContext, 'idBase' | 'at'>): Promise<number>
  /** `count` ids in rising order. */
  nextMany(kind: IdKind, count: number): Promise<readonly number[]>
  /** Every later id of this kind, on every node, is above `highest`. */
  raiseAbove(kind: IdKind, highest: number): Promise<void>
}

/** The part of a database that ids need. */
export interface SqlSource {
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  readonly pool: { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }
}

const largestBlock = 128
/** Calls for many ids that one statement answers, and such statements of a kind at once. */
const [mostCalls, callsAtOnce] = [100, 1]
/** Ids that tell what came first, on whatever node: boards and lists go by them where all else is equal. Never taken to stock. */
const ordered: ReadonlySet<IdKind> = new Set<IdKind>(['user', 'league', 'league_team'])

export function createIds(database: SqlSource): Ids {
  const stock = new Map<IdKind, number[]>()
  const blocks = new Map<IdKind, number>()
  const fetching = new Map<IdKind, Promise<void>>()

  async function fetchIds(kind: IdKind, count: number): Promise<number[]> {
    const { rows } = await database.pool.query('select id from app.next_ids($1, $2) id', [kind, count])
    return rows.map((row) => Number(row.id))
  }

  const counts = new Map<IdKind, (count: number) => Promise<number[]>>()

  /** What calls that come together want is one statement. */
  function fetchMerged(kind: IdKind, count: number): Promise<number[]> {
    const merged =
      counts.get(kind) ??
      createMerged<number, number[]>({
        max: mostCalls,
        side: callsAtOnce,
        async fetch(wanted) {
          const ids = await fetchIds(
            kind,
            wanted.reduce((sum, each) => sum + each, 0),
          )
          return wanted.map((each) => ids.splice(0, each))
        },
      })
    counts.set(kind, merged)
    return merged(count)
  }

  // Blocks grow with use, so that a quiet kind leaves few gaps.
  async function restock(kind: IdKind): Promise<void> {
    const size = Math.min((blocks.get(kind) ?? 0) * 2 || 1, largestBlock)
    blocks.set(kind, size)
    const ids = await fetchIds(kind, size)
    stock.set(kind, [...(stock.get(kind) ?? []), ...ids])
  }

  async function fromStock(kind: IdKind): Promise<number> {
    for (;;) {
      const id = stock.get(kind)?.shift()
      if (id !== undefined) return id
      const running = fetching.get(kind) ?? restock(kind).finally(() => fetching.delete(kind))
      fetching.set(kind, running)
      await running
    }
  }

  /** Kept before anything is appended under it. */
  async function reserve(kind: IdKind, base: string, at: string): Promise<number> {
    const { rows } = await database.pool.query(
      `insert into app.reserved_ids (base, kind, id, reserved_at) select $1, $2, id, $3 from app.next_ids($2, 1) id
       on conflict (base, kind) do update set base = excluded.base
       returning id`,
      [base, kind, at],
    )
    return Number(rows[0].id)
  }

  return {
    async next(kind, { idBase, at }) {
      if (idBase !== undefined) return reserve(kind, idBase, at)
      return ordered.has(kind) ? (await fetchIds(kind, 1))[0]! : fromStock(kind)
    },
    nextMany: (kind, count) => fetchMerged(kind, count),
    async raiseAbove(kind, highest) {
      await database.pool.query('select app.raise_ids($1, $2)', [kind, highest])
      await fetching.get(kind)?.catch(() => undefined)
      stock.set(
        kind,
        (stock.get(kind) ?? []).filter((id) => id > highest),
      )
    },
  }
}
