import { act, screen, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { ReceiptFile, Seal, SealKey } from '../../../../src/areas/proofs/contract.ts'
import { createSigner } from '../../../../src/areas/proofs/note.ts'
import type { Receipt } from '../../../../src/contracts/receipts.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, predictionSample, signedInSample } from '../../../../test/support/samples.ts'
import { bytesOf, pickOf, sealed, signer } from '../../../../test/support/seals.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import { examineFile } from '../../features/proofs/examine.ts'
import { reads } from '../../features/proofs/reads.ts'
import { RouterLink } from '../../ui/PlayerName.tsx'
import { OpenProofsPage } from './OpenProofsPage.tsx'
import { ProofsPage } from './ProofsPage.tsx'

vi.mock('../../features/proofs/examine.ts', { spy: true })

componentTests()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-29T18:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const KEY = ok(SealKey, {
  ...{ verifierKey: signer.verifierKey, since: '2025-08-01T09:00:00.000Z' },
  ...{ seals: 135, picks: 2_345_678 },
})
const seal: Seal = {
  ...{ id: 135, fixtureId: 4, season: '2025-26', gameweek: 13, home: 'Everton', away: 'Newcastle' },
  ...{ sealedAt: '2025-11-29T17:26:00.000Z', size: 18_204, fingerprint: 'ca97'.repeat(16) },
}
const board: Seal = { ...seal, id: 134, fixtureId: null, gameweek: 12, home: null, away: null }
const SEALS = reads.seals.key('', 0)
const SEAL_OF_MATCH = reads.ofMatch.key(1121)

let receipts: readonly Receipt[]
beforeAll(async () => {
  receipts = (await sealed([5, 6, 7, 8].map((id) => pickOf(id)))).receipts
})
const fileOf = (receipt: Receipt, more: Partial<ReceiptFile> = {}) =>
  ok(ReceiptFile, {
    ...receipt,
    ...{ predictionId: 31, savedAt: null, closesAt: '2025-11-29T17:25:00.000Z', state: 'sealed' },
    seal: receipt.seal && { ...receipt.seal, path: [...receipt.seal.path] },
    ...more,
  })
const stateless = ({ seal: _, ...receipt }: Receipt): Receipt => ({ ...receipt, seal: null })

type Answers = NonNullable<Parameters<typeof draw>[1]>['answers']
const page = (answers: Answers = {}, own: Prediction[] = [], at = '/proofs') =>
  draw(
    <RouterLink value={Link}>
      <ProofsPage user={signedInSample()} title="Sealed picks" adminPages={[]} />
    </RouterLink>,
    {
      at,
      answers: {
        [reads.key.key]: KEY,
        [SEALS]: ok(z.array(Seal), [seal, board], { 'Plp-Total': '2' }),
        [predictions.mine.key]: ok(z.array(Prediction), own),
        ...answers,
      },
    },
  )
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const input = async () => (await screen.findByText('Choose a receipt file')).closest('label')!.querySelector('input')!
const checked = async (text: string) => (await screen.findByText(text)).closest('section')!.textContent!

/** Chooses a file and returns the text of the panel once the verdict is there. */
async function choose({ user }: ReturnType<typeof draw>, receipt: unknown, verdict: string): Promise<string> {
  await user.upload(await input(), new File([JSON.stringify(receipt)], 'receipt.json', { type: 'application/json' }))
  return checked(verdict)
}

describe('the check of a receipt (R351)', () => {
  test('a right one has its verdict first, then the steps', async () => {
    const text = await choose(page(), receipts[0], '6–0 is in the seal')
    expect(text).toContain('Brentford v Burnley: it stands in the list exactly as you saved it, number')
    for (const step of ['Your pick and your secret give your line', '2 steps lead to the fingerprint', 'Signed with'])
      expect(text).toContain(step)
    expect(
      (await screen.findAllByRole('status')).some(({ textContent }) => textContent?.includes('is in the seal')),
    ).toBe(true)
  })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'changed',
      async () => ({ ...receipts[0], statement: receipts[0]!.statement.replace('6', '5') }),
      'This does not fit',
    ],
    ['of another list', async () => ({ ...receipts[0], seal: receipts[1]!.seal }), 'This does not fit'],
    [
      'of a list with another key',
      async () => (await sealed([pickOf(1)], createSigner(bytesOf(3)))).receipts[0],
      'Not our signature',
    ],
    [
      'of another match',
      async () => (await sealed([pickOf(1, 9), pickOf(2)])).receipts[1],
      'Not a receipt of this match',
    ],
    ['no receipt', async () => ({ a: 1 }), 'That is no receipt'],
  ])('refuses a file that is %s', async (_name, receipt, verdict) => {
    await choose(page(), await receipt(), verdict)
  })

  test('a file that is slow to read does not replace the verdict of a later one', async () => {
    const drawn = page()
    const first = Promise.withResolvers<string>()
    const slow = Object.assign(new File([], 'slow.json', { type: 'application/json' }), { text: () => first.promise })
    await drawn.user.upload(await input(), slow)
    await choose(drawn, { a: 1 }, 'That is no receipt')
    await act(async () => {
      first.resolve(JSON.stringify(receipts[0]))
      await vi.waitFor(() => expect(examineFile).toHaveResolvedTimes(2))
    })
    expect(screen.queryByText('6–0 is in the seal')).toBeNull()
    expect(screen.getByText('That is no receipt')).toBeDefined()
  })

  test('R418: the receipts of a gameweek are saved in one file, at first of the one picked last', async () => {
    const own = [12, 13].map((gameweek) =>
      predictionSample({
        ...{ id: gameweek, updatedAt: `2025-11-${gameweek}T12:00:00.000Z` },
        fixture: fixtureSample({ id: gameweek, season: '2025-26', gameweek }),
      }),
    )
    const { user, unmount } = page({}, own)
    const save = await screen.findByRole('link', { name: 'Save its receipts' })
    expect(save.getAttribute('href')).toBe('/api/predictions/gameweek/13/receipts?season=2025-26')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gameweek to save' }), 'Gameweek 12')
    expect(save.getAttribute('href')).toBe('/api/predictions/gameweek/12/receipts?season=2025-26')
    unmount()
    page({}, own, '/proofs?gameweek=12')
    expect((await screen.findByRole('link', { name: 'Save its receipts' })).getAttribute('href')).toContain('/12/')
  })

  test('a pick of an open match is too early; one that was replaced says so', async () => {
    const early = { ...stateless(receipts[0]!), predictionId: 31, closesAt: '2025-11-30T14:55:00.000Z' }
    const drawn = page({ '/api/predictions/31/receipt': problem(404), [SEAL_OF_MATCH]: ok(z.array(Seal), []) })
    expect(await choose(drawn, early, 'Too early')).toContain('It closes on 30 Nov, 14:55')
    drawn.answer('GET /api/predictions/31/receipt', fileOf(stateless(receipts[1]!), { state: 'open' }))
    expect(await choose(drawn, early, 'This pick was replaced')).toContain('6–0 was yours before')
  })

  test('a file older than the seal is to be saved again; a match from before seals says so', async () => {
    const early = { ...stateless(receipts[0]!), predictionId: 31, closesAt: '2025-11-29T14:55:00.000Z' }
    const drawn = page({ '/api/predictions/31/receipt': problem(404), [SEAL_OF_MATCH]: ok(z.array(Seal), [seal]) })
    await choose(drawn, early, 'This file is older than the seal')
    drawn.answer('GET /api/predictions/31/receipt', fileOf(stateless(receipts[0]!), { state: 'unsealed' }))
    await choose(drawn, early, 'This match is not sealed')
  })

  test('a sealed pick that does not count any more is marked', async () => {
    const drawn = page({ '/api/predictions/31/receipt': fileOf(receipts[1]!) })
    await choose(drawn, { ...receipts[0], predictionId: 31 }, 'In the seal, but it does not count')
  })

  test('a gameweek is checked at once, and samples have a key of their own', async () => {
    const drawn = page()
    await choose(drawn, { receipts, board: null }, '4 of 4 receipts are in their seals')
    await drawn.user.click(screen.getByRole('button', { name: 'A right one' }))
    expect(await checked('4–0 is in the seal')).toContain('Brentford v Burnley')
    await drawn.user.click(screen.getByRole('button', { name: 'One with a changed pick' }))
    await checked('This does not fit')
  })

  test('a browser without Ed25519 checks the rest and says so', async () => {
    const verify = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('unknown algorithm'))
    expect(await choose(page(), receipts[0], '6–0 is in the seal')).toContain('This browser cannot check the signature')
    verify.mockRestore()
  })
})

describe('my receipts (R345)', () => {
  test('each pick has its file; a closed one is checked at a press', async () => {
    const own = predictionSample({ fixture: fixtureSample({ isOpen: false }) })
    const { user } = page({ [`/api/predictions/${own.id}/receipt`]: fileOf(receipts[0]!, { predictionId: own.id }) }, [
      own,
    ])
    const mine = await region('My receipts')
    const save = await mine.findByRole('link', { name: /^Save the receipt of Everton v Newcastle/ })
    expect(save.getAttribute('href')).toBe(`/api/predictions/${own.id}/receipt`)
    await user.click(mine.getByRole('button', { name: 'Check Everton v Newcastle' }))
    await checked('6–0 is in the seal')
  })

  test.each([
    ['2025-11-29T19:25:00.000Z', 'Closes 19:25.'],
    ['2025-12-03T12:25:00.000Z', 'Closes Wed 12:25.'],
    ['2025-12-10T16:25:00.000Z', 'Closes Wed 10 Dec, 16:25.'],
  ])('R428: a match that closes on another day has that day: %s', async (cutoffTime, text) => {
    page({}, [predictionSample({ fixture: fixtureSample({ isOpen: true, cutoffTime }) })])
    expect((await (await region('My receipts')).findByText(/^Saved/)).textContent).toContain(text)
  })

  test('without picks there is a way to the first', async () => {
    page()
    expect(await screen.findByText('You get one with every pick that you save.')).toBeDefined()
  })
})

describe('the list of seals', () => {
  test('R343: shows matches and boards with counts and fingerprints, and finds them', async () => {
    const { user, answer } = page()
    const table = within(await screen.findByRole('table', { name: 'All seals, newest first' }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'WhatSealedPicksFingerprint',
      'Everton v Newcastle18,204 picks29 Nov, 17:26 · ca97 ca97 … ca97 ca9729 Nov, 17:2618,204ca97 ca97 … ca97 ca97',
      'Board after gameweek 1218,204 rows29 Nov, 17:26 · ca97 ca97 … ca97 ca9729 Nov, 17:2618,204 rowsca97 ca97 … ca97 ca97',
    ])
    expect(table.getByRole('link').getAttribute('href')).toBe('/fixtures/4')
    answer(`GET ${reads.seals.key('leeds', 0)}`, ok(z.array(Seal), [], { 'Plp-Total': '0' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find a match or a gameweek' }), 'leeds')
    expect(await screen.findByText('No such seal')).toBeDefined()
  })

  test('reports what did not load, and keeps the rest', async () => {
    page({ [SEALS]: problem(503), [reads.key.key]: problem(503) })
    expect(await screen.findByText('The seals did not load')).toBeDefined()
    expect(await screen.findByText('The game’s key did not load')).toBeDefined()
    expect(screen.getByText('Until a match closes, only you can read your pick.')).toBeDefined()
  })

  test('R343: is open to readers without an account, without links to matches', async () => {
    draw(<OpenProofsPage session={{ status: 'signed-out' } as never} />, {
      answers: { [reads.key.key]: KEY, [SEALS]: ok(z.array(Seal), [seal], { 'Plp-Total': '1' }) },
    })
    const table = within(await screen.findByRole('table', { name: 'All seals, newest first' }))
    expect(table.getByText('Everton v Newcastle')).toBeDefined()
    expect(table.queryByRole('link')).toBeNull()
    expect(screen.queryByText('My receipts')).toBeNull()
    const checker = await screen.findByRole('link', { name: 'Save the checker' })
    expect(checker.getAttribute('href')).toBe('/api/proofs/checker')
  })
})
