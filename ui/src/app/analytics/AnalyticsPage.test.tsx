import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Analytics } from '../../../../src/areas/analytics/contract.ts'
import { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, signedInSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
// Loaded before the tests, so that a tab does not wait for its code.
import '../../features/analytics/LeagueOverview.tsx'
import '../../features/analytics/TeamPerformance.tsx'
import '../../features/analytics/UserAnalytics.tsx'
import { AnalyticsPage } from './AnalyticsPage.tsx'

componentTests()

const READ = '/api/analytics/predictions'
const none = { settledPredictions: 0, correctPredictions: 0, accuracy: 0 }
const scored = { settledPredictions: 4, correctPredictions: 3, accuracy: 75, points: 45 }
const users: Analytics['users'] = {
  season: '2025-26',
  seasons: ['2025-26'],
  totalPredictions: 24,
  matches: 4,
  settledMatches: 4,
  ...scored,
  players: 6,
  gameweeks: [{ gameweek: 13, matches: 4, homeWins: 3, ...scored, accuracy: 66.7, own: scored }],
  outcomes: (['home', 'draw', 'away'] as const).map((result) => ({
    ...{ result, matches: 1, ...scored, own: { ...none, points: 0 } },
  })),
  saved: [],
  scores: [],
  rankedFrom: 2,
  ranked: 2,
  topUsers: [
    { id: 1, username: 'ada', ranking: 1, settledPredictions: 4, correctPredictions: 3, accuracy: 75 },
    { id: 2, username: 'noah', ranking: 2, settledPredictions: 4, correctPredictions: 2, accuracy: 50 },
  ],
  me: { ranking: 1, settledPredictions: 4, correctPredictions: 3, accuracy: 75 },
}
const answered = (changes: Partial<Analytics['users']> = {}) =>
  ok(Analytics, {
    users: { ...users, ...changes },
    teams: { clubs: [], upsets: [] },
    leagues: { total: 0, medianMembers: 0, sizes: [], gameweek: null, gameweekBefore: null, leagues: [] },
  })
const unsettled = { settledMatches: 0, ...none, gameweeks: [], topUsers: [] }
const season = ok(z.array(Fixture), [fixtureSample()])

const page = <AnalyticsPage user={signedInSample()} title="Analytics" adminPages={[]} />
const table = (title: string) => within(screen.getByRole('region', { name: title }))

describe('the page of analytics', () => {
  test('waits while it is loading', () => {
    draw(page, { answers: { [READ]: 'pending' } })
    expect(screen.getByRole('heading', { level: 1, name: 'Analytics' })).toBeDefined()
    expect(screen.getByText('Loading analytics')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = draw(page, { answers: { [READ]: problem(503, 'The store is away') } })
    expect(await screen.findByText('Failed to load analytics')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(READ, answered())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'The five most accurate' })).toBeDefined()
  })

  test('before the first cutoff: No closed picks yet', async () => {
    const nothing = answered({ ...unsettled, matches: 0, totalPredictions: 0 })
    draw(page, { answers: { [READ]: nothing, [shared.fixtures.key]: season } })
    expect(await screen.findByText('No closed picks yet')).toBeDefined()
    expect(await screen.findByText(/^The numbers start with the first cutoff, .*17:25/)).toBeDefined()
    expect(screen.getByText('Picks appear here once their match has closed.')).toBeDefined()
  })

  test('before the first result: No finished match yet, but leagues', async () => {
    const early = answered({ ...unsettled, matches: 3, totalPredictions: 17 })
    const { user } = draw(page, { answers: { [READ]: early, [shared.fixtures.key]: season } })
    expect(await screen.findByText('No finished match yet')).toBeDefined()
    expect(screen.getByText(/^17 picks for 3 matches, waiting for a result\./)).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'League Overview' }))
    expect(await screen.findByRole('heading', { name: 'League sizes' })).toBeDefined()
  })

  test('R181 R183: compares the reader with everyone in tables', async () => {
    const { user } = draw(page, { answers: { [READ]: answered() } })
    expect(await screen.findByText(/^Based on 24 picks for 4 matches that have closed\./)).toBeDefined()
    await screen.findByRole('heading', { name: 'The five most accurate' })
    await user.click(table('The five most accurate').getByRole('button', { name: /^Show as table/ }))
    const rows = table('The five most accurate').getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))).toEqual([
      'Player Accuracy Correct Picks',
      'You 75.0% 3 4',
      'noah 50.0% 2 4',
    ])
    expect(screen.getByText('No scores predicted yet.')).toBeDefined()
  })

  test('another season is chosen from those with numbers', async () => {
    const seasons = ['2025-26', '2024-25']
    const { user } = draw(page, {
      answers: {
        [READ]: answered({ seasons }),
        [`${READ}?season=2024-25`]: answered({ seasons, season: '2024-25', totalPredictions: 1, matches: 1 }),
      },
    })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Season' }), '2024-25')
    expect(await screen.findByText(/^Based on 1 pick for 1 match that has closed\./)).toBeDefined()
  })

  test('opens with the tab of the address', async () => {
    draw(page, { at: '/analytics?show=teams', answers: { [READ]: answered() } })
    expect(await screen.findByText('No upsets yet: the crowd has called every match.')).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Team Performance' }).getAttribute('aria-selected')).toBe('true')
  })
})
