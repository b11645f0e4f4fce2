import { expect, test } from 'vitest'
import { wrapSample } from '../../../test/support/samples.ts'
import { wrapRoutes } from './routes.ts'

const SETTLED: Readonly<Record<string, number>> = { '2026-27': 0, '2025-26': 38, '2024-25': 38 }
const [route] = wrapRoutes({
  seasons: { resolve: async (season) => season ?? '2026-27', names: async () => Object.keys(SETTLED) },
  wrapOf: async (_, season) => ({
    wrap: { ...wrapSample({ season, settledGameweeks: SETTLED[season] }) },
    person: { username: 'maya_k', display_name: null, profile_image: null },
  }),
  wrapKey: () => 'k3y',
})

test.each([
  [undefined, '2025-26'],
  ['2026-27', '2026-27'],
  ['2024-25', '2024-25'],
])('R422: until a gameweek has settled, season %s is %s', async (season, shown) => {
  const given = { query: { season }, user: { id: 1 }, context: { at: '2026-06-29T12:00:00.000Z' } }
  const { body } = (await route!.handle(given as never)) as { body: { season: string } }
  expect(body.season).toBe(shown)
})
