import { hash, hkdfSync, type KeyObject } from 'node:crypto'
import { canonicalJson, type PickStatement, type Statement, subjectOf } from '../../contracts/receipts.ts'

const SALT_BYTES = 32

/** A statement with its salt and the entry of the tree. */
export interface Commitment {
  readonly statement: string
  /** Hex, as the entry. */
  readonly salt: string
  readonly entry: string
}

/** Commits to a statement with the key of its player. The salt is not stored: it disappears with the key. */
export function commit(key: KeyObject, statement: Statement): Commitment {
  const revision = 'revision' in statement ? `/${statement.revision}` : ''
  const salt = Buffer.from(hkdfSync('sha256', key, '', `plp salt/${subjectOf(statement)}${revision}`, SALT_BYTES))
  const text = canonicalJson(statement)
  return {
    statement: text,
    salt: salt.toString('hex'),
    entry: hash('sha256', Buffer.concat([salt, Buffer.from(text)])),
  }
}

/** Keys of players, created where missing. Erased players have none. */
export type PlayerKeys = (userIds: readonly number[]) => Promise<ReadonlyMap<number, KeyObject>>

/** Returns the entry of a pick by its revision, computed once; null without a key. */
export function entriesOf(
  key: KeyObject | undefined,
  {
    userId,
    fixtureId,
    pick,
  }: { readonly userId: number; readonly fixtureId: number; readonly pick: PickStatement['pick'] },
): (revision: number) => string | null {
  const known = new Map<number, string>()
  return (revision) => {
    if (key === undefined) return null
    const entry = known.get(revision) ?? commit(key, { fixtureId, playerId: userId, pick, revision }).entry
    known.set(revision, entry)
    return entry
  }
}
