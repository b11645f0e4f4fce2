import { RECEIPT_FORMAT, type Statement } from '../../contracts/receipts.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { commit, type PlayerKeys } from '../predictions/commitment.ts'
import type { GameweekReceipts, ReceiptFile, ReceiptState } from './contract.ts'
import { boardSeal, boardStatements, type OwnPick, pickStatement, receiptRows } from './queries.ts'
import type { Seals } from './seals.ts'
import { indexOf, pathOf } from './tree.ts'

interface ReceiptDependencies {
  readonly db: ReadDb
  readonly seals: Pick<Seals, 'since' | 'treeOf'>
  readonly keysOf: PlayerKeys
}

type Sealed = { readonly root: string; readonly checkpoint: string } | null

/** Receipts of a player. They are computed when read: nothing of them is stored, and they are gone with the player’s key. */
export function createReceipts({ db, seals, keysOf }: ReceiptDependencies) {
  async function committed(statement: Statement, sealed: Sealed) {
    const key = (await keysOf([statement.playerId])).get(statement.playerId)
    if (key === undefined) return null
    const commitment = commit(key, statement)
    const tree = sealed && (await seals.treeOf(sealed.root))
    const index = tree ? indexOf(tree.entries, Buffer.from(commitment.entry, 'hex')) : -1
    if (!tree || !sealed || index < 0) return { ...commitment, seal: null }
    const path = pathOf(tree.tree, index).map((hash) => hash.toString('base64'))
    return { ...commitment, seal: { index, path, checkpoint: sealed.checkpoint } }
  }

  async function ofPick(row: OwnPick, since: string | null, at: string): Promise<ReceiptFile | null> {
    const { root, checkpoint, cutoff } = row
    const found = await committed(pickStatement(row), root === null ? null : { root, checkpoint: checkpoint! })
    if (found === null) return null
    const isSealed = found.seal !== null
    return {
      format: RECEIPT_FORMAT,
      about: `${row.home} v ${row.away}`,
      predictionId: row.id,
      savedAt: row.updated_at,
      closesAt: cutoff,
      state: isSealed ? 'sealed' : stateOf({ cutoff, hasSeal: root !== null, since, at }),
      ...found,
    }
  }

  async function ofBoard(userId: number, season: string, gameweek: number): Promise<ReceiptFile | null> {
    const { rows } = await boardSeal(season, gameweek).execute(db)
    const [statement] = rows[0] ? await boardStatements(db, season, gameweek, userId) : []
    const found = statement && (await committed(statement, rows[0]!))
    if (!found) return null
    return {
      format: RECEIPT_FORMAT,
      about: `Board after gameweek ${gameweek}`,
      ...{ predictionId: null, savedAt: null, closesAt: null },
      state: found.seal ? 'sealed' : 'unsealed',
      ...found,
    }
  }

  return {
    /** The receipt of one of the player’s predictions; null: none. */
    async one(userId: number, predictionId: number, at: string): Promise<ReceiptFile | null> {
      const [since, { rows }] = await Promise.all([seals.since(), receiptRows(userId, { predictionId }).execute(db)])
      return rows[0] ? ofPick(rows[0], since, at) : null
    },

    async gameweek(userId: number, season: string, gameweek: number, at: string): Promise<GameweekReceipts> {
      const [since, { rows }] = await Promise.all([
        seals.since(),
        receiptRows(userId, { season, gameweek }).execute(db),
      ])
      const receipts: ReceiptFile[] = []
      // One after the other: each may build a tree.
      for (const row of rows) {
        const receipt = await ofPick(row, since, at)
        if (receipt) receipts.push(receipt)
      }
      return { season, gameweek, receipts, board: await ofBoard(userId, season, gameweek) }
    },
  }
}

interface Unsealed {
  readonly cutoff: string | null
  /** The match is sealed, without this pick. */
  readonly hasSeal: boolean
  readonly since: string | null
  readonly at: string
}

/** State of a pick that is in no seal. */
function stateOf({ cutoff, hasSeal, since, at }: Unsealed): ReceiptState {
  if (hasSeal) return 'unsealed'
  if (cutoff === null || Date.parse(cutoff) > Date.parse(at)) return 'open'
  return since === null || Date.parse(cutoff) <= Date.parse(since) ? 'unsealed' : 'sealing'
}
