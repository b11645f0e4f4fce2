import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alterations, bytesOf, naiveHash, pickOf, sealed, signer, withSeal } from '../../../test/support/seals.ts'
import {
  canonicalJson,
  checkReceipt,
  hashOfCheckpoint,
  hexOfBase64,
  isSigned,
  parseCheckpoint,
  parseVerifierKey,
  receiptsIn,
  type Statement,
} from '../../contracts/receipts.ts'
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

const picksOf = (size: number) => Array.from({ length: size }, (_, index) => pickOf(index + 1))

test('R341: every receipt of a seal is right, for any number of picks', async () => {
  for (const size of [...Array.from({ length: 14 }, (_, index) => index + 1), 33]) {
    const { receipts } = await sealed(picksOf(size))
    for (const receipt of receipts) expect([size, await verdictOf(receipt)]).toEqual([size, 'right'])
  }
})

const REFUSED = ['changed', 'other-subject', 'wrong-signature', 'no-receipt']

describe('R342: a receipt that was altered is refused', () => {
  test.each(Object.entries(alterations))('%s', async (_name, alter) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 60 }), fc.nat(), async (size, at) => {
        const { receipts } = await sealed(picksOf(size))
        const others = await sealed(picksOf(size).map(({ playerId }) => pickOf(playerId, 1122)))
        const [a, b] = [receipts[at % size]!, receipts[(at + 1) % size]!]
        const altered = alter(a, b, others.receipts[at % size]!)
        if (JSON.stringify(altered) !== JSON.stringify(a)) expect(REFUSED).toContain(await verdictOf(altered))
      }),
      { numRuns: 6 },
    )
  })

  test('any single character of the signed text', async () => {
    const { receipts } = await sealed([1, 2, 3].map((id) => pickOf(id)))
    const note = receipts[0]!.seal!.checkpoint
    for (let at = 0; at < note.length - 1; at++) {
      const checkpoint = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`
      expect(REFUSED, `character ${at}`).toContain(await verdictOf(withSeal(receipts[0]!, { checkpoint })))
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

test('R342: a place that is not in the tree, and a path that is too long, lead to no root', async () => {
  const { receipts } = await sealed([pickOf(1)])
  const [only] = receipts as [(typeof receipts)[number]]
  const { root } = parseCheckpoint(only.seal!.checkpoint)!
  for (const change of [{ index: 1 }, { path: [root] }]) {
    const checked = await checkReceipt(JSON.stringify(withSeal(only, change)), key)
    expect(checked).toMatchObject({ verdict: 'changed', computedRoot: null, statement: pickOf(1) })
  }
  expect(await checkReceipt(JSON.stringify({ ...only, entry: only.salt }), key)).toMatchObject({
    verdict: 'changed',
    receipt: { entry: only.salt },
  })
  expect(await checkReceipt(JSON.stringify(withSeal(only, { path: ['AA=='] })), key)).toMatchObject({
    verdict: 'changed',
    receipt: { about: only.about },
  })
})

describe('R341: without Ed25519 in the browser', () => {
  afterEach(() => vi.restoreAllMocks())

  test('a receipt is right as far as it can be checked, unless it is of another match', async () => {
    const { receipts } = await sealed([pickOf(1, 1122), pickOf(2, 1121)])
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name', 'NotSupportedError'))
    expect(await verdictOf(receipts[0])).toBe('right-unsigned')
    expect(await verdictOf(receipts[1])).toBe('other-subject')
  })
})

test('R342: a signature has the hash of its key, and the key its own', async () => {
  const { checkpoint } = await sealed([pickOf(1)])
  const { name, hash } = parseVerifierKey(key)!
  expect(await isSigned(checkpoint, key)).toBe(true)
  // Both with another hash.
  const [text, signature] = checkpoint.split(`— ${name} `) as [string, string]
  const renamed = Buffer.from(signature, 'base64').fill(0, 0, 4).toString('base64')
  expect(await isSigned(`${text}— ${name} ${renamed}\n`, key.replace(hash, '00000000'))).toBe(false)
  expect(await isSigned(`${text}— ${name} ${renamed}\n`, key)).toBe(false)
})

test('R342: a verifier key has a name, the hash of the key and an Ed25519 key', () => {
  const { name, hash } = parseVerifierKey(key)!
  const encoded = key.slice(`${name}+${hash}+`.length)
  expect(parseVerifierKey(` ${key}\n`)).toEqual({
    name,
    hash,
    key: Uint8Array.from(Buffer.from(encoded, 'base64').subarray(1)),
  })
  const bytes = Buffer.from(encoded, 'base64')
  const other = (change: (copy: Buffer) => Uint8Array) => Buffer.from(change(Buffer.from(bytes))).toString('base64')
  for (const text of [
    ...['', name, `${name}+${hash}`, `+${hash}+${encoded}`, `${name}++${encoded}`],
    ...[`${name}+${hash.slice(1)}+${encoded}`, `${name}+${hash.slice(1)}x+${encoded}`, `${name}+${hash}+*`],
    ...[other((copy) => copy.subarray(0, 32)), other((copy) => copy.fill(2, 0, 1))].map(
      (wrong) => `${name}+${hash}+${wrong}`,
    ),
  ])
    expect([text, parseVerifierKey(text)]).toEqual([text, null])
})

describe('R343: a checkpoint', () => {
  const root = bytesOf(4).toString('base64')
  const [time, previous] = ['2025-11-29T14:56:00.000Z', bytesOf(5).toString('base64')]
  const lines = ['plp-1/fixture/4', '12', root, `time ${time}`, `previous ${previous}`]
  const noteOf = (of: readonly string[]) => `${of.join('\n')}\n\n— plp-1 AAAA\n`

  test('has the name, the size, the root, the time and the seal before', () => {
    const read = { origin: 'plp-1/fixture/4', size: 12, root, time, previous, body: `${lines.join('\n')}\n` }
    expect(parseCheckpoint(noteOf(lines))).toEqual(read)
    expect(parseCheckpoint(noteOf(lines.slice(0, 4)))).toEqual({
      ...{ ...read, previous: null, body: `${lines.slice(0, 4).join('\n')}\n` },
    })
    expect(parseCheckpoint(noteOf(lines.with(1, '0')))?.size).toBe(0)
  })

  test.each<readonly [at: number, line: string]>([
    [0, ''],
    ...['', '01', '-1', '1.5', '1e3', '1000000000000000'].map((size) => [1, size] as const),
    ...['', 'x', root.slice(4), ` ${root}`].map((wrong) => [2, wrong] as const),
    ...['', time, `time ${time.slice(0, -1)}`, `time 0${time}`, `Time ${time}`].map((wrong) => [3, wrong] as const),
    ...[previous, `previous ${previous.slice(4)}`, 'previous ', `Previous ${previous}`].map(
      (wrong) => [4, wrong] as const,
    ),
  ])('is none with another line %i: %s', (at, line) => {
    expect(parseCheckpoint(noteOf(lines.with(at, line)))).toBeNull()
  })

  test('is none with fewer or more lines, without an end, or as another value', () => {
    expect(parseCheckpoint(noteOf([...lines, 'more 1']))).toBeNull()
    for (const length of [0, 1, 2, 3]) expect(parseCheckpoint(noteOf(lines.slice(0, length)))).toBeNull()
    for (const note of [lines.join('\n'), '', undefined, 5, [noteOf(lines)]]) expect(parseCheckpoint(note)).toBeNull()
  })
})

test('a hash in hex has 64 digits; another text none', () => {
  expect(hexOfBase64(bytesOf(4).toString('base64'))).toBe(bytesOf(4).toString('hex'))
  expect(['*', '', 'AAA', 'AA=='].map(hexOfBase64)).toEqual(['', '', '', '00'])
})

test('R341: a receipt without a seal is too early, and other files are no receipts', async () => {
  const { receipts } = await sealed([pickOf(1)])
  expect(await verdictOf({ ...receipts[0], seal: null })).toBe('too-early')
  for (const text of ['', 'null', '[]', '{}', '{"format":"plp-receipt-1"}', '\u0000\u0001'])
    expect((await checkReceipt(text, key)).verdict).toBe('no-receipt')
  expect(await verdictOf(receipts[0], 'plp-1+00000000+AAAA')).toBe('wrong-signature')
})

describe('R380: a statement has exactly the fields of a pick or of a row of a board', () => {
  const pick = pickOf(1) as Extract<Statement, { fixtureId: number }>
  const row = { season: '2025-26', gameweek: 7, playerId: 1, points: 40, rank: 1 }
  const verdictOfStatement = async (statement: object) =>
    verdictOf((await sealed([statement as Statement])).receipts[0])

  test.each([
    pick,
    { ...pick, revision: 0 },
    { ...pick, pick: { result: 'draw', score: null } },
    { ...pick, pick: { result: 'draw', score: { home: 0, away: 0 } } },
    row,
    { ...row, points: -5 },
  ])('%j', async (statement) => {
    expect(await verdictOfStatement(statement)).toBe('right')
  })

  test.each([
    ...[
      { ...pick, ...row },
      { ...pick, note: 1 },
      { ...row, note: 1 },
    ],
    ...[{ playerId: '1' }, { playerId: -1 }, { playerId: 1.5 }].flatMap((id) => [
      { ...pick, ...id },
      { ...row, ...id },
    ]),
    ...[{ fixtureId: '1' }, { fixtureId: -1 }, { revision: -1 }, { revision: '1' }].map((more) => ({
      ...pick,
      ...more,
    })),
    ...[null, 'home', { score: null }, { result: 1, score: null }, { result: 'home' }].map((of) => ({
      ...pick,
      pick: of,
    })),
    ...[1, {}, { home: 1 }, { away: 1 }, { home: -1, away: 0 }, { home: 0, away: '0' }, { home: 1, away: 0, x: 1 }].map(
      (score) => ({ ...pick, pick: { result: 'home', score } }),
    ),
    ...[{ season: 5 }, { gameweek: -1 }, { gameweek: '7' }, { points: 1.5 }, { points: '40' }, { rank: -1 }].map(
      (more) => ({ ...row, ...more }),
    ),
  ])('not %j', async (statement) => {
    expect(await verdictOfStatement(statement)).toBe('no-receipt')
  })
})

test('R380: a receipt has exactly its own fields, in lower-case hex', async () => {
  const [receipt] = (await sealed([pickOf(1), pickOf(2)])).receipts as [
    Awaited<ReturnType<typeof sealed>>['receipts'][number],
  ]
  for (const change of [
    ...[
      { format: 'plp-receipt-2' },
      { about: 1 },
      { salt: receipt.salt.toUpperCase() },
      { salt: receipt.salt.slice(2) },
    ],
    ...[{ salt: 1 }, { entry: receipt.entry.toUpperCase() }, { entry: receipt.entry.slice(2) }, { entry: '' }],
    ...[{ seal: 1 }, { seal: {} }, { seal: { ...receipt.seal, path: 'AA==' } }],
    ...[-1, 1.5, '0'].map((index) => ({ seal: { ...receipt.seal, index } })),
  ])
    expect([change, await verdictOf({ ...receipt, ...change })]).toEqual([change, 'no-receipt'])
  for (const seal of [{ checkpoint: 5 }, { checkpoint: '' }, { path: [5] }, { path: [null] }])
    expect([seal, await verdictOf(withSeal(receipt, seal as object))]).toEqual([seal, 'changed'])
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
