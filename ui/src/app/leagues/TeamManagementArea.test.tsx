import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leagueSample, readerSample } from '../../../../test/support/samples.ts'
import { reads as leagues } from '../../features/leagues/reads.ts'
import { reads } from '../../features/teams/reads.ts'
import { TeamManagementArea } from './TeamManagementArea.tsx'

componentTests()

type Member = LeagueTeam['members'][number]
const member = (userId: number, changes: Partial<Member> = {}): Member => ({
  id: 100 + userId,
  userId,
  role: userId === 2 ? 'captain' : 'member',
  contributedPoints: 10 * userId,
  joinedAt: '2025-11-21T10:00:00.000Z',
  user: { username: `player-${userId}`, displayName: `player-${userId}`, profileImage: null },
  ...changes,
})
const team = (changes: Partial<LeagueTeam> = {}): LeagueTeam => {
  const members = changes.members ?? [member(2)]
  return {
    id: 7,
    leagueId: 3,
    name: 'Near Post',
    description: null,
    captainId: 2,
    maxMembers: 5,
    teamColor: '#3b82f6',
    memberCount: members.length,
    wins: 0,
    draws: 0,
    losses: 0,
    totalPoints: 0,
    averageAccuracy: 0,
    correctPredictions: 0,
    settledPredictions: 0,
    ...changes,
    members,
  }
}

const LEAGUE = leagues.league.key(3, { limit: 1, offset: 0 })
const TEAMS = reads.ofLeague.key(3)
const CREATE = 'POST /api/leagues/3/teams'
const JOIN = 'POST /api/teams/7/members'
const LEAVE = 'DELETE /api/teams/7/members/1'

const league = ok(LeagueDetail, { ...leagueSample(), gameweek: null, latestGameweek: null, standings: [], me: null })
const teams = (...list: LeagueTeam[]) => ok(z.array(LeagueTeam), list)

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
/** Draws the page as user 1, a member of the league who is in none of these teams unless they say so. */
const open = (answers: Answers = {}, path = '/3') =>
  draw(
    <Routes>
      <Route
        path="/team-management/*"
        element={<TeamManagementArea user={readerSample()} title="Team Management" adminPages={[]} />}
      />
    </Routes>,
    { at: `/team-management${path}`, answers: { ...(path === '/3' ? { [LEAGUE]: league } : {}), ...answers } },
  )
const card = async (name: string) => (await screen.findByRole('heading', { level: 3, name })).closest('li')!
const press = async (user: { click(element: Element): Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('the page', () => {
  test.each(['/abc', ''])('at "%s" is not of a league: Invalid League, and a way back', async (path) => {
    open({}, path)
    expect(await screen.findByRole('heading', { name: 'Invalid League' })).toBeDefined()
    expect(screen.getByText('League ID is missing or invalid.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Leagues' }).getAttribute('href')).toBe('/leagues')
  })

  test('R487: has the name of its league in its title', async () => {
    open({ [TEAMS]: teams(team()) })
    expect(await card('Near Post')).toBeDefined()
    expect(document.title).toBe('Office Team Management · PLP')
  })

  test('of a private league is not there for strangers', async () => {
    open({ [LEAGUE]: problem(404, 'League not found'), [TEAMS]: problem(404, 'League not found') })
    expect(await screen.findByRole('heading', { name: 'League not found' })).toBeDefined()
  })

  test('of a league that does not load can be requested again', async () => {
    const { user, answer } = open({ [LEAGUE]: problem(503), [TEAMS]: teams(team()) })
    expect(await screen.findByText('Failed to load the league')).toBeDefined()
    answer(LEAGUE, league)
    await press(user, 'Try again')
    expect(await card('Near Post')).toBeDefined()
  })

  test('waits for its teams, which can be requested again, and offers no new one before (R504)', async () => {
    const create = () => screen.queryByRole('button', { name: 'Create Team' })
    const first = open({ [TEAMS]: 'pending' })
    await screen.findByRole('heading', { name: 'Team Management' })
    expect(await screen.findByText('Loading teams')).toBeDefined()
    expect(create()).toBeNull()
    first.unmount()
    const second = open({ [TEAMS]: problem(503) })
    expect(await screen.findByText('Failed to load teams')).toBeDefined()
    expect(create()).toBeNull()
    second.answer(TEAMS, teams(team()))
    await press(second.user, 'Try again')
    expect(await card('Near Post')).toBeDefined()
  })
})

describe('a team', () => {
  test('is joined', async () => {
    const { user, answer, writes } = open({ [TEAMS]: teams(team()), [JOIN]: done })
    expect(within(await card('Near Post')).getByText('1 of 5 members')).toBeDefined()
    answer(TEAMS, teams(team({ members: [member(2), member(1)] })))
    await press(user, 'Join Team Near Post')
    expect(await screen.findByText('Joined team successfully')).toBeDefined()
    expect(writes()).toMatchObject([{ path: '/api/teams/7/members', body: { userId: 1, role: 'member' } }])
    expect(await screen.findByText('2 of 5 members')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Leave Team Near Post' })).toBeDefined()
  })

  test('is left; until then no other can be joined or founded (R354)', async () => {
    const other = team({ id: 8, name: 'Far Post', captainId: 3, members: [member(3)] })
    const { user, answer, writes } = open({
      [TEAMS]: teams(team({ members: [member(2), member(1)] }), other),
      [LEAVE]: done,
    })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Join Team Far Post' })).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Create Team' })).toBeNull()
    answer(TEAMS, teams(team(), other))
    await press(user, 'Leave Team Near Post')
    expect(await screen.findByText('Left team successfully')).toBeDefined()
    expect(writes()).toHaveLength(1)
    expect(await screen.findByRole('button', { name: 'Join Team Near Post' })).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join Team Far Post' }).disabled).toBe(false)
    expect(screen.getByRole('button', { name: 'Create Team' })).toBeDefined()
  })

  test('whose last member leaves disbands, after a question', async () => {
    const { user, writes } = open({ [TEAMS]: teams(team({ captainId: 1, members: [member(1)] })), [LEAVE]: done })
    await press(user, 'Leave Team Near Post')
    const question = await screen.findByRole('dialog', { name: 'Leave Near Post?' })
    expect(within(question).getByText('You are its last member, so the team disbands.')).toBeDefined()
    expect(writes()).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Leave Team' }))
    expect(await screen.findByText('Left team successfully')).toBeDefined()
  })

  test('that is full says so: Team Full', async () => {
    open({ [TEAMS]: teams(team({ maxMembers: 3, members: [member(2), member(3), member(4)] })) })
    const full = await screen.findByRole<HTMLButtonElement>('button', { name: 'Team Full Near Post' })
    expect(full.disabled).toBe(true)
  })

  test('shows 3 members and +N more members on its card, the details all of them', async () => {
    const members = [2, 3, 4, 5, 6].map((id) => member(id))
    const { user } = open({ [TEAMS]: teams(team({ members })) })
    expect(within(await card('Near Post')).getByText('+2 more members')).toBeDefined()
    const shown = screen.getByRole('list', { name: 'Members of Near Post' })
    expect(within(shown).getAllByRole('listitem')).toHaveLength(3)
    await press(user, 'Details Near Post')
    const dialog = await screen.findByRole('dialog', { name: /Near Post/ })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(5)
    expect(within(dialog).getAllByText('Joined 21 Nov 2025')).toHaveLength(5)
    expect(within(dialog).queryByRole('combobox')).toBeNull()
  })

  test('has roles that its captain changes', async () => {
    const members = [member(1, { role: 'captain' }), member(3)]
    const path = 'PATCH /api/teams/7/members/3'
    const { user, answer, writes } = open({
      [TEAMS]: teams(team({ captainId: 1, members })),
      [path]: problem(409, 'A team has one vice-captain'),
    })
    await press(user, 'Details Near Post')
    const role = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role of player-3' })
    await user.selectOptions(role, 'Vice-captain')
    expect(await screen.findByText('A team has one vice-captain')).toBeDefined()
    expect(role.value).toBe('member')
    answer(path, done)
    answer(TEAMS, teams(team({ captainId: 1, members: [members[0]!, member(3, { role: 'vice-captain' })] })))
    await user.selectOptions(role, 'Vice-captain')
    expect(await screen.findByText('Role changed')).toBeDefined()
    expect(role.value).toBe('vice-captain')
    expect(writes().at(-1)!.body).toEqual({ role: 'vice-captain' })
  })

  test('shows its record in its words and numbers', async () => {
    open({
      [TEAMS]: teams(
        team({ wins: 6, draws: 1, losses: 5, totalPoints: 1862, correctPredictions: 54, settledPredictions: 113 }),
      ),
    })
    const shown = within(await card('Near Post'))
    expect(shown.getByRole('img', { name: '6 won, 1 drawn, 5 lost' })).toBeDefined()
    expect(shown.getByText('W6 D1 L5')).toBeDefined()
    expect(shown.getByText('1,862')).toBeDefined()
    expect(shown.getByText('48%')).toBeDefined()
    expect(shown.getByText('54 of 113 right')).toBeDefined()
  })

  test('that cannot be joined or left says why', async () => {
    const { user, answer } = open({ [TEAMS]: teams(team()), [JOIN]: problem(503, 'The store is away') })
    await press(user, 'Join Team Near Post')
    expect(await screen.findByText('Failed to join team')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(JOIN, done)
    answer(TEAMS, teams(team({ members: [member(2), member(1)] })))
    answer(LEAVE, 'offline')
    await press(user, 'Join Team Near Post')
    await press(user, 'Leave Team Near Post')
    expect(await screen.findByText('Failed to leave team')).toBeDefined()
  })

  test('of a league of others can only be looked at', async () => {
    const { standing: _, ...base } = leagueSample({ isMember: false })
    const strangers = ok(LeagueDetail, { ...base, gameweek: null, latestGameweek: null, standings: [], me: null })
    open({ [LEAGUE]: strangers, [TEAMS]: teams(team()) })
    const buttons = within(await card('Near Post')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual(['Details'])
    expect(screen.queryByRole('button', { name: 'Create Team' })).toBeNull()
  })
})

describe('the first team', () => {
  test('is founded with five places and the default colour', async () => {
    const { user, answer, writes } = open({ [TEAMS]: teams(), [CREATE]: done })
    expect(await screen.findByText('No teams yet')).toBeDefined()
    await press(user, 'Create First Team')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Team' }))
    const size = dialog.getByLabelText<HTMLSelectElement>('Max members')
    expect(size.value).toBe('5')
    expect([...size.options].map(({ text }) => text)).toEqual(['3 members', '5 members', '8 members', '10 members'])
    expect(dialog.getByLabelText<HTMLInputElement>('Team colour').value).toBe('#3b82f6')
    await user.click(dialog.getByRole('button', { name: 'Create Team' }))
    expect(dialog.getByText('Give the team a name')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByLabelText('Team name'))
    expect(writes()).toEqual([])
    answer(TEAMS, teams(team({ captainId: 1, members: [member(1, { role: 'captain' })] })))
    await user.type(dialog.getByLabelText('Team name'), ' Near Post ')
    await user.click(dialog.getByRole('button', { name: 'Create Team' }))
    expect(await screen.findByText('Team created successfully')).toBeDefined()
    expect(writes()).toMatchObject([
      { body: { name: 'Near Post', description: null, maxMembers: 5, teamColor: '#3b82f6' } },
    ])
    expect(await card('Near Post')).toBeDefined()
  })

  test('that is refused says why in the dialog', async () => {
    const { user } = open({ [TEAMS]: teams(), [CREATE]: problem(503, 'The store is away') })
    await press(user, 'Create Team')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Team' }))
    await user.type(dialog.getByLabelText('Team name'), 'Mine')
    await user.click(dialog.getByRole('button', { name: 'Create Team' }))
    expect(await screen.findByText('Failed to create team')).toBeDefined()
    expect(within(dialog.getByRole('alert')).getByText('The store is away')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
