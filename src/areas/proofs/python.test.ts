import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOf, pickOf, sealed, signer } from '../../../test/support/seals.ts'
import { checkReceipt, type Receipt } from '../../contracts/receipts.ts'
import { createSigner } from './note.ts'

const program = new URL('../../../docs/check_receipt.py', import.meta.url).pathname
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('There is no python3: the checker in Python is not compared with the one of the game.')

/** Runs the checker in Python on a file with this content. */
function runPython(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'plp-receipts-'))
  try {
    writeFileSync(join(folder, 'receipts.json'), JSON.stringify(content))
    return spawnSync('python3', [program, join(folder, 'receipts.json'), signer.verifierKey], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the checker in Python finds, a word for each receipt. */
const byPython = (receipts: unknown): string[] =>
  runPython(receipts)
    .stdout.trim()
    .split('\n')
    .map((line) => line.split(' ')[0]!)

test.skipIf(!hasPython)(
  '(R432) the independent checker reads the file of a gameweek, and fails without a receipt',
  async () => {
    const [pick] = (await sealed([pickOf(1)])).receipts
    const [board] = (await sealed([{ season: '2025-26', gameweek: 7, playerId: 1, points: 40, rank: 1 }])).receipts
    expect(byPython({ season: '2025-26', gameweek: 7, receipts: [pick], board })).toEqual(['right', 'right'])
    for (const nothing of [[], { receipts: [], board: null }]) expect(runPython(nothing).status).toBe(1)
  },
)

test.skipIf(!hasPython)('R342: an independent checker verifies and refuses the same receipts', async () => {
  const boards = [1, 2, 3, 4].map((playerId) => ({
    season: '2025-26',
    gameweek: 7,
    playerId,
    points: 40,
    rank: playerId,
  }))
  const good = [
    ...(await sealed([5, 6, 7, 8, 9, 10, 11].map((id) => pickOf(id)))).receipts,
    ...(await sealed([pickOf(1)])).receipts,
    ...(await sealed(boards)).receipts,
  ]
  const foreign = (await sealed([pickOf(1)], createSigner(bytesOf(3)))).receipts
  const other = (await sealed([5, 6, 7, 8, 9, 10, 11].map((id) => pickOf(id, 1122)))).receipts
  const [a] = good as [Receipt, ...Receipt[]]
  const seal = a.seal!
  const altered = [
    ...foreign,
    { ...a, seal: null },
    { ...a, statement: a.statement.replace('home', 'away') },
    { ...a, salt: bytesOf(4).toString('hex') },
    { ...a, seal: other[0]!.seal },
    ...[
      { path: seal.path.slice(1) },
      { path: [...seal.path].reverse() },
      { path: [...seal.path, seal.path[0]!] },
      { index: seal.index ^ 1 },
      { index: 1_000 },
      { checkpoint: seal.checkpoint.replace('1121', '1122') },
      { checkpoint: seal.checkpoint.replace('\n7\n', '\n8\n') },
      { checkpoint: other[0]!.seal!.checkpoint },
    ].map((change) => ({ ...a, seal: { ...seal, ...change } })),
  ]
  const all = [...good, ...altered]
  const ours = await Promise.all(all.map((each) => checkReceipt(JSON.stringify(each), signer.verifierKey)))
  const expected = all.map((_, index) => (index < good.length ? 'right' : 'wrong'))
  expect(ours.map(({ verdict }) => (verdict === 'right' ? 'right' : 'wrong'))).toEqual(expected)
  expect(byPython(all)).toEqual(expected)
})
