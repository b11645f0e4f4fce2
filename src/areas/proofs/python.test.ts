import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alterations, bytesOf, pickOf, sealed, signer } from '../../../test/support/seals.ts'
import { checkReceipt, type Receipt, type Statement } from '../../contracts/receipts.ts'
import { createSigner } from './note.ts'

const program = new URL('../../../docs/check_receipt.py', import.meta.url).pathname
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('There is no python3: the checker in Python is not compared with the one of the game.')

/** Checks a file with the checker in Python. Returns its lines, a line for each receipt. */
function byPython(content: string | Buffer, key = signer.verifierKey) {
  const folder = mkdtempSync(join(tmpdir(), 'plp-receipts-'))
  try {
    const file = join(folder, 'receipts.json')
    writeFileSync(file, content)
    const { stdout, stderr, status } = spawnSync('python3', [program, file, key], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
    return { lines: stdout.split('\n').slice(0, -1), error: stderr, status }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A receipt, and whether it is right. */
type Case = readonly [receipt: unknown, isRight: boolean]

/** Receipts of matches and boards of all sizes, each beside one that was altered. */
const cases = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.boolean(), fc.constantFrom(...Object.values(alterations)))
  .map(([size, at, isBoard, alter]) => async (): Promise<readonly Case[]> => {
    const ids = Array.from({ length: size }, (_, index) => index + 1)
    const of = (fixtureId: number) => ids.map((id) => (isBoard ? rowOf(id, fixtureId) : pickOf(id, fixtureId)))
    const [{ receipts }, others] = [await sealed(of(1121)), await sealed(of(1122))]
    const [a, b] = [receipts[at % size]!, receipts[(at + 1) % size]!]
    const altered = alter(a, b, others.receipts[at % size]!)
    return JSON.stringify(altered) === JSON.stringify(a)
      ? [[a, true]]
      : [
          [a, true],
          [altered, false],
        ]
  })

const rowOf = (playerId: number, gameweek: number): Statement => ({
  ...{ season: '2025-26', gameweek, playerId },
  ...{ points: 40 - playerId, rank: playerId },
})

test.skipIf(!hasPython)('R342: an independent checker verifies and refuses the same receipts', async () => {
  const drawn = (await Promise.all(fc.sample(cases, 40).map((make) => make()))).flat()
  const [foreign] = (await sealed([pickOf(1)], createSigner(bytesOf(3)))).receipts
  const [a] = (await sealed([pickOf(1), pickOf(2)])).receipts as [Receipt, Receipt]
  const broken: unknown[] = [
    null,
    1,
    'x',
    [],
    {},
    { ...a, seal: null },
    { ...a, seal: 1 },
    { ...a, salt: 1 },
    { format: a.format },
  ]
  const all: readonly Case[] = [...drawn, [a, true], ...[foreign, ...broken].map((each): Case => [each, false])]
  const expected = all.map(([, isRight]) => (isRight ? 'right' : 'wrong'))
  const ours = await Promise.all(all.map(([each]) => checkReceipt(JSON.stringify(each), signer.verifierKey)))
  expect(ours.map(({ verdict }) => (verdict === 'right' ? 'right' : 'wrong'))).toEqual(expected)
  const { lines, status } = byPython(JSON.stringify(all.map(([each]) => each)))
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expected)
  expect(status).toBe(1)
})

test.skipIf(!hasPython)('R380: the checker in Python takes the receipts of a gameweek', async () => {
  const { receipts } = await sealed([pickOf(1), pickOf(2)])
  const [board] = (await sealed([rowOf(1, 7)])).receipts
  const { lines, status } = byPython(`\ufeff${JSON.stringify({ season: '2025-26', gameweek: 7, receipts, board })}`)
  expect([lines.map((line) => line.split(' ')[0]), status]).toEqual([['right', 'right', 'right'], 0])
})

test.skipIf(!hasPython).each([
  ['', 'Expecting value'],
  ['{"format":', 'Expecting value'],
  [Buffer.from('{"format":"plp-receipt-1"}', 'utf16le'), ''],
  [Buffer.from([0x22, 0xe9, 0x22]), "can't decode byte 0xe9"],
  ['{"receipts":[],"board":null}', 'it has no receipt'],
  ['['.repeat(900_000), 'recursion'],
  [' '.repeat(1_000_001), 'it has more than 1 MB'],
])('R380: the checker in Python refuses a file that is no receipt in one line (%#)', (content, reason) => {
  const { lines, error, status } = byPython(content)
  expect([lines, status, error.split('\n').length]).toEqual([[], 1, 2])
  expect(error).toMatch(/receipts.json cannot be read as a receipt: /)
  expect(error).toContain(reason)
})

test.skipIf(!hasPython)('R380: the checker in Python refuses a key that is none, and missing arguments', () => {
  expect(byPython('{}', 'plp-1').error).toContain('That is no key as /proofs shows it')
  expect(byPython('{}', 'plp-1+00000000+AAAA').error).toContain('That is no key as /proofs shows it')
  expect(spawnSync('python3', [program], { encoding: 'utf8' }).stderr).toMatch(/^Usage: /)
})
