import { describe, expect, test } from 'vitest'
import { teamSample } from '../../../test/support/samples.ts'
import type { FinalTable } from './contract.ts'
import { createFinalTablePage, finalTableCard } from './page.ts'

const places = [1, 3, 2].map((place) => ({ first: place, last: place }))
const running: FinalTable = {
  ...{ season: '2026-27', state: 'running', closesAt: '2026-08-14T18:55:00.000Z', total: 1, favourites: null },
  clubs: ['Arsenal', 'Bees', 'Colts'].map((name, index) => ({
    ...{ ...teamSample(index + 1, name), places: places[index]!, lastSeason: null },
  })),
  own: {
    ...{ clubIds: [1, 2, 3], updatedAt: '2026-08-09T17:20:00.000Z', path: '/final-table/1/2026-27/key' },
    ...{ score: { points: 20, spotOn: 1, rank: 1 }, inPlace: [{ clubId: 1, since: null }] },
  },
}

describe('R416: the picture of a shared final table', () => {
  test('has the predicted order, the present places and the points', () => {
    expect(finalTableCard(running, 'ada')).toMatchObject({
      ...{ title: 'Final table 2026–27', name: 'ada', points: 20, word: 'points so far' },
      clubs: [
        { club: { name: 'Arsenal' }, place: 'now 1', points: 10 },
        { club: { name: 'Bees' }, place: 'now 3', points: 5 },
        { club: { name: 'Colts' }, place: 'now 2', points: 5 },
      ],
    })
    expect(finalTableCard({ ...running, state: 'final' }, 'ada')).toMatchObject({
      ...{ word: 'points', clubs: [{ place: '1' }, { place: '3' }, { place: '2' }] },
    })
  })

  test('has no points before the first result, and does not exist while open or without a prediction', () => {
    const clubs = running.clubs.map((club) => ({ ...club, places: null }))
    expect(finalTableCard({ ...running, clubs, own: { ...running.own!, score: null } }, 'ada')).toMatchObject({
      ...{ points: null, clubs: [{ place: '', points: null }, {}, {}] },
    })
    expect(finalTableCard({ ...running, state: 'open' }, 'ada')).toBeNull()
    expect(finalTableCard({ ...running, own: null }, 'ada')).toBeNull()
  })

  test('needs the key of its player and season', async () => {
    const page = createFinalTablePage({
      tables: { about: async () => running },
      tableKey: (userId, season) => `${userId}-${season}`,
      usernameOf: async () => 'ada',
      drawCard: async () => Buffer.from('png'),
    })
    const at = { at: '2026-11-20T20:00:00.000Z', client: '192.0.2.1' }
    const params = { id: '7', season: '2026-27', key: '7-2026-27' }
    expect(await page.head(params, at)).toMatchObject({
      ...{ title: 'ada: Final table 2026–27', description: '20 points so far. Predict the Premier League together.' },
      isListed: false,
    })
    expect(await page.files!['card.png']!(params, at)).toMatchObject({ type: 'png', isPublic: false })
    for (const wrong of [{ id: '8' }, { season: '2025-26' }, { key: '7-2025-26' }, { id: 'x' }])
      for (const answer of [page.head, page.files!['card.png']!])
        expect(await answer({ ...params, ...wrong }, at)).toBeNull()
  })
})
