import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Competition } from '../../../../src/areas/competitions/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { competitionSample, leagueSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { HubPanel } from './HubPanel.tsx'
import { reads } from './reads.ts'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const mine = shared.myLeagues.key
const competitions = shared.competitions.key
const featured = reads.featured.key
const leagues = (...list: League[]) => ok(z.array(League), list)
const openTab = (name: string) => screen.getByRole('tab', { name })
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const other = (id: number, name: string) =>
  leagueSample({ id, name, type: 'public', isMember: false, memberCount: 4, joinCode: undefined, standing: undefined })

describe('the Multiplayer Hub', () => {
  test('has three of my leagues with rank and statistics (R63)', async () => {
    const list = ['one', 'two', 'three', 'four'].map((name, index) => leagueSample({ id: index + 1, name }))
    draw(<HubPanel />, { answers: { [mine]: leagues(...list) } })
    expect(screen.getByText('Loading your leagues')).toBeDefined()
    await screen.findByRole('link', { name: 'three' })
    expect(lines()).toEqual(['one', 'two', 'three'].map((name) => `${name}1st of 1 member · 0 pointsStats ${name}`))
    expect(screen.getByRole('link', { name: 'one' }).getAttribute('href')).toBe('/leagues/1')
    expect(screen.getByRole('link', { name: 'Stats one' }).getAttribute('href')).toBe('/leagues/1/statistics')
  })

  test('leads to joining and creating a league', async () => {
    draw(<HubPanel />, { answers: { [mine]: leagues() } })
    expect(await screen.findByText('No leagues yet')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Join League' }).getAttribute('href')).toBe('/leagues?new=join')
    expect(screen.getByRole('link', { name: 'Create League' }).getAttribute('href')).toBe('/leagues?new=create')
  })

  test('has the two competitions that end first, and the one that starts first (R63)', async () => {
    const active = { status: 'active', prizePool: 1000 } as const
    const list = [
      competitionSample({ id: 1, name: 'Later', ...active, endDate: '2026-03-01T00:00:00.000Z' }),
      competitionSample({ id: 2, name: 'Soon', ...active, endDate: '2026-01-01T00:00:00.000Z' }),
      competitionSample({ id: 3, name: 'Middle', ...active, endDate: '2026-02-01T00:00:00.000Z' }),
      competitionSample({ id: 4, name: 'Next week', startDate: '2026-01-20T00:00:00.000Z' }),
      competitionSample({ id: 5, name: 'This week', startDate: '2026-01-10T00:00:00.000Z' }),
      competitionSample({ id: 6, name: 'Over', status: 'ended' }),
    ]
    const answers = { [mine]: leagues(), [competitions]: ok(z.array(Competition), list) }
    const { user } = draw(<HubPanel />, { answers })
    await user.click(openTab('Competitions'))
    await screen.findByText('Soon')
    expect(lines()).toEqual([
      'SoonEnds 1 Jan 2026 · 1,000 pointsLive',
      'MiddleEnds 1 Feb 2026 · 1,000 pointsLive',
      'This weekStarts 10 Jan 2026 · 100 pointsUpcoming',
    ])
    expect(screen.getByRole('link', { name: 'Soon' }).getAttribute('href')).toBe('/competitions/2')
  })

  test('joins a featured league, and shows the membership (R63)', async () => {
    const list = [other(1, 'Big'), other(2, 'Bigger'), other(3, 'Biggest'), other(4, 'Small')]
    const { user, answer, writes } = draw(<HubPanel />, {
      answers: { [mine]: leagues(), [featured]: leagues(...list) },
    })
    await user.click(openTab('Discover'))
    const join = await screen.findByRole('button', { name: 'Join Bigger' })
    expect(lines()).toHaveLength(3)
    answer('POST /api/leagues/2/join', () => {
      answer(featured, leagues(list[0]!, { ...list[1]!, isMember: true, memberCount: 5 }, list[2]!))
      return done
    })
    await user.click(join)
    expect(await screen.findByText('Joined league successfully')).toBeDefined()
    await waitFor(() => expect(lines()[1]).toBe('Bigger5 membersMember'))
    expect(writes().map(({ path }) => path)).toEqual(['/api/leagues/2/join'])
  })

  test('gives the reason where joining is refused', async () => {
    const answers = { [mine]: leagues(), [featured]: leagues(other(1, 'Big')) }
    const { user, answer } = draw(<HubPanel />, { answers })
    await user.click(openTab('Discover'))
    answer('POST /api/leagues/1/join', problem(409, 'The league has closed'))
    await user.click(await screen.findByRole('button', { name: 'Join Big' }))
    const title = await screen.findByText('Failed to join league')
    expect(within(title.parentElement!).getByText('The league has closed')).toBeDefined()
  })

  test.each([
    ['My Leagues', mine, 'Unable to load your leagues', 'No leagues yet'],
    ['Competitions', competitions, 'Unable to load competitions', 'No competitions found'],
    ['Discover', featured, 'Unable to load leagues', 'No leagues available'],
  ])('can be tried again where %s cannot be read', async (tab, path, failed, empty) => {
    const answers = { [mine]: leagues(), [competitions]: leagues(), [featured]: leagues(), [path]: problem(503) }
    const { user, answer } = draw(<HubPanel />, { answers })
    await user.click(openTab(tab))
    expect(await screen.findByText(failed)).toBeDefined()
    answer(path, leagues())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(empty)).toBeDefined()
  })
})
