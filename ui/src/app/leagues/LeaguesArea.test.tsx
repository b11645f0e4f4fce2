import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { type ScopedMutator, useSWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { RankHistory } from '../../../../src/areas/boards/contract.ts'
import { League, LeagueDetail, LeaguePicks, LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { ProvisionalPage } from '../../../../src/areas/matches/contract.ts'
import { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import {
  leaguePageSample,
  leaguePicksSample,
  leagueRowSample,
  leagueSample,
  leagueStatisticsSample,
  signedInSample,
} from '../../../../test/support/samples.ts'
import { reads as rules } from '../../features/league-rules/reads.ts'
import { reads } from '../../features/leagues/reads.ts'
import { reads as matches } from '../../features/matches/reads.ts'
import { reads as teams } from '../../features/teams/reads.ts'
import { toast } from '../../ui/Toast.tsx'
import { LeaguesArea } from './LeaguesArea.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const mine = reads.mine.key(0)
const discover = reads.discover.key(60, 0)
const page = reads.league.key(3, { limit: 50, offset: 0 })
const live = matches.league.key(3)
const nothingOn = ok(ProvisionalPage, { provisional: null })
const leagues = (...list: League[]) => ok(z.array(League), list)

let address = ''
let mutate: ScopedMutator
function Address() {
  const { pathname, search } = useLocation()
  mutate = useSWRConfig().mutate
  address = pathname + search
  return null
}
const area = (
  <>
    <Address />
    <Routes>
      <Route path="/leagues/*" element={<LeaguesArea user={signedInSample()} title="Leagues" adminPages={[]} />} />
    </Routes>
  </>
)
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

describe('the page of leagues', () => {
  test('leads to the public leagues, and keeps them in its address', async () => {
    const { user } = draw(area, { at: '/leagues', answers: { [mine]: leagues(), [discover]: leagues() } })
    await screen.findByText('No leagues yet')
    await user.click(screen.getByRole('button', { name: 'Discover leagues' }))
    expect(await screen.findByText('No leagues available')).toBeDefined()
    expect(address).toBe('/leagues?tab=discover')
    await user.click(screen.getByRole('tab', { name: 'My Leagues' }))
    expect(await screen.findByText('No leagues yet')).toBeDefined()
    expect(address).toBe('/leagues')
  })

  test.each([
    ['Create League', 'Create League', 'POST /api/leagues', 'Name'],
    ['Join League', 'Join League', 'POST /api/leagues/join-code', 'Join code'],
  ])('%s leads to the league', async (button, dialog, call, field) => {
    const answers: Answers = {
      [mine]: leagues(),
      [call]: ok(League, leagueSample()),
      [page]: ok(LeagueDetail, leaguePageSample()),
      [reads.ranks.key(3)]: ok(RankHistory, { gameweeks: [], players: [] }),
      [live]: nothingOn,
    }
    const { user } = draw(area, { at: '/leagues', answers })
    await user.click(await screen.findByRole('button', { name: button }))
    const open = within(screen.getByRole('dialog', { name: dialog }))
    await user.type(open.getByLabelText(field), 'ABCD2345')
    await user.click(open.getByRole('button', { name: button }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(address).toBe('/leagues/3')
  })

  test.each([
    ['join', 'Join League'],
    ['create', 'Create League'],
  ])('opens the dialog of ?new=%s, which leaves the address', async (name, dialog) => {
    draw(area, { at: `/leagues?new=${name}&tab=discover`, answers: { [discover]: leagues() } })
    expect(await screen.findByRole('dialog', { name: dialog })).toBeDefined()
    expect(address).toBe('/leagues?tab=discover')
  })
})

describe('the page of a league', () => {
  const at = '/leagues/3'
  const ben = leagueRowSample({
    id: 2,
    username: 'ben',
    displayName: 'ben',
    ranking: 1,
    totalPoints: 1250,
    role: 'admin',
  })
  const own = leagueRowSample({ ranking: 2, totalPoints: 15, recent: [0, 0, 5, 5, 5] })
  const joined = leaguePageSample({ standings: [ben, own], adminId: 2, description: 'All think Burnley will score.' })
  const ofMember = (changes: Answers = {}): Answers => ({
    [page]: ok(LeagueDetail, joined),
    [live]: nothingOn,
    [teams.ofLeague.key(3, 0)]: ok(z.array(LeagueTeam), []),
    [reads.picks.key(3, 13, 0)]: ok(LeaguePicks, leaguePicksSample()),
    [reads.ranks.key(3)]: ok(RankHistory, { gameweeks: [], players: [] }),
    ...changes,
  })
  const band = () => screen.getByRole('heading', { level: 1 }).closest('section')!.textContent!

  test('has the reader’s figures, its sections, and the membership', async () => {
    const { user } = draw(area, { at, answers: ofMember() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(document.title).toContain('Office')
    expect(band()).toContain('All think Burnley will score.')
    expect(band()).toContain('Created by ada, 1 Aug 2025')
    for (const figure of ['Your rank2nd', 'Behind first1,235', 'Members2']) expect(band()).toContain(figure)
    expect(band()).toContain('Gameweek 13+5')
    expect(await screen.findByRole('table', { name: 'League standings, overall' })).toBeDefined()
    const tabs = () => within(screen.getByRole('tablist', { name: 'League' })).getAllByRole('tab')
    expect(tabs().map(({ textContent }) => textContent)).toEqual(['Standings', 'Picks', 'Teams', 'Invite', 'Leave'])
    await user.click(screen.getByRole('tab', { name: 'Picks' }))
    expect(await screen.findByRole('table', { name: 'Picks of gameweek 13' })).toBeDefined()
    // For a reload, and for Back from a player.
    expect(address).toBe('/leagues/3?tab=picks')
    await user.click(screen.getByRole('tab', { name: 'Teams' }))
    expect(await screen.findByText('No teams yet')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Invite' }))
    expect(screen.getByText('Join code ABCD2345')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'New code' })).toBeNull()
  })

  test('R335: has its board as it stands while matches are under way, unless live scores are hidden', async () => {
    const entry = {
      ...{ id: 2, username: 'ben', displayName: 'ben', profileImage: null, ranking: 1, movement: 2 },
      ...{ points: 15, totalPoints: 1_265 },
    }
    const answers = ofMember({
      [live]: ok(ProvisionalPage, { provisional: { entries: [entry], total: 2, me: null } }),
    })
    const { unmount } = draw(area, { at, answers })
    const board = await screen.findByRole('table', { name: 'Right now as it stands' })
    expect(board.textContent).toMatch(/ben\+151,265/)
    unmount()
    localStorage.setItem('plp.hide-live-scores', 'on')
    const { calls } = draw(area, { at, answers })
    await screen.findByRole('table', { name: 'League standings, overall' })
    expect(calls.map(({ path }) => path)).not.toContain(live)
  })

  test('asks for its board as it stands while the league loads', async () => {
    const { calls } = draw(area, { at, answers: ofMember({ [page]: 'pending' }) })
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain(live))
  })

  test('has settings for its admin', async () => {
    draw(area, { at, answers: ofMember({ [page]: ok(LeagueDetail, { ...joined, adminId: 1 }) }) })
    expect(await screen.findByRole('tab', { name: 'Settings' })).toBeDefined()
  })

  test('of a public league lets a stranger join, and then shows the rank', async () => {
    const open = {
      ...joined,
      type: 'public' as const,
      isMember: false,
      joinCode: undefined,
      me: null,
      standings: [ben],
    }
    const answers = ofMember({ [page]: ok(LeagueDetail, open) })
    const { user, answer } = draw(area, { at, answers })
    const join = await screen.findByRole('button', { name: 'Join League' })
    expect(screen.queryByRole('tab', { name: 'Picks' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Invite' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Leave' })).toBeNull()
    expect(band()).not.toContain('Your rank')
    answer('POST /api/leagues/3/join', () => {
      answer(page, ok(LeagueDetail, joined))
      return done
    })
    await user.click(join)
    expect(await screen.findByText('Joined league successfully')).toBeDefined()
    await waitFor(() => expect(band()).toContain('Your rank2nd'))
    expect(screen.queryByRole('button', { name: 'Join League' })).toBeNull()
  })

  test('returns to the leagues once the reader has left, and reads nothing of the league any more', async () => {
    const answers = ofMember({ [mine]: leagues() })
    const { user, answer, calls } = draw(area, { at, answers })
    await user.click(await screen.findByRole('tab', { name: 'Leave' }))
    await user.click(await screen.findByRole('button', { name: 'Leave league' }))
    let before = 0
    answer('DELETE /api/leagues/3/members/1', () => {
      before = calls.length
      return done
    })
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave league' }))
    expect(await screen.findByText('Left league successfully')).toBeDefined()
    expect(await screen.findByText('No leagues yet')).toBeDefined()
    expect(address).toBe('/leagues')
    await waitFor(() => expect(calls.at(-1)?.path).toBe(mine))
    expect(calls.slice(before).filter(({ path }) => path.startsWith('/api/leagues/3'))).toEqual([])
  })

  test('stays where leaving fails', async () => {
    const answers = ofMember({ 'DELETE /api/leagues/3/members/1': problem(409, 'Hand the league over first') })
    const { user } = draw(area, { at, answers })
    await user.click(await screen.findByRole('tab', { name: 'Leave' }))
    await user.click(await screen.findByRole('button', { name: 'Leave league' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave league' }))
    expect(await screen.findByText('Failed to leave league')).toBeDefined()
    expect(screen.getByText('Hand the league over first')).toBeDefined()
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(address).toBe('/leagues/3?tab=settings')
  })

  test('is tried again after a failure', async () => {
    const { user, answer } = draw(area, { at, answers: ofMember({ [page]: problem(503) }) })
    expect(screen.getByText('Loading the league')).toBeDefined()
    expect(await screen.findByText('Failed to load the league')).toBeDefined()
    answer(page, ok(LeagueDetail, joined))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
  })

  test('has no gameweek before the first of the season', async () => {
    const early = { ...joined, latestGameweek: null, standings: [leagueRowSample()], me: leagueRowSample() }
    draw(area, { at, answers: ofMember({ [page]: ok(LeagueDetail, early) }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(band()).not.toContain('Gameweek')
  })

  test.each([at, `${at}/rules`])('%s of a private league is not found for a stranger', async (of) => {
    const gone = { [page]: problem(404), [live]: problem(404), [rules.rules.key(3)]: problem(404) }
    draw(area, { at: of, answers: gone })
    expect(await screen.findByRole('heading', { level: 1, name: 'League not found' })).toBeDefined()
    expect(screen.getByText('It may have closed, or it’s private and you need its join code.')).toBeDefined()
  })

  test('needs a number in its path', async () => {
    const { user } = draw(area, { at: '/leagues/abc', answers: { [mine]: leagues() } })
    expect(screen.getByRole('heading', { level: 1, name: 'Invalid League' })).toBeDefined()
    expect(screen.getByText('League ID is missing or invalid.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Back to Leagues' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Leagues' })).toBeDefined()
  })

  test('shows all sections at once in a wide window', async () => {
    const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280)
    draw(area, { at, answers: ofMember() })
    expect(await screen.findByRole('heading', { name: 'Membership' })).toBeDefined()
    for (const name of ['Standings', 'Teams', 'Invitation']) expect(screen.getByRole('heading', { name })).toBeDefined()
    expect(screen.queryByRole('tablist', { name: 'League' })).toBeNull()
    width.mockRestore()
  })
})

describe('the page of a league’s statistics', () => {
  const at = '/leagues/3/statistics'
  const path = reads.statistics.key(3)

  test('has title, description and a way back', async () => {
    const statistics = leagueStatisticsSample({ description: 'All think Burnley will score.' })
    const { user } = draw(area, { at, answers: { [path]: ok(LeagueStatistics, statistics), [mine]: leagues() } })
    expect(screen.getByText('Loading league statistics')).toBeDefined()
    expect(await screen.findByRole('heading', { level: 1, name: 'Office Statistics' })).toBeDefined()
    expect(document.title).toContain('Office Statistics')
    expect(screen.getByText('All think Burnley will score.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Back to Leagues' }))
    expect(address).toBe('/leagues')
  })

  test('says that they cannot be read, as those of a stranger’s league', async () => {
    const { user, answer } = draw(area, { at, answers: { [path]: problem(404, 'There is no league with this id') } })
    expect(await screen.findByText('Failed to load league statistics')).toBeDefined()
    expect(screen.getByText('There is no league with this id')).toBeDefined()
    answer(path, ok(LeagueStatistics, leagueStatisticsSample()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Office Statistics' })).toBeDefined()
  })

  test('R484: shows the error once the league has closed, or has removed the reader', async () => {
    const { answer } = draw(area, { at, answers: { [path]: ok(LeagueStatistics, leagueStatisticsSample()) } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Office Statistics' })).toBeDefined()
    answer(path, problem(503, 'The store is away'))
    await act(() => mutate(path))
    expect(screen.getByRole('heading', { level: 1, name: 'Office Statistics' })).toBeDefined()
    answer(path, problem(404, 'League not found'))
    await act(() => mutate(path))
    expect(screen.getByText('League not found')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'League Statistics' })).toBeDefined()
  })

  test('needs a number in its path', () => {
    const { calls } = draw(area, { at: '/leagues/abc/statistics' })
    expect(screen.getByText('Failed to load league statistics')).toBeDefined()
    expect(screen.getByText('League ID is missing or invalid.')).toBeDefined()
    expect(calls).toEqual([])
  })
})
