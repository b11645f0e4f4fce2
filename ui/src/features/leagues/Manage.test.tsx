import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leaguePageSample, leagueRowSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { PAGE, reads } from './reads.ts'
import { Standings } from './Standings.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const key = reads.league.key(3, { limit: PAGE, offset: 0 })
const ada = leagueRowSample({ role: 'admin' })
const ben = leagueRowSample({ id: 2, username: 'ben', displayName: 'Ben B', joinedAt: '2025-09-05T10:00:00.000Z' })
const league = leaguePageSample({ type: 'private', standings: [ada, ben] })
const page = (...standings: LeagueDetail['standings']) => ok(LeagueDetail, { ...league, standings })

const drawMembers = (userId: number, answers: NonNullable<Parameters<typeof draw>[1]>['answers'] = {}) =>
  draw(<Standings league={league} live={null} userId={userId} />, { answers: { [key]: page(ada, ben), ...answers } })
const list = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
const confirm = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

describe('the members of a league', () => {
  test('are listed with names, role and date of joining; only the admin has actions', async () => {
    drawMembers(2)
    const [first, second] = (await list()).map(({ textContent }) => textContent)
    expect(first).toContain('You AdminJoined 1 Aug 2025')
    expect(second).toContain('ben Ben BJoined 5 Sept 2025')
    expect(screen.queryByRole('button', { name: /^Manage/ })).toBeNull()
  })

  test('are removed by the admin after a confirmation', async () => {
    const REMOVE = 'DELETE /api/leagues/3/members/2'
    const { user, writes, answer } = drawMembers(1)
    await list()
    expect(screen.queryByRole('button', { name: 'Manage ada' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Manage ben' }))
    await user.click(confirm('Remove'))
    expect(screen.getByRole('dialog', { name: 'Remove ben?' })).toBeDefined()
    await user.click(confirm('Cancel'))
    expect(writes()).toEqual([])
    answer(REMOVE, () => {
      answer(key, page(ada))
      return done
    })
    await user.click(screen.getByRole('button', { name: 'Manage ben' }))
    await user.click(confirm('Remove'))
    await user.click(confirm('Remove member'))
    expect(await screen.findByText('Member removed')).toBeDefined()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([REMOVE])
    expect(await list()).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['private', 'Anyone with the join code can rejoin. Create a new code to keep them out.'],
    ['public', 'The league is public, so they can rejoin.'],
  ] as const)('R353: can rejoin after a removal, which the question says: %s', async (type, way) => {
    const { user } = drawMembers(1, { [key]: ok(LeagueDetail, { ...league, type }) })
    await list()
    await user.click(screen.getByRole('button', { name: 'Manage ben' }))
    await user.click(confirm('Remove'))
    expect(screen.getByRole('dialog').textContent).toContain(
      `They leave the league, and their team if they have one. ${way}`,
    )
  })

  test('are made admin after a confirmation', async () => {
    const { user, writes } = drawMembers(1, { 'PATCH /api/leagues/3': done })
    await list()
    await user.click(screen.getByRole('button', { name: 'Manage ben' }))
    await user.click(confirm('Make admin'))
    expect(screen.getByRole('dialog', { name: 'Make ben the admin?' })).toBeDefined()
    await user.click(confirm('Hand over'))
    expect(await screen.findByText('League handed over')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ adminId: 2 }])
  })

  test.each([
    ['Remove', 'Remove member', 'DELETE /api/leagues/3/members/2', 'Failed to remove member'],
    ['Make admin', 'Hand over', 'PATCH /api/leagues/3', 'Failed to hand over'],
  ])('a refusal is shown with its reason: %s', async (action, answer, call, title) => {
    const { user } = drawMembers(1, { [call]: problem(409, 'ben has left') })
    await list()
    await user.click(screen.getByRole('button', { name: 'Manage ben' }))
    await user.click(confirm(action))
    await user.click(confirm(answer))
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('ben has left')).toBeDefined()
  })
})
