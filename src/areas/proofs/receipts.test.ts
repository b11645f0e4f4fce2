import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alterations, bytesOf, naiveHash, pickOf, sealed, signer, withSeal } from '../../../test/support/seals.ts'
import { canonicalJson, checkReceipt, hashOfCheckpoint, parseCheckpoint, receiptsIn } from '../../contracts/receipts.ts'
import { createSigner } from './note.ts'
import { buildTree, rootOf } from './tree.ts'

const key = signer.verifierKey
const verdictOf = async (receipt: unknown, by = key) => (await checkReceipt(JSON.stringify(receipt), by)).verdict

/** The definition of RFC 9162, 2.1.1. */
function naiveRoot(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return naiveHash()
  if (entries.length === 1) return naiveHash(Uint8Array.of(0), entries[0]!)
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return naiveHash(Uint8Array.of(1), naiveRoot(entries.slice(0, half)), naiveRoot(entries.slice(half)))
}

test('R340: the root of a tree is the one of RFC 9162, for any number of picks', async () => {
  for (let size = 0; size <= 70; size++) {
    const entries = Array.from({ length: size }, (_, index) => bytesOf(size, index))
    expect(rootOf(await buildTree(Buffer.concat(entries)))).toEqual(naiveRoot(entries))
  }
})

const players = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 })

test('R341: every receipt of a seal is right', async () => {
  await fc.assert(
    fc.asyncProperty(players, async (ids) => {
      const { receipts } = await sealed(ids.map((id) => pickOf(id)))
      for (const receipt of receipts) expect(await verdictOf(receipt)).toBe('right')
    }),
    { numRuns: 8 },
  )
})

describe('R342: a receipt that was altered is refused', () => {
  test.each(Object.entries(alterations))('%s', async (_name, alter) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 60 }), fc.nat(), async (size, at) => {
        const ids = Array.from({ length: size }, (_, index) => index + 1)
        const { receipts } = await sealed(ids.map((id) => pickOf(id)))
        const others = await sealed(ids.map((id) => pickOf(id, 1122)))
        const [a, b] = [receipts[at % size]!, receipts[(at + 1) % size]!]
        const altered = alter(a, b, others.receipts[at % size]!)
        if (JSON.stringify(altered) !== JSON.stringify(a)) expect(await verdictOf(altered)).not.toBe('right')
      }),
      { numRuns: 6 },
    )
  })

  test('any single character of the signed text', async () => {
    const { receipts } = await sealed([1, 2, 3].map((id) => pickOf(id)))
    const note = receipts[0]!.seal!.checkpoint
    for (let at = 0; at < note.length - 1; at++) {
      const checkpoint = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`
      expect(await verdictOf(withSeal(receipts[0]!, { checkpoint })), `character ${at}`).not.toBe('right')
    }
  })

  test('a seal that the game did not sign', async () => {
    const { receipts } = await sealed([pickOf(1), pickOf(2)], createSigner(bytesOf(3)))
    expect(await verdictOf(receipts[0])).toBe('wrong-signature')
  })

  test('a true seal of another match that contains the pick', async () => {
    const { receipts } = await sealed([pickOf(1, 1122), pickOf(2, 1121)])
    expect(await verdictOf(receipts[0])).toBe('right')
    expect(await verdictOf(receipts[1])).toBe('other-subject')
  })
})

test('R341: a receipt without a seal is too early, and other files are no receipts', async () => {
  const { receipts } = await sealed([pickOf(1)])
  expect(await verdictOf({ ...receipts[0], seal: null })).toBe('too-early')
  for (const text of ['', 'null', '[]', '{}', '{"format":"plp-receipt-1"}', '\u0000\u0001'])
    expect((await checkReceipt(text, key)).verdict).toBe('no-receipt')
  expect(await verdictOf(receipts[0], 'plp-1+00000000+AAAA')).toBe('wrong-signature')
})

test('R380: a statement has exactly the fields of a pick or of a row of a board', async () => {
  const pick = pickOf(1)
  const row = { season: '2025-26', gameweek: 7, playerId: 1, points: 40, rank: 1 }
  const statements = [
    { ...pick, ...row },
    { ...pick, note: 1 },
    { ...row, note: 1 },
    { ...pick, pick: { result: 'home' } },
  ]
  for (const statement of statements) {
    const { receipts } = await sealed([statement as typeof pick])
    expect(await verdictOf(receipts[0])).toBe('no-receipt')
  }
})

test('R380: a file has one receipt, or those of a gameweek and its board; a gameweek without any is no receipt', async () => {
  expect(receiptsIn('{"receipts":[{"a":1},{"b":2}],"board":{"c":3}}')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
  expect(receiptsIn('{"receipts":[{"a":1}],"board":null}')).toEqual(['{"a":1}'])
  for (const text of ['{"receipts":[],"board":null}', '{"a":1}', 'no JSON']) {
    expect(receiptsIn(text)).toEqual([text])
    expect((await checkReceipt(text, key)).verdict).toBe('no-receipt')
  }
})

test('R343: a seal names the one before it, so a changed seal breaks the chain', async () => {
  const first = await sealed([pickOf(1)])
  const second = await sealed([pickOf(1, 1122)], signer, first.hash)
  const changed = await sealed([pickOf(2)])
  expect(parseCheckpoint(first.checkpoint)!.previous).toBeNull()
  expect(parseCheckpoint(second.checkpoint)!.previous).toBe(await hashOfCheckpoint(parseCheckpoint(first.checkpoint)!))
  expect(changed.hash).not.toBe(first.hash)
})

test('canonical JSON sorts names by UTF-16 units and writes numbers and texts as RFC 8785 does', () => {
  const value = { b: [1e21, 0.1, -0, null, true], '\ufb33': 1, '\u{1f600}': 2, a: 'é"\n\u2028' }
  expect(canonicalJson(value)).toBe('{"a":"é\\"\\n\u2028","b":[1e+21,0.1,0,null,true],"\u{1f600}":2,"\ufb33":1}')
})
