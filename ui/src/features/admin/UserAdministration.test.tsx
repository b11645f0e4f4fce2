import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  AdministratorsAct,
  AdminUser,
  AdminUserSummary,
  DeletionConsequences,
  NewPassword,
} from '../../../../src/areas/administration/contract.ts'
import { Team } from '../../../../src/areas/fixtures/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { teamSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { reads } from './reads.ts'
import { UserAdministration } from './UserAdministration.tsx'
import { FIRST_VIEW, type UsersView } from './users.ts'

componentTests()
beforeEach(() => toast(null))

const sample = (id: number, changes: Partial<AdminUser> = {}): AdminUser => ({
  id,
  username: `player_${id}`,
  displayName: `player_${id}`,
  profileImage: null,
  role: 'user',
  totalPoints: 0,
  totalPredictions: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  accuracy: 0,
  rank: null,
  achievementCount: 0,
  favoriteTeam: null,
  walletAddress: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  ...changes,
})
const admin = sample(1, { username: 'admin', displayName: 'admin', role: 'admin' })
const ann = sample(2, { username: 'ann', displayName: 'ann' })

const listed = (users: AdminUser[], total = users.length) =>
  ok(z.array(AdminUser), users, { 'Plp-Total': String(total) })
const acts = (...list: AdministratorsAct[]) =>
  ok(z.array(AdministratorsAct), list, { 'Plp-Total': String(list.length) })
const at = (view: Partial<UsersView> = {}) => reads.users.key({ ...FIRST_VIEW, ...view })
const LIST = at()
const LOG = reads.log.key(0)
const CONSEQUENCES = reads.consequences.key(2)
const RESET = 'POST /api/admin/users/2/reset-password'
const summary = ok(AdminUserSummary, {
  ...{ totalUsers: 1_204, activePredictors: 87, topScore: 1_150 },
  ...{ averageAccuracy: 41, correctPredictions: 54, settledPredictions: 113 },
})
const consequences = ok(DeletionConsequences, {
  ...{ predictions: 12, points: 340, leagues: 1, teams: 0, messages: 5, feedback: 1 },
})

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

const drawn = (answers: Answers = {}) =>
  draw(<UserAdministration readerId={1} />, {
    answers: { [LIST]: listed([admin, ann]), [LOG]: acts(), [reads.usersSummary.key]: summary, ...answers },
  })

/** The row of a user, once it has loaded. */
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!
/** Presses a button in the row of a user. */
async function press(user: ReturnType<typeof draw>['user'], name: string, button: string) {
  await rowOf(name)
  await user.click(screen.getByRole('button', { name: `${button}: ${name}` }))
}
const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const head = (name: string) => screen.getByRole('columnheader', { name })

test('what administrators did follows the rows, so that it does not move when they arrive', async () => {
  const { answer } = drawn({ [LIST]: 'pending' })
  expect(screen.getByText('Users loading')).toBeDefined()
  expect(screen.queryByText('What administrators did')).toBeNull()
  answer(LIST, listed([admin]))
})

describe('the list of users', () => {
  test('waits with dashes for the numbers', () => {
    drawn({ [LIST]: 'pending', [reads.usersSummary.key]: 'pending' })
    expect(screen.getByText('Users loading')).toBeDefined()
    expect(tile('Total Users')).toBe('–')
    expect(tile('Avg Accuracy')).toBe('–')
  })

  test('has its totals in tiles and links to the other pages', async () => {
    drawn()
    await waitFor(() => expect(tile('Total Users')).toBe('1,204'))
    expect(tile('Active Predictors')).toBe('87')
    expect(tile('Top Score')).toBe('1,150')
    expect(tile('Avg Accuracy')).toBe('48%')
    expect(screen.getByText('54 of 113 right')).toBeDefined()
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(target('Unlock Achievements')).toBe('/admin/achievements')
    expect(target('Account Security')).toBe('/admin/accounts')
  })

  test('before the first user signs up: No users have signed up yet', async () => {
    drawn({ [LIST]: listed([]) })
    expect(await screen.findByText('No users have signed up yet')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [LIST]: problem(503, 'The store is away') })
    expect(await screen.findByText('Failed to load users')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(LIST, listed([ann]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rowOf('ann')).toBeDefined()
  })

  test('shows ranks, accuracies, roles, clubs and wallets', async () => {
    const wallet = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    const first = sample(5, {
      role: 'admin',
      rank: 1,
      settledPredictions: 1,
      accuracy: 70,
      favoriteTeam: 9,
      walletAddress: wallet,
    })
    const second = sample(6, {
      rank: 1_234,
      accuracy: 49,
      favoriteTeam: 999,
      totalPredictions: 12,
      correctPredictions: 7,
      settledPredictions: 10,
    })
    drawn({
      [LIST]: listed([first, second, sample(7)]),
      [shared.clubs.key]: ok(z.array(Team), [teamSample(9, 'Everton')]),
    })
    await waitFor(async () => expect((await rowOf('player_5')).textContent).toContain('70%0AdminEverton0x71C7…976F'))
    expect((await rowOf('player_5')).textContent).toContain('User #51')
    expect((await rowOf('player_6')).textContent).toMatch(
      /1,234.*127 of 10 correct49%0UserUnknown TeamNo Wallet21 Nov 2026/,
    )
    expect((await rowOf('player_7')).textContent).toMatch(/User #7–.*0 correct–0.*Not Set.*No Wallet/)
  })

  test('the reader’s own row has no buttons', async () => {
    drawn()
    const own = within(await rowOf('admin'))
    expect(own.getByText('Current User')).toBeDefined()
    expect(own.queryByRole('button')).toBeNull()
    expect(within(await rowOf('ann')).getAllByRole('button')).toHaveLength(3)
  })

  test('R120: is sorted by a press on a column, and reversed by another', async () => {
    const { user } = drawn({
      [LIST]: listed([admin, ann]),
      [at({ sort: 'username' })]: listed([admin, ann]),
      [at({ sort: 'username', order: 'desc' })]: listed([ann, admin]),
    })
    expect(await screen.findByText('2 users, by rank')).toBeDefined()
    expect(head('Rank').getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(head('Username')).getByRole('button'))
    expect(await screen.findByText('2 users, by username')).toBeDefined()
    expect(head('Username').getAttribute('aria-sort')).toBe('ascending')
    expect(head('Rank').hasAttribute('aria-sort')).toBe(false)
    await user.click(within(head('Username')).getByRole('button'))
    await waitFor(() => expect(head('Username').getAttribute('aria-sort')).toBe('descending'))
    await waitFor(() => expect(screen.getAllByRole('rowheader')[0]!.textContent).toContain('ann'))
    // Ranks have one order only.
    await user.click(within(head('Rank')).getByRole('button'))
    await user.click(within(head('Rank')).getByRole('button'))
    expect(head('Rank').getAttribute('aria-sort')).toBe('ascending')
  })

  test('R120: cards are sorted by a choice and a button, which ranks do not have', async () => {
    const { user } = drawn({
      [at({ sort: 'points' })]: listed([ann, admin]),
      [at({ sort: 'points', order: 'desc' })]: listed([admin, ann]),
    })
    await rowOf('ann')
    const descending = screen.getByRole('button', { name: 'Descending' })
    expect(descending).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Points')
    expect(await screen.findByText('2 users, by points')).toBeDefined()
    await user.click(descending)
    expect(descending.getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(screen.getAllByRole('rowheader')[0]!.textContent).toContain('admin'))
  })

  test('R121: a search by the first letters shows how many it found, and can be cleared', async () => {
    const { user } = drawn({ [at({ search: 'an' })]: listed([ann]), [at({ search: 'anzyx' })]: listed([]) })
    await rowOf('admin')
    const box = screen.getByRole('searchbox', { name: 'Search users' })
    await user.type(box, ' an')
    expect(await screen.findByText('1 found, by rank')).toBeDefined()
    expect(screen.queryByRole('rowheader', { name: /admin/ })).toBeNull()
    await user.type(box, 'zyx')
    expect(await screen.findByText('No user matches “anzyx”')).toBeDefined()
    expect(screen.getByText('Search by the start of the name.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await rowOf('admin')).toBeDefined()
    expect(box).toHaveProperty('value', '')
  })

  test('comes by pages; a new order starts at the first', async () => {
    const { user } = drawn({
      [LIST]: listed([admin], 60),
      [at({ offset: 25 })]: listed([ann], 60),
      [at({ sort: 'username' })]: listed([admin], 60),
    })
    expect(await screen.findByText('1 to 25 of 60 users')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('26 to 50 of 60 users')).toBeDefined()
    expect(await rowOf('ann')).toBeDefined()
    await user.click(within(head('Username')).getByRole('button'))
    expect(await screen.findByText('1 to 25 of 60 users')).toBeDefined()
  })
})

describe('a role', () => {
  const ROLE = 'PATCH /api/admin/users/2/role'

  test('R122: is changed at once and read again', async () => {
    const { user, answer, writes } = drawn({ [ROLE]: done })
    await rowOf('ann')
    answer(LIST, listed([admin, { ...ann, role: 'admin' }]))
    await press(user, 'ann', 'Make Admin')
    expect(await screen.findByText('Role updated')).toBeDefined()
    expect(screen.getByText('ann is now an administrator.')).toBeDefined()
    expect(writes()).toEqual([{ method: 'PATCH', path: '/api/admin/users/2/role', body: { role: 'admin' } }])
    answer(LIST, listed([admin, ann]))
    await user.click(await screen.findByRole('button', { name: 'Remove Admin: ann' }))
    expect(await screen.findByText('ann is now a user.')).toBeDefined()
    expect(writes()[1]!.body).toEqual({ role: 'user' })
  })

  test('a failure is shown in the words of the server, or in those of the page', async () => {
    const last = 'You can’t demote or delete the last administrator'
    const { user, answer } = drawn({ [ROLE]: problem(409, last) })
    await press(user, 'ann', 'Make Admin')
    expect(await screen.findByText('Failed to update role')).toBeDefined()
    expect(screen.getByText(last)).toBeDefined()
    answer(ROLE, 'offline')
    await press(user, 'ann', 'Make Admin')
    expect(await screen.findByText('The server did not answer.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Make Admin: ann' })).toBeDefined()
  })
})

describe('a new password', () => {
  const answered = ok(NewPassword, { newPassword: 'tidy-otter-81' })

  test('R123: is shown once, has the focus, is copied and closed', async () => {
    const { user, writes } = drawn({ [RESET]: answered })
    await press(user, 'ann', 'Reset Password')
    const dialog = within(screen.getByRole('dialog', { name: 'Reset User Password' }))
    expect(dialog.getByText('You’ll see the new password once. This signs ann out everywhere.')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /Reason for the log/ }), 'Asked by mail')
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }))
    const notice = await screen.findByRole('region', { name: 'Password reset successfully' })
    expect(notice.textContent).toContain('New password for ann. You’ll only see it once: pass it on securely.')
    expect(within(notice).getByText('tidy-otter-81')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(within(notice).getByRole('heading')))
    expect(writes()).toEqual([
      { method: 'POST', path: '/api/admin/users/2/reset-password', body: { reason: 'Asked by mail' } },
    ])
    await user.click(within(notice).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Password copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('tidy-otter-81')
    await user.click(within(notice).getByRole('button', { name: 'Close: new password' }))
    expect(screen.queryByText('tidy-otter-81')).toBeNull()
  })

  test('that cannot be copied stays readable', async () => {
    const { user } = drawn({ [RESET]: answered })
    await press(user, 'ann', 'Reset Password')
    await user.click(screen.getByRole('button', { name: 'Reset Password' }))
    const copy = await screen.findByRole('button', { name: 'Copy' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(copy)
    expect(await screen.findByText('Failed to copy password')).toBeDefined()
    expect(screen.getByText('Select it and copy it.')).toBeDefined()
    expect(screen.getByText('tidy-otter-81')).toBeDefined()
  })

  test('without a reason is sent without one; a failure is shown and nothing else', async () => {
    const { user, writes } = drawn({ [RESET]: problem(503) })
    await press(user, 'ann', 'Reset Password')
    await user.click(screen.getByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByText('Failed to reset password')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    expect(writes()[0]!.body).toEqual({})
    expect(screen.queryByRole('region', { name: 'Password reset successfully' })).toBeNull()
  })
})

describe('a deletion', () => {
  test('R125: lists what is deleted, and can be cancelled', async () => {
    const { user, writes } = drawn({ [CONSEQUENCES]: consequences })
    await press(user, 'ann', 'Delete')
    const dialog = within(screen.getByRole('dialog', { name: 'Confirm User Deletion' }))
    expect(
      dialog.getByText('This is permanent. It removes ann’s predictions, league memberships and account data.'),
    ).toBeDefined()
    expect(await dialog.findByText('12 predictions and 340 points')).toBeDefined()
    expect(dialog.getByText('1 league, 0 teams: any they run pass to another member, or close')).toBeDefined()
    expect(dialog.getByText('Feedback stays, signed Deleted user')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(writes()).toEqual([])
  })

  test('R125: is sent with its reason, and the user is gone', async () => {
    const { user, answer, writes } = drawn({
      [CONSEQUENCES]: consequences,
      'DELETE /api/admin/users/2?reason=asked': done,
    })
    await press(user, 'ann', 'Delete')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason for the log' }), 'Asked for it')
    answer(LIST, listed([admin]))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('User deleted')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /ann/ })).toBeNull())
    expect(writes()).toHaveLength(1)
  })

  test('a failure is shown; the details can be read again', async () => {
    const { user, answer } = drawn({ [CONSEQUENCES]: problem(503), 'DELETE /api/admin/users/2': 'offline' })
    await press(user, 'ann', 'Delete')
    expect(await screen.findByText('Failed to load the details')).toBeDefined()
    answer(CONSEQUENCES, consequences)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('5 messages')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete user')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    expect(await rowOf('ann')).toBeDefined()
  })
})
