import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { textOf } from '../../../../test/support/dashboard.tsx'
import { boardRowSample, tableRowSample, teamSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as boards } from '../../features/boards/reads.ts'
import { SidePanels } from './SidePanels.tsx'
import { TablePanel } from './TablePanel.tsx'

componentTests()

const me = boardRowSample()
const panels = (
  <SidePanels
    userId={1}
    gameweek={13}
    season="2025-26"
    predictions={{ data: [], error: undefined, mutate: () => undefined }}
  />
)
const answers = {
  [boards.page.key(100, 0)]: ok(LeaderboardPage, { entries: [me], total: 1, me }),
  [shared.myLeagues.key]: ok(z.array(League), []),
}

// The window has no width here, as that of a phone: one panel at a time.
describe('panels on a phone', () => {
  test('are tabs, of which the leaderboard is open first', async () => {
    draw(panels, { answers })
    expect(await screen.findByRole('region', { name: 'Leaderboard' })).toBeDefined()
    const deck = screen.getByRole('tablist', { name: 'Ranks, hub, table, scoring, news, share' })
    expect(
      within(deck)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ranks', 'Hub', 'Table', 'Scoring', 'News', 'Share'])
  })

  test('the scoring card shows the exact score as +10 on top and marks the multipliers as an example', async () => {
    const { user } = draw(panels, { answers })
    await user.click(screen.getByRole('tab', { name: 'Scoring' }))
    await screen.findByText(/Multiplier bonus/)
    const text = textOf(screen.getByRole('region', { name: 'Scoring System' }))
    expect(text).toContain('Multiplier bonus up to 5x')
    expect(text).toContain('+10 on top of the result')
    expect(text).toContain('It doesn’t change your points.')
    expect(screen.getByRole('link', { name: 'Help: How points work' })).toBeDefined()
  })

  test('Back leads to the panel that was open', async () => {
    draw(panels, { answers, at: '/?panel=scoring' })
    expect(await screen.findByRole('region', { name: 'Scoring System' })).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Scoring' }).getAttribute('aria-selected')).toBe('true')
  })

  test.each([
    ['Table', 'Premier League Table'],
    ['News', 'News'],
    ['Share', 'Share Your Predictions'],
  ])('%s shows its title until its code is loaded', async (tab, title) => {
    const { user } = draw(panels, { answers })
    await user.click(screen.getByRole('tab', { name: tab }))
    expect(within(screen.getByRole('region', { name: title })).getByText(`Loading: ${title}`)).toBeDefined()
  })
})

describe('panels on a wide page', () => {
  beforeEach(() => void vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280))
  afterEach(() => void vi.restoreAllMocks())

  test('are ranks, hub and scoring at the side, and table, news and share abreast', async () => {
    draw(panels, { answers })
    await screen.findByText('You')
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Leaderboard',
      'Multiplayer Hub',
      'Scoring System',
      'Premier League Table',
      'News',
      'Share Your Predictions',
    ])
    expect(screen.queryByRole('tablist', { name: /Ranks/ })).toBeNull()
  })
})

describe('the table', () => {
  const rows = [
    tableRowSample(),
    tableRowSample({ ...teamSample(15, 'Newcastle'), position: 2, points: 20, goalDifference: 4 }),
  ]

  test('leads to the whole while it is loading', () => {
    draw(<TablePanel />, { answers: { [shared.clubs.key]: 'pending' } })
    expect(screen.getByText('Loading table')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See the full table' }).getAttribute('href')).toBe('/table')
  })

  test('lists the clubs with their points', async () => {
    draw(<TablePanel />, { answers: { [shared.clubs.key]: ok(z.array(TableRow), rows) } })
    const line = (await screen.findByRole('rowheader', { name: /Everton/ })).closest('tr')!
    expect(textOf(line)).toMatch(/^1.*Everton ?26$/)
  })

  test('that fails can be requested again', async () => {
    const { user, answer } = draw(<TablePanel />, { answers: { [shared.clubs.key]: problem(503) } })
    expect(await screen.findByText('Unable to load the table')).toBeDefined()
    answer(shared.clubs.key, ok(z.array(TableRow), rows))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('rowheader', { name: /Newcastle/ })).toBeDefined()
  })
})
