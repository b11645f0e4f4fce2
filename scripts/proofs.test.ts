import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../src/areas/proofs/note.ts'
import { runCommand } from '../test/support/operator.ts'
import { bytesOf, pickOf, sealed, signer } from '../test/support/seals.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plp-receipts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Checks a file with this content with the key of the game. */
async function check(content: string | Buffer) {
  const file = join(folder, 'receipts.json')
  writeFileSync(file, content)
  const { lines, error, code } = await runCommand('proofs', ['check', file, '--key', signer.verifierKey])
  return { lines, error: error.replace(file, 'FILE'), code }
}

test('R351: npm run proofs checks one receipt, or those of a gameweek', async () => {
  const { receipts } = await sealed([pickOf(1), pickOf(2)])
  const one = await check(JSON.stringify(receipts[0]))
  expect([one.code, one.lines]).toEqual([
    0,
    [expect.stringMatching(/^Brentford v Burnley: .* right, number \d of 2, /)],
  ])
  const [board] = (await sealed([{ season: '2025-26', gameweek: 7, playerId: 1, points: 9, rank: 1 }])).receipts
  const early = { ...receipts[1]!, seal: null }
  const gameweek = await check(`\ufeff${JSON.stringify({ receipts: [receipts[0], early], board })}`)
  expect([gameweek.code, gameweek.lines.map((line) => /right,|too early:/.exec(line)?.[0])]).toEqual([
    1,
    ['right,', 'too early:', 'right,'],
  ])
})

test('R380: a receipt of another game is refused, with the names of both', async () => {
  const other = createSigner(bytesOf(3))
  const [receipt] = (await sealed([pickOf(1)], other)).receipts
  const { lines, code } = await check(JSON.stringify(receipt))
  expect([code, lines[0]]).toEqual([
    1,
    expect.stringContaining(`wrong: the seal is of another game, ${other.name}; the key is of ${signer.name}`),
  ])
})

test.each<[string | Buffer, string]>([
  ['', 'it is empty'],
  ['{"format":', 'it is not JSON'],
  [Buffer.from([0x22, 0xe9, 0x22]), 'it is not text in UTF-8'],
  [Buffer.from('\ufeff{}', 'utf16le'), 'it is not text in UTF-8'],
  [' '.repeat(1_000_001), 'it has more than 1 MB'],
])('R380: a file that cannot be a receipt is refused with its reason (%#)', async (content, reason) => {
  const { error, code } = await check(content)
  expect([code, error.trimEnd()]).toEqual([1, `FILE is no receipt: ${reason}`])
})

test.each(['{}', '[]', 'null', '{"receipts":[],"board":null}', `${'['.repeat(400_000)}${']'.repeat(400_000)}`])(
  'R380: JSON without a receipt is wrong (%#)',
  async (content) => {
    const { lines, code } = await check(content)
    expect([code, lines]).toEqual([1, ['wrong: that is no receipt']])
  },
)
