import { createSecretKey, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesOf, naiveHash } from '../../../test/support/seals.ts'
import type { Statement } from '../../contracts/receipts.ts'
import { commit, entriesOf } from './commitment.ts'

const secret = bytesOf(7)
const key = createSecretKey(secret)
const pick = { result: 'home', score: null }
const statements: readonly (readonly [Statement, canonical: string, purpose: string])[] = [
  [
    { fixtureId: 4, playerId: 7, pick, revision: 2 },
    '{"fixtureId":4,"pick":{"result":"home","score":null},"playerId":7,"revision":2}',
    'fixture/4/2',
  ],
  [
    { season: '2025-26', gameweek: 3, playerId: 7, points: 40, rank: 1 },
    '{"gameweek":3,"playerId":7,"points":40,"rank":1,"season":"2025-26"}',
    'board/2025-26/3',
  ],
]

test.each(statements)(
  'R340: the entry is a hash of a salt from the player’s key and %j',
  (statement, canonical, purpose) => {
    const salt = Buffer.from(hkdfSync('sha256', secret, '', `plp salt/${purpose}`, 32))
    expect(commit(key, statement)).toEqual({
      statement: canonical,
      salt: salt.toString('hex'),
      entry: naiveHash(salt, Buffer.from(canonical)).toString('hex'),
    })
  },
)

test('R344: revisions have entries of their own; an erased player has none', () => {
  const of = { userId: 7, fixtureId: 4, pick }
  const entry = entriesOf(key, of)
  expect([2, 3, 2].map(entry)).toEqual(
    [2, 3, 2].map((revision) => commit(key, { fixtureId: 4, playerId: 7, pick, revision }).entry),
  )
  expect(entriesOf(undefined, of)(1)).toBeNull()
})
