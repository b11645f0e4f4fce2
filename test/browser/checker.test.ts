import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckerPage } from '../../src/areas/proofs/checker-page.ts'
import { createSigner } from '../../src/areas/proofs/note.ts'
import { bytesOf, pickOf, sealed, signer } from '../support/seals.ts'
import { expectSound } from './soundness.ts'
import { sharedBrowser } from './stage.ts'

let page: Page
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plp-checker-'))
  const file = path.join(folder, 'plp-checker.html')
  writeFileSync(file, await createCheckerPage()(signer.verifierKey))
  page = await (await sharedBrowser()).newPage({ offline: true })
  await page.goto(pathToFileURL(file).href)
})
afterAll(async () => {
  await page?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Chooses a file with this content and presses the button. Returns the verdict. */
async function check(content: string | Buffer, shown: string): Promise<string> {
  const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(content) }
  await page.getByLabel('Receipt file').setInputFiles(file)
  // The file is read before the press.
  const text = typeof content === 'string' && content.length <= 1_000_000 ? content.replace('\ufeff', '') : null
  if (text !== null) await expect.poll(() => page.getByLabel('Or paste it').inputValue()).toBe(text)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('status').getByText(shown).waitFor()
  return (await page.getByRole('status').textContent())!
}

test('R351: the saved checker works from the disk, without a network', async () => {
  const { receipts } = await sealed([pickOf(1), pickOf(2), pickOf(3)])
  const [a, b] = receipts.map((receipt) => JSON.stringify(receipt)) as [string, string]
  expect(await check(a, 'It is in the seal')).toMatch(
    /Brentford v Burnley: 2–0, pick 1 of player 1 for match 1121\. .* of 3,/,
  )
  await check(`\ufeff${b}`, 'It is in the seal')
  await check(`{"receipts":[${a},${b}],"board":null}`, '2 of 2 are in their seals')
  const changed = { ...receipts[1]!, statement: receipts[1]!.statement.replace('"home":3', '"home":4') }
  await check(`{"receipts":[${a},${JSON.stringify(changed)}],"board":null}`, 'This does not fit')
  await check(JSON.stringify({ ...receipts[0], seal: null }), 'Too early')
  const [foreign] = (await sealed([pickOf(1)], createSigner(bytesOf(3)))).receipts
  await check(JSON.stringify(foreign), 'Not the game’s signature')
})

test('R380: it refuses files that are no receipts', async () => {
  for (const content of [
    '',
    '{"format":',
    '{"receipts":[],"board":null}',
    Buffer.from('{}', 'utf16le'),
    'x'.repeat(1_000_001),
  ])
    await check(content, 'That is no receipt')
})

test('it is accessible at every width', async () => {
  await expectSound({ page }, 'offline checker', { only: 'this theme' })
})
