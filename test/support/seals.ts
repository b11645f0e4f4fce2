import { createHash, createSecretKey } from 'node:crypto'
import { type Commitment, commit, type PlayerKeys } from '../../src/areas/predictions/commitment.ts'
import { checkpointText, createSigner } from '../../src/areas/proofs/note.ts'
import { buildTree, indexOf, pathOf, rootOf } from '../../src/areas/proofs/tree.ts'
import {
  type Checked,
  hashOfCheckpoint,
  parseCheckpoint,
  type Receipt,
  type Statement,
  subjectOf,
} from '../../src/contracts/receipts.ts'

/** 32 bytes that depend on the numbers only. */
export const bytesOf = (...numbers: readonly number[]): Buffer =>
  createHash('sha256').update(numbers.join('/')).digest()

export const signer = createSigner(bytesOf(1))

/** A pick of a player. */
export const pickOf = (playerId: number, fixtureId = 1121, revision = 1): Statement => ({
  ...{ fixtureId, playerId, revision },
  pick: { result: 'home', score: { home: 1 + (playerId % 9), away: 0 } },
})

const keyOf = (playerId: number) => createSecretKey(bytesOf(2, playerId))

/** Keys of players that depend on their ids only. */
export const testKeys: PlayerKeys = async (userIds) => new Map(userIds.map((id) => [id, keyOf(id)]))

export const committed = (statement: Statement): Commitment => commit(keyOf(statement.playerId), statement)

/** Seals statements of one subject. Returns their receipts, in the order of the statements, and the checkpoint. */
export async function sealed(statements: readonly Statement[], by = signer, previous: string | null = null) {
  const commitments = statements.map(committed)
  const sorted = commitments.map(({ entry }) => Buffer.from(entry, 'hex')).sort(Buffer.compare)
  const entries = Buffer.concat(sorted)
  const tree = await buildTree(entries)
  const origin = `${by.name}/${subjectOf(statements[0]!)}`
  const text = checkpointText({
    origin,
    size: tree.size,
    root: rootOf(tree).toString('base64'),
    time: '2025-11-29T14:56:00.000Z',
    previous,
  })
  const checkpoint = by.note(text)
  const receipts = commitments.map((commitment): Receipt => {
    const index = indexOf(entries, Buffer.from(commitment.entry, 'hex'))
    const path = pathOf(tree, index).map((hash) => hash.toString('base64'))
    return { format: 'plp-receipt-1', about: 'Brentford v Burnley', ...commitment, seal: { index, path, checkpoint } }
  })
  return { receipts, checkpoint, tree, entries, hash: await hashOfCheckpoint(parseCheckpoint(checkpoint)!) }
}

export const isRight = ({ verdict }: Checked): boolean => verdict === 'right'

/** SHA-256 of joined parts. */
export const naiveHash = (...parts: Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** A receipt with another seal. */
export const withSeal = (receipt: Receipt, change: Partial<NonNullable<Receipt['seal']>>) => ({
  ...receipt,
  seal: { ...receipt.seal!, ...change },
})
/** Alterations of a receipt `a`; `b` is another one of the same seal, `c` one of another match. */
export const alterations: Record<string, (a: Receipt, b: Receipt, c: Receipt) => unknown> = {
  'another pick': (a) => ({ ...a, statement: a.statement.replace(/"home":\d/, '"home":0') }),
  'another pick with its own entry': (a) => {
    const statement = a.statement.replace(/"home":\d/, '"home":0')
    return { ...a, statement, entry: naiveHash(Buffer.from(a.salt, 'hex'), Buffer.from(statement)).toString('hex') }
  },
  'another salt': (a) => ({ ...a, salt: bytesOf(9).toString('hex') }),
  'the statement of another player': (a, b) => ({ ...a, statement: b.statement }),
  'a statement that is not canonical': (a) => {
    const statement = ` ${a.statement}`
    return { ...a, statement, entry: naiveHash(Buffer.from(a.salt, 'hex'), Buffer.from(statement)).toString('hex') }
  },
  'a truncated path': (a) => withSeal(a, { path: a.seal!.path.slice(0, -1) }),
  'a longer path': (a) =>
    withSeal(a, { path: [...a.seal!.path, a.seal!.path[0] ?? a.seal!.checkpoint.split('\n')[2]!] }),
  'a reordered path': (a) => withSeal(a, { path: [...a.seal!.path].reverse() }),
  'another index': (a, b) => withSeal(a, { index: b.seal!.index }),
  'an index behind the tree': (a) => withSeal(a, { index: a.seal!.index + 1_000 }),
  'another size': (a) => withSeal(a, { checkpoint: a.seal!.checkpoint.replace(/\n\d+\n/, '\n1000\n') }),
  'another time': (a) => withSeal(a, { checkpoint: a.seal!.checkpoint.replace('2025-11-29', '2025-11-28') }),
  'the name of another match': (a) => withSeal(a, { checkpoint: a.seal!.checkpoint.replace('/1121', '/1122') }),
  'a replay with the seal of another match': (a, _b, c) => withSeal(a, { checkpoint: c.seal!.checkpoint }),
  'a replay of a whole seal of another match': (a, _b, c) => ({ ...a, seal: c.seal }),
  'no signature': (a) => withSeal(a, { checkpoint: a.seal!.checkpoint.replace(/— .*\n/, '') }),
}
