import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Competition, CompetitionDetail, JoinOutcome } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionPageSample, competitionSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { CompetitionList } from './CompetitionList.tsx'
import { filterOf } from './model.ts'
import { reads } from './reads.ts'

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

  test('R422: gives the reason for an empty list after the season', async () => {
    draw(<List />, { answers: { [path]: answer(...numbered(2, { status: 'ended' })) } })
    expect(await screen.findByText('2 competitions, all ended with the season')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Show 2 ended competitions' })).toBeDefined()
  })

  test('has a section for each state, and folds later and ended competitions behind buttons', async () => {
    const list = [
      competitionSample({ id: 51, name: 'Mine', status: 'active', isParticipant: true, participantCount: 1 }),
      competitionSample({ id: 52, name: 'The month', type: 'monthly', status: 'active' }),
      competitionSample({ id: 53, name: 'The cup', type: 'cup', status: 'active', isDrawn: true, participantCount: 9 }),
      competitionSample({ id: 55, name: 'Started', type: 'monthly', status: 'active', maxParticipants: 0 }),
      ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter, index) =>
        competitionSample({ id: index + 1, name: `Sprint ${letter}` }),
      ),
      competitionSample({ id: 54, name: 'Last month', status: 'ended' }),
    ]
    const own = ok(CompetitionDetail, competitionPageSample({ ...list[0]!, standings: [] }))
    const { user } = draw(<List />, { answers: { [path]: answer(...list), [reads.own.key(51)]: own } })
    expect(await screen.findByText('12 competitions')).toBeDefined()
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(sections).toEqual(['Cup and knockout', 'Yours', 'Open now', 'Under way', 'Next'])
    const cardsOf = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent)
    expect(cardsOf('Yours')).toEqual(['Mine'])
    expect(cardsOf('Open now')).toEqual(['The month'])
    expect(cardsOf('Cup and knockout')).toEqual(['The cup'])
    expect(cardsOf('Under way')).toEqual(['Started'])
    expect(cardsOf('Next')).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Show 1 more upcoming competition' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show 1 ended competition' }))
    expect(names()).toEqual(['Last month'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('ended')
  })

  describe('has a row for each series', () => {
    const now = competitionSample({ id: 13, name: 'Gameweek 13 Challenge', status: 'active', participantCount: 25 })
    const later = [14, 15].map((id) => competitionSample({ id, name: `Gameweek ${id} Challenge` }))
    const month = ['November', 'December'].map((name, index) =>
      competitionSample({ id: 40 + index, name: `${name} 2025 Challenge`, type: 'monthly', isParticipant: true }),
    )
    const ended = competitionSample({ id: 12, name: 'Gameweek 12 Challenge', status: 'ended' })
    const rowOf = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('li')!)

    test('with the competition under way, the next one, and those left to join', async () => {
      draw(<List />, { answers: { [path]: answer(ended, now, ...later, ...month) } })
      await screen.findByText('6 competitions')
      const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
      expect(names).toEqual(['Weekly Challenge', 'Monthly Challenge'])
      const weekly = rowOf('Weekly Challenge')
      expect(weekly.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Gameweek 13 Challenge',
        'Gameweek 14 Challenge',
      ])
      expect(weekly.getByText('25 players')).toBeDefined()
      expect(weekly.getByText(/^Starts in|^About to start/)).toBeDefined()
      expect(rowOf('Monthly Challenge').getByRole('button', { name: /^In all of them/ })).toBeDefined()
      expect(screen.getByRole('button', { name: 'Show 1 ended competition' })).toBeDefined()
    })

    test('of which all that are left are joined at once', async () => {
      const all = [ended, now, ...later]
      const { user, writes, ...server } = draw(<List />, { answers: { [path]: answer(...all) } })
      const button = await screen.findByRole('button', { name: 'Join all 3 left: Weekly Challenge' })
      server.answer(`POST ${path}/join`, () => {
        server.answer(path, answer(...all.map((one) => ({ ...one, isParticipant: true }))))
        return ok(
          z.array(JoinOutcome),
          [13, 14, 15].map((competitionId) => ({ competitionId, status: 200 })),
        )
      })
      server.answer(reads.own.key(13), ok(CompetitionDetail, competitionPageSample({ ...now, standings: [] })))
      await user.click(button)
      expect(await screen.findByText('Joined 3 competitions')).toBeDefined()
      expect(writes().map(({ body }) => body)).toEqual([{ competitionIds: [13, 14, 15] }])
      await waitFor(() => expect(button.getAttribute('aria-label')).toBe('In all of them: Weekly Challenge'))
      expect(document.activeElement).toBe(button)
    })

    test('and says why a join failed', async () => {
      const { user, ...server } = draw(<List />, { answers: { [path]: answer(now, ...later) } })
      server.answer(`POST ${path}/join`, problem(429, 'Try again in an hour'))
      await user.click(await screen.findByRole('button', { name: /^Join all/ }))
      expect(await screen.findByText('Failed to join competition')).toBeDefined()
      expect(screen.getByText('Try again in an hour')).toBeDefined()
    })

    test('which leads to each competition of its type', async () => {
      const { user } = draw(<List />, { answers: { [path]: answer(now, ...later, ...month) } })
      await user.click(await screen.findByRole('button', { name: 'Show all 3: Weekly Challenge' }))
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type' }).value).toBe('weekly')
      expect(names()).toHaveLength(3)
    })
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

  test('is empty before a season has fixtures', async () => {
    draw(<List />, { answers: { [path]: answer() } })
    expect(await screen.findByText('No competitions found')).toBeDefined()
    expect(screen.getByText('They appear with the fixtures of a season.')).toBeDefined()
    expect(screen.queryByText('0 competitions')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
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
    const you = { id: 1, totalPoints: 5, user: named('ada') }
    const joined = { ...open, isParticipant: true, participantCount: 1, participants: [you] }
    server.answer(reads.own.key(20), ok(CompetitionDetail, competitionPageSample(joined)))
    server.answer(`POST ${path}/20/join`, () => {
      server.answer(path, answer(joined))
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
