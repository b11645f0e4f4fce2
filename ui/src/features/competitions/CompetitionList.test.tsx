import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Competition } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { CompetitionList } from './CompetitionList.tsx'
import { filterOf } from './model.ts'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const path = '/api/competitions'
const answer = (...list: Competition[]) => ok(z.array(Competition), list)

function List({ query = '' }: { query?: string }) {
  const [filter, setFilter] = useState(filterOf(new URLSearchParams(query)))
  return <CompetitionList userId={1} filter={filter} onFilter={(part) => setFilter((now) => ({ ...now, ...part }))} />
}

const names = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const numbered = (count: number, changes: Partial<Competition> = {}) =>
  Array.from({ length: count }, (_, index) =>
    competitionSample({ id: index + 1, name: `Challenge ${index + 1}`, ...changes }),
  )

describe('the list of competitions', () => {
  test('waits while it is loading', () => {
    draw(<List />, { answers: { [path]: 'pending' } })
    expect(screen.getByText('Loading competitions')).toBeDefined()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('that cannot be read gives the reason, and is tried again', async () => {
    const { user, ...server } = draw(<List />, { answers: { [path]: problem(503) } })
    expect(await screen.findByText('Failed to load competitions')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    server.answer(path, answer(competitionSample()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Gameweek 20 Challenge' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('has a section for each state, and folds later and ended competitions behind buttons', async () => {
    const list = [
      competitionSample({ id: 51, name: 'Mine', status: 'active', isParticipant: true, participantCount: 1 }),
      competitionSample({ id: 52, name: 'The month', type: 'monthly', status: 'active' }),
      competitionSample({ id: 53, name: 'The cup', type: 'cup', status: 'active', isDrawn: true, participantCount: 9 }),
      ...numbered(7),
      competitionSample({ id: 54, name: 'Last month', status: 'ended' }),
    ]
    const { user } = draw(<List />, { answers: { [path]: answer(...list) } })
    expect(await screen.findByText('11 competitions')).toBeDefined()
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(sections).toEqual(['Yours', 'Open now', 'Under way', 'Next'])
    const cardsOf = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent)
    expect(cardsOf('Yours')).toEqual(['Mine'])
    expect(cardsOf('Open now')).toEqual(['The month'])
    expect(cardsOf('Under way')).toEqual(['The cup'])
    expect(cardsOf('Next')).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Show 1 more upcoming competition' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show 1 ended competition' }))
    expect(names()).toEqual(['Last month'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('ended')
  })

  test('is narrowed by search, status and type', async () => {
    const month = { type: 'monthly', status: 'ended' } as const
    const list = [
      competitionSample({ id: 1, name: 'October Challenge', ...month, endDate: '2025-10-31T00:00:00.000Z' }),
      competitionSample({ id: 2, name: 'September Challenge', ...month, endDate: '2025-09-30T00:00:00.000Z' }),
      competitionSample({
        id: 3,
        name: 'Gameweek 1 Challenge',
        status: 'ended',
        description: 'The first of September',
      }),
      competitionSample({ id: 4, name: 'December Challenge', type: 'monthly' }),
    ]
    const { user } = draw(<List />, { answers: { [path]: answer(...list) } })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Ended')
    expect(screen.getByText('3 competitions')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Monthly')
    expect(names()).toEqual(['October Challenge', 'September Challenge'])
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'SEPTEMBER')
    expect(names()).toEqual(['September Challenge'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All types')
    expect(names()).toEqual(['Gameweek 1 Challenge', 'September Challenge'])
  })

  test('offers every status and type', async () => {
    draw(<List />, { answers: { [path]: answer() } })
    const options = async (name: string) =>
      within(await screen.findByRole('combobox', { name }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    expect(await options('Status')).toEqual(['All statuses', 'Upcoming', 'Active', 'Ended'])
    expect(await options('Type')).toEqual(['All types', 'Weekly', 'Monthly', 'Seasonal', 'Cup', 'Knockout'])
  })

  test('without a match leads back to all competitions', async () => {
    const { user } = draw(<List query="search=nonsense&type=cup" />, { answers: { [path]: answer(...numbered(2)) } })
    expect(await screen.findByText('No competitions found')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all competitions' }))
    expect(screen.getByText('2 competitions')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('shows twelve at a time, and moves the focus to the first of the new', async () => {
    const { user } = draw(<List query="status=upcoming" />, { answers: { [path]: answer(...numbered(15)) } })
    const more = await screen.findByRole('button', { name: 'Show 3 more of 15 competitions' })
    expect(names()).toHaveLength(12)
    more.focus()
    await user.keyboard('{Enter}')
    expect(names()).toHaveLength(15)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Challenge 13' })))
    expect(screen.queryByRole('button', { name: /^Show .* more/ })).toBeNull()
  })

  test('a join changes the button to Participating, and keeps its focus and its section', async () => {
    const open = competitionSample({ status: 'active' })
    const { user, writes, ...server } = draw(<List />, { answers: { [path]: answer(open) } })
    const button = await screen.findByRole('button', { name: 'Join Gameweek 20 Challenge' })
    const you = { id: 1, totalPoints: 0, user: named('ada') }
    server.answer(`POST ${path}/20/join`, () => {
      server.answer(path, answer({ ...open, isParticipant: true, participantCount: 1, participants: [you] }))
      return done
    })
    button.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Joined competition successfully')).toBeDefined()
    await waitFor(() => expect(button.getAttribute('aria-label')).toBe('Participating Gameweek 20 Challenge'))
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const openNow = within(screen.getByRole('list', { name: 'Open now' }))
    expect(openNow.getByText('You')).toBeDefined()
    expect(openNow.getByText('1 player')).toBeDefined()
    await user.keyboard('{Enter}')
    expect(writes()).toHaveLength(1)
  })
})
