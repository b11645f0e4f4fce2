import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Statement, Subject } from '../../contracts/receipts.ts'
import type { Database } from '../../database/database.ts'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { systemContext } from '../../kernel/system-context.ts'
import type { Progress } from '../../slice/progress.ts'
import { commit, type PlayerKeys } from '../predictions/commitment.ts'
import { SEAL_DELAY_MS } from './constants.ts'
import { SEALS_STREAM } from './events.ts'
import type { Signer } from './note.ts'
import { boardStatements, dueSeals, matchEntries, pickStatement } from './queries.ts'
import { type SealState, sealDecider } from './seal-decider.ts'
import { buildTree, rootOf, type Tree } from './tree.ts'

/** Statements whose entries are computed at once. */
const CHUNK = 1_000
/** Bytes of trees that are kept in memory. */
const TREE_BYTES = 64 * 2 ** 20
/** Milliseconds that a run waits for the projections. */
const WAIT_MS = 10_000

interface SealDependencies {
  readonly database: Pick<Database, 'db' | 'pool'>
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'head'>
  readonly progress: Pick<Progress, 'passed'>
  readonly keysOf: PlayerKeys
  readonly signer: Signer
}

interface SealedTree {
  readonly entries: Buffer
  readonly tree: Tree
}

export type Seals = ReturnType<typeof createSeals>

/** Seals the picks of closed matches and the boards of settled gameweeks, and reads the sealed trees. */
export function createSeals({ database, handler, log, progress, keysOf, signer }: SealDependencies) {
  const { db, pool } = database
  const trees = new LRUCache<string, SealedTree>({
    maxSize: TREE_BYTES,
    // Entries and levels: three hashes of 32 bytes each.
    sizeCalculation: ({ entries }) => 3 * entries.length + 1,
    async fetchMethod(root) {
      const { rows } = await sql<{ entries: Buffer }>`
        select entries from app.seal_entries where root = ${Buffer.from(root, 'base64')}`.execute(db)
      return rows[0] && { entries: rows[0].entries, tree: await buildTree(rows[0].entries) }
    },
  })

  const state = async (): Promise<SealState> => (await handler.load(sealDecider, SEALS_STREAM)).state

  /** Start of sealing, ISO 8601; null: not yet. It never changes again, so readers need the log only until then. */
  let started: string | null = null
  const since = async (): Promise<string | null> => (started ??= (await state()).since)

  async function entriesOf(statements: readonly Statement[]): Promise<readonly Buffer[]> {
    const entries: Buffer[] = []
    for (let from = 0; from < statements.length; from += CHUNK) {
      const chunk = statements.slice(from, from + CHUNK)
      const keys = await keysOf([...new Set(chunk.map(({ playerId }) => playerId))])
      for (const statement of chunk) {
        const key = keys.get(statement.playerId)
        // An erased player, whose rows are about to be deleted.
        if (key) entries.push(Buffer.from(commit(key, statement).entry, 'hex'))
      }
    }
    return entries
  }

  async function sortedEntries(subject: Subject): Promise<Buffer> {
    if (!('fixtureId' in subject)) {
      const entries = await entriesOf(await boardStatements(db, subject.season, subject.gameweek))
      return Buffer.concat([...entries].sort(Buffer.compare))
    }
    const { rows } = await matchEntries(subject.fixtureId).execute(db)
    const { entries, others } = rows[0]!
    if (others.length === 0) return entries
    const stored = Array.from({ length: entries.length / 32 }, (_, at) => entries.subarray(32 * at, 32 * at + 32))
    const all = [...stored, ...(await entriesOf(others.map(pickStatement)))]
    return Buffer.concat(all.sort(Buffer.compare))
  }

  /** Stores the entries before the event, so that a seal always has its tree. Repeats store nothing new. */
  async function seal(subject: Subject, isSimulated: boolean, at: string): Promise<void> {
    const entries = await sortedEntries(subject)
    const tree = await buildTree(entries)
    const root = rootOf(tree)
    await pool.query('insert into app.seal_entries (root, entries) values ($1, $2) on conflict do nothing', [
      root,
      entries,
    ])
    const sealed = { size: tree.size, root: root.toString('base64'), time: at, signer }
    const command = { type: 'seal', subject, isSimulated, ...sealed } as const
    // Without an id base: a seal after a purge needs another id than the purged one of the same match.
    const context = { ...systemContext(at), ...(isSimulated ? { simulated: true as const } : {}) }
    await handler.handle(sealDecider, SEALS_STREAM, command, context)
  }

  return {
    since,
    verifierKey: signer.verifierKey,

    /** Seals closed matches and boards of settled gameweeks. `at`: the present time, ISO 8601. */
    async run(at: string): Promise<void> {
      const start = { type: 'start', verifierKey: signer.verifierKey, since: at } as const
      if ((await since()) === null) await handler.handle(sealDecider, SEALS_STREAM, start, systemContext(at))
      const until = new Date(Date.parse(at) - SEAL_DELAY_MS).toISOString()
      // Picks from before the cutoff, and earlier seals, are in the tables then.
      const types = ['PredictionSubmitted', 'FixtureSealed']
      const head = await log.head()
      if (head === null || !(await progress.passed(head, types, WAIT_MS))) return
      const { rows } = await dueSeals((await since())!, until).execute(db)
      for (const { subject, isSimulated } of rows) await seal(subject, isSimulated, at)
    },

    /** The tree with this root (base64), read once for concurrent readers; undefined: its entries are not stored. */
    treeOf: (root: string): Promise<SealedTree | undefined> => trees.fetch(root),
  }
}
