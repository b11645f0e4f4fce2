import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, pickOf, sealed, signer } from '../../../test/support/seals.ts'
import {
  canonicalJson,
  checkReceipt,
  hashOfCheckpoint,
  parseCheckpoint,
  type Receipt,
} from '../../contracts/receipts.ts'
import { createSigner } from './note.ts'
import { buildTree, rootOf } from './tree.ts'

const key = signer.verifierKey
const verdictOf = async (receipt: unknown, by = key) => (await checkReceipt(JSON.stringify(receipt), by)).verdict
const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** The definition of RFC 9162, 2.1.1. */
function naiveRoot(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Uint8Array.of(0), entries[0]!)
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return sha256(Uint8Array.of(1), naiveRoot(entries.slice(0, half)), naiveRoot(entries.slice(half)))
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
  const withSeal = (receipt: Receipt, change: Partial<NonNullable<Receipt['seal']>>) => ({
    ...receipt,
    seal: { ...receipt.seal!, ...change },
  })
  /** Alterations of a receipt `a`; `b` is another one of the same seal, `c` one of another match. */
  const alterations: Record<string, (a: Receipt, b: Receipt, c: Receipt) => unknown> = {
    'another pick': (a) => ({ ...a, statement: a.statement.replace(/"home":\d/, '"home":0') }),
    'another pick with its own entry': (a) => {
      const statement = a.statement.replace(/"home":\d/, '"home":0')
      return { ...a, statement, entry: sha256(Buffer.from(a.salt, 'hex'), Buffer.from(statement)).toString('hex') }
    },
    'another salt': (a) => ({ ...a, salt: bytesOf(9).toString('hex') }),
    'the statement of another player': (a, b) => ({ ...a, statement: b.statement }),
    'a statement that is not canonical': (a) => {
      const statement = ` ${a.statement}`
      return { ...a, statement, entry: sha256(Buffer.from(a.salt, 'hex'), Buffer.from(statement)).toString('hex') }
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
