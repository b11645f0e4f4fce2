import { expect, test } from 'vitest'
import type { Team } from '../fixtures/contract.ts'
import type { Picture } from '../previews/card.ts'
import type { Wrap, WrapCards } from './contract.ts'
import { createWrapPage } from './page.ts'

const club = (code: string, shortName: string) => ({ code, shortName }) as Team

const cards: WrapCards = {
  bestCall: {
    ...{ gameweek: 7, home: club('ARS', 'Arsenal'), away: club('LIV', 'Liverpool'), predictedResult: 'home' },
    ...{ predictedHomeScore: 4, predictedAwayScore: 2, isExact: true, had: 3, players: 1_240 },
  },
  nemesis: { club: club('TOT', 'Spurs'), right: 2, picks: 19, backed: 10 },
  luckiest: { gameweek: 12, points: 70, mean: 24.5, exactScores: 4 },
  finish: { rank: 3, players: 1_240, percent: 99 },
  streak: { length: 9, from: null, to: null, endedBy: null },
  rival: { player: { id: 9, username: 'rival' } as never, points: 1_010, swaps: 4 },
}

/** The page of player 7's half-time wrap, whose key is `7 2024-25 half`, and the pictures that it draws. */
function pageOf(changes: Partial<WrapCards> | null) {
  const drawn: Picture[] = []
  const wrap = {
    ...{ season: '2024-25', part: 'half', points: 1_025, cards: changes && { ...cards, ...changes } },
  } as Omit<Wrap, 'path'>
  const page = createWrapPage({
    wrapOf: async (id) => (id === 7 ? { wrap, person: { username: 'maya_k', display_name: null } as never } : null),
    wrapKey: (...parts) => parts.join(' '),
    drawCard: async (picture) => {
      drawn.push(picture)
      return Buffer.from('png')
    },
  })
  return { ...page, drawn }
}

const params = { id: '7', season: '2024-25', part: 'half', key: '7 2024-25 half' }

test('R305: a shared wrap names the player, the place and the best call, and not the rival', async () => {
  const page = pageOf({})
  expect(await page.head(params, {} as never)).toMatchObject({
    title: 'maya_k: Half-time 2024–25',
    description: '1,025 match points, number 3 of 1,240. Predict the Premier League together.',
    isListed: false,
  })
  await page.files!['story.png']!(params, { client: 'a' } as never)
  expect(page.drawn).toMatchObject([
    {
      ...{ shape: 'tall', name: 'maya_k', percent: 99 },
      figures: [
        { value: 'ARS 4–2 LIV', word: 'best call, 3 of 1,240' },
        { value: 'Spurs', word: 'nemesis, 2 right of 19' },
        { value: '70 points', word: 'luckiest, gameweek 12' },
        { value: '9 in a row', word: 'longest streak' },
        { value: '15 apart', word: 'closest league mate' },
      ],
    },
  ])
})

test('R305: a best call without a score names the result, and cards without content have no figure', async () => {
  const none = { nemesis: null, luckiest: null, finish: null, streak: null, rival: null }
  const page = pageOf({
    ...none,
    bestCall: { ...cards.bestCall!, predictedHomeScore: null, predictedAwayScore: null, isExact: false },
  })
  expect(await page.head(params, {} as never)).toMatchObject({
    description: expect.stringMatching(/^1,025 match points\. /),
  })
  await page.files!['card.png']!(params, { client: 'a' } as never)
  expect(page.drawn).toMatchObject([
    { shape: 'wide', percent: null, figures: [{ value: 'ARS home win LIV', word: 'best call, 3 of 1,240' }] },
  ])
})

test('R305: an address with another id, season, part or key, and a wrap without cards, have no preview', async () => {
  for (const wrong of [
    { ...params, id: 'x' },
    { ...params, id: '8', key: '8 2024-25 half' },
    { ...params, season: '2024' },
    { ...params, part: 'all' },
    { ...params, key: '7 2024-25 season' },
  ])
    expect(await pageOf({}).head(wrong, {} as never), JSON.stringify(wrong)).toBeNull()
  expect(await pageOf(null).head(params, {} as never)).toBeNull()
})
