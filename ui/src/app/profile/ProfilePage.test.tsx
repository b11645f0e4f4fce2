import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CurrentUser, OwnSession } from '../../../../src/areas/accounts/contract.ts'
import { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { NotificationSettings } from '../../../../src/areas/notifications/contract.ts'
import { CreationOptions, type OwnPasskey, OwnPasskeys } from '../../../../src/areas/passkeys/contract.ts'
import { Profile, ProfileStats } from '../../../../src/areas/profiles/contract.ts'
import { componentTests, done, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import {
  boardRowSample,
  fixtureSample,
  leagueSample,
  profileStatsSample,
  readerSample,
  tableRowSample,
} from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as achievements } from '../../features/achievements/reads.ts'
import { reads as boards } from '../../features/boards/reads.ts'
import { reads as notifications } from '../../features/notifications/reads.ts'
import { reads } from '../../features/profile/reads.ts'
import { ProfilePage } from './ProfilePage.tsx'

componentTests()

const record = {
  totalPredictions: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  exactScores: 0,
  averageAccuracy: 0,
  currentStreak: 0,
  bestStreak: 0,
  totalPoints: 0,
  rank: null,
}
const profile = (changes: Partial<Profile> = {}) =>
  ok(Profile, {
    id: 1,
    username: 'maya_k',
    displayName: 'maya_k',
    profileImage: null,
    firstName: null,
    lastName: null,
    email: null,
    emailConfirmed: false,
    securityQuestion: null,
    bio: null,
    location: null,
    phone: null,
    favoriteTeam: null,
    joinedAt: '2025-08-01T10:00:00.000Z',
    ...record,
    ...changes,
  })
const stats = (changes: Partial<ProfileStats> = {}) => ok(ProfileStats, profileStatsSample(changes))
const board = (page: Partial<LeaderboardPage> = {}) => ok(LeaderboardPage, { entries: [], total: 0, me: null, ...page })
const session = (id: string, changes: Partial<OwnSession> = {}): OwnSession => ({
  id,
  createdAt: '2025-11-27T08:12:00.000Z',
  lastUsedAt: '2025-11-28T08:12:00.000Z',
  device: 'Firefox on Android',
  network: '192.0.2.0/24',
  isCurrent: false,
  ...changes,
})
const sessions = (...list: OwnSession[]) =>
  ok(z.array(OwnSession), [session('a', { device: 'Chrome on Linux', isCurrent: true }), ...list])

const passkey = (id: number, name: string): OwnPasskey => ({
  ...{ id, name, addedAt: '2025-11-27T08:12:00.000Z' },
  lastUsedAt: null,
})
const passkeys = (changes: Partial<OwnPasskeys> = {}) =>
  ok(OwnPasskeys, { passkeys: [], needsPassword: false, setsPassword: false, ...changes })

const PROFILE = reads.profile.key
const SAVE = `PUT ${PROFILE}`

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const open = (answers: Answers = {}, { at = '/profile', user = readerSample() } = {}) =>
  draw(<ProfilePage user={user} title="Profile" adminPages={[]} />, {
    at,
    answers: {
      [PROFILE]: profile(),
      [reads.stats.key]: stats(),
      [boards.page.key(1, 0)]: board(),
      [shared.myLeagues.key]: ok(z.array(League), []),
      [shared.currentFixtures.key]: ok(z.array(Fixture), []),
      [shared.fixtures.key]: ok(z.array(Fixture), [fixtureSample()]),
      [shared.clubs.key]: ok(z.array(TableRow), [tableRowSample()]),
      [reads.sessions.key]: sessions(),
      [reads.passkeys.key]: passkeys(),
      [notifications.settings.key]: ok(NotificationSettings, { muted: [] }),
      [shared.user.key]: ok(CurrentUser, user),
      ...answers,
    },
  })
const settings = { at: '/profile?tab=settings' }
const region = (name: string) => screen.findByRole('region', { name })
const itemsOf = async (name: string) =>
  within(await region(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const press = async (user: { click(element: Element): Promise<void> }, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

describe('the profile', () => {
  test('of a new player: rank 999, no badge yet, and a link to the first pick (R190, R191)', async () => {
    open()
    expect(await itemsOf('Badges')).toEqual([
      'Score Predictor0 exact scores, needs 1Not yet unlocked',
      'Streak MasterBest streak 0, needs 5Not yet unlocked',
      'Dedicated Predictor0 predictions, needs 50Not yet unlocked',
    ])
    expect(screen.getByText('No badges yet. The first exact score makes you a Score Predictor.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Make your first pick' }).getAttribute('href')).toBe('/')
    expect(screen.getByText('No rank yet', { selector: 'dt' }).parentElement!.textContent).toBe('No rank yet999')
    expect(screen.getByText('Accuracy', { selector: 'dt' }).parentElement!.textContent).toBe('Accuracy–No picks yet')
    expect(await itemsOf('Where you stand')).toEqual(['EveryoneMake a pick to get ranked'])
    expect(screen.queryByRole('region', { name: 'Weekly Performance' })).toBeNull()
    expect(screen.getByRole('link', { name: 'See your page' }).getAttribute('href')).toBe('/players/1')
    expect(document.title).toBe('Profile · PLP')
  })

  test('of a returning player: badges, ranks and weeks (R190, R191, R192)', async () => {
    const week = { week: 13, accuracy: 50, points: 15, field: { accuracy: 40, points: 6.5 } }
    open(
      {
        [PROFILE]: profile({ firstName: 'Maya', displayName: 'Maya', location: 'Hounslow', exactScores: 1 }),
        [reads.stats.key]: stats({ recentPerformance: [week], averageAccuracy: 50 }),
        [boards.page.key(1, 0)]: board({ total: 1200, me: boardRowSample({ ranking: 12 }) }),
        [shared.myLeagues.key]: ok(z.array(League), [leagueSample({ memberCount: 4 })]),
      },
      { user: readerSample({ rank: 12, totalPoints: 45 }) },
    )
    expect((await itemsOf('Badges'))[0]).toBe('Score Predictor1 exact scoreRare')
    const [everyone, league] = await itemsOf('Where you stand')
    expect(everyone).toMatch(/^Everyoneof 1,200, .*12th$/)
    expect(league).toBe('Officeof 41st')
    expect(within(await region('Weekly Performance')).getAllByText('50%').length).toBeGreaterThan(0)
    expect(screen.getByText(/^Maya · Hounslow · with us since 1 Aug 2025$/)).toBeDefined()
  })

  test('R422: in a new season, badges of earlier ones stay', async () => {
    open(
      {
        [achievements.mine.key]: ok(z.array(UserAchievement), [
          {
            ...{ id: 'dedicated-predictor', name: 'Dedicated Predictor', description: 'Submit 50 predictions' },
            ...{ category: 'predictions', icon: 'Medal', points: 0, rarity: 'rare', progress: null },
            ...{ isUnlocked: true, unlockedAt: '2024-09-27T10:00:00.000Z' },
          },
        ]),
      },
      { user: readerSample({ achievementCount: 24 }) },
    )
    await waitFor(async () =>
      expect(await itemsOf('Badges')).toEqual([
        'Score Predictor0 exact scores, needs 1Not yet unlocked',
        'Streak MasterBest streak 0, needs 5Not yet unlocked',
        'Dedicated PredictorUnlocked 27 Sept 2024Common',
      ]),
    )
    expect(screen.queryByText(/^No badges yet/)).toBeNull()
  })

  test('R453: with every badge of this season, does not read those of earlier ones', async () => {
    const { calls } = open(
      { [PROFILE]: profile({ exactScores: 1, bestStreak: 5, totalPredictions: 50 }) },
      { user: readerSample({ achievementCount: 24 }) },
    )
    expect(await itemsOf('Badges')).toHaveLength(3)
    expect(calls.filter(({ path }) => path === achievements.mine.key)).toEqual([])
  })

  test('R422: after the season, it invites a player without picks to none', async () => {
    const { user } = open({
      [shared.fixtures.key]: ok(z.array(Fixture), [fixtureSample({ isOpen: false, status: 'FINISHED' })]),
    })
    expect(await screen.findByText('No picks this season')).toBeDefined()
    expect(await region('Badges')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Make your first pick' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    expect(await screen.findByText('You made no picks this season.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Make predictions' })).toBeNull()
  })

  test('that does not load can be requested again', async () => {
    const { user, answer } = open({ [PROFILE]: problem(503) })
    expect(await screen.findByText('Unable to load profile data')).toBeDefined()
    answer(PROFILE, profile())
    await press(user, 'Try again')
    expect(await region('Badges')).toBeDefined()
  })

  test('shows the rest while ranks and statistics fail', async () => {
    open({ [boards.page.key(1, 0)]: problem(503), [reads.stats.key]: problem(503) })
    expect(await screen.findByText('Unable to load your ranks')).toBeDefined()
    expect(await screen.findByText('Unable to load your statistics')).toBeDefined()
    expect(await region('Badges')).toBeDefined()
  })

  test('has its statistics in a tab of their own address', async () => {
    const { user } = open()
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    expect(await screen.findByText('No statistics yet')).toBeDefined()
    expect(screen.getByText('Best streak')).toBeDefined()
  })

  test('opens the tab of its address', async () => {
    open({}, { at: '/profile?tab=statistics' })
    expect(await screen.findByText('No statistics yet')).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Statistics' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('editing the profile', () => {
  const form = () => within(screen.getByRole('form', { name: 'Edit Profile' }))

  test('sends only what has changed, and returns to the button', async () => {
    const { user, answer, writes } = open({ [SAVE]: profile({ firstName: 'Maya' }) })
    await press(user, 'Edit Profile')
    await waitFor(() => expect(document.activeElement).toBe(form().getByLabelText('First name')))
    expect(form().getByLabelText<HTMLInputElement>('Username').disabled).toBe(true)
    await user.type(form().getByLabelText('First name'), ' Maya ')
    await user.selectOptions(form().getByLabelText('Favorite Team'), 'Everton FC')
    answer(PROFILE, profile({ firstName: 'Maya', favoriteTeam: 9 }))
    await user.click(form().getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Profile Updated')).toBeDefined()
    expect(writes()).toMatchObject([{ body: { firstName: 'Maya', favoriteTeam: 9 } }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' })))
    expect(within(await region('Profile')).getByText('Everton FC')).toBeDefined()
  })

  test('that the server refuses shows the reason at its field, which has the focus (R358)', async () => {
    const errors = [{ path: 'phone', message: 'That is not a phone number' }]
    const { user } = open({ [SAVE]: { status: 400, body: { detail: 'That is not a phone number', errors } } })
    await press(user, 'Edit Profile')
    await user.type(form().getByLabelText('Phone'), 'home')
    await user.click(form().getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Update Failed')).toBeDefined()
    expect(form().getByText('That is not a phone number')).toBeDefined()
    expect(form().getByLabelText<HTMLInputElement>('Phone').value).toBe('home')
    await waitFor(() => expect(document.activeElement).toBe(form().getByLabelText('Phone')))
  })

  test('without a connection keeps the form', async () => {
    const { user } = open({ [SAVE]: 'offline' })
    await press(user, 'Edit Profile')
    await user.type(form().getByLabelText('Bio'), 'Row F')
    await user.click(form().getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The server did not answer.')).toBeDefined()
    expect(form().getByLabelText<HTMLTextAreaElement>('Bio').value).toBe('Row F')
  })

  test('R384: a change that is made while another one is saved stays', async () => {
    const { user } = open({ [SAVE]: profile({ bio: 'Row F' }) })
    await press(user, 'Edit Profile')
    await user.type(form().getByLabelText('Bio'), 'Row F')
    const respond = holdResponses()
    await user.click(form().getByRole('button', { name: 'Save' }))
    await user.type(form().getByLabelText('Bio'), ', seat 9')
    respond()
    expect(await screen.findByText('Profile Updated')).toBeDefined()
    expect(form().getByLabelText<HTMLTextAreaElement>('Bio').value).toBe('Row F, seat 9')
  })

  test('needs the password for another address (R194)', async () => {
    const { user } = open({ [PROFILE]: profile({ email: 'maya@example.org', emailConfirmed: true }) })
    await press(user, 'Edit Profile')
    expect(form().queryByLabelText('Current password')).toBeNull()
    await user.type(form().getByLabelText('Email'), 'x')
    expect(form().getByLabelText('Current password')).toBeDefined()
  })

  test('survives another tab; changes are discarded after a question only', async () => {
    const { user, writes } = open()
    await press(user, 'Edit Profile')
    await user.type(form().getByLabelText('Bio'), 'Row F')
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    expect(form().getByLabelText<HTMLTextAreaElement>('Bio').value).toBe('Row F')
    await user.click(form().getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    expect(question.getByText('You’ll lose your changes.')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeDefined()
    expect(writes()).toEqual([])
  })
})

describe('sessions (R194)', () => {
  test('end one by one', async () => {
    const end = 'DELETE /api/user/sessions/b'
    const { user, answer } = open({ [reads.sessions.key]: sessions(session('b')), [end]: problem(503) }, settings)
    const list = await screen.findByRole('list', { name: 'Sessions' })
    expect(within(list).getByText('This device')).toBeDefined()
    await press(user, /^End it: Firefox on Android/)
    expect(await screen.findByText('Failed to end the session')).toBeDefined()
    answer(end, done)
    answer(reads.sessions.key, sessions())
    await press(user, /^End it: Firefox on Android/)
    expect(await screen.findByText('Session ended')).toBeDefined()
    // R369
    expect(document.activeElement).toBe(list)
    expect(screen.queryByRole('button', { name: /^End it/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
  })

  test('of other devices end together', async () => {
    const { user, answer } = open(
      {
        [reads.sessions.key]: sessions(session('b'), session('c')),
        'POST /api/user/sessions/end-others': { status: 200, body: { ended: 2 } },
      },
      settings,
    )
    await screen.findByRole('button', { name: 'End all others' })
    answer(reads.sessions.key, sessions())
    await press(user, 'End all others')
    expect(await screen.findByText('2 sessions ended.')).toBeDefined()
  })
})

describe('passkeys', () => {
  const options = ok(CreationOptions, {
    rp: { id: 'plp.example', name: 'PLP' },
    user: { id: 'aGFuZGxl', name: 'maya_k', displayName: 'maya_k' },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  })
  /** A browser with passkeys, at an address where they work. */
  function withPasskeys(create: () => Promise<unknown>) {
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('navigator', { ...navigator, credentials: { create } })
  }
  afterEach(() => vi.unstubAllGlobals())

  test('are listed, and removed after a question (R394)', async () => {
    const { user, answer } = open(
      { [reads.passkeys.key]: passkeys({ passkeys: [passkey(1, 'Phone'), passkey(2, 'Yubikey')] }) },
      settings,
    )
    await waitFor(async () =>
      expect(await itemsOf('Passkeys')).toEqual([
        'PhoneAdded on 27 Nov 2025, not used yetRemove',
        'YubikeyAdded on 27 Nov 2025, not used yetRemove',
      ]),
    )
    await press(user, /^Remove passkey Phone/)
    answer('DELETE /api/user/passkeys/1', done)
    answer(reads.passkeys.key, passkeys({ passkeys: [passkey(2, 'Yubikey')] }))
    await press(user, 'Remove')
    expect(await screen.findByText('Passkey removed')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove passkey Phone/ })).toBeNull())
  })

  test('of a browser or an address without them cannot be added, for a reason on the page (R398)', async () => {
    open({}, settings)
    expect(await screen.findByText(/^None yet\./)).toBeDefined()
    const panel = within(await region('Passkeys'))
    expect(panel.getByText(/^(This browser doesn’t support passkeys|Passkeys need https)/)).toBeDefined()
    expect(panel.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('are added with a name, and with the password once the sign-in is too old (R393)', async () => {
    withPasskeys(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    const { user, answer, writes } = open({ 'POST /api/user/passkeys/options': problem(403, 'Enter it') }, settings)
    await press(user, 'Add a passkey')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
    const send = () => user.click(dialog.getByRole('button', { name: 'Add passkey' }))
    await send()
    expect(await dialog.findByText('Give it a name')).toBeDefined()
    expect(writes()).toEqual([])
    expect(dialog.queryByLabelText('Current password')).toBeNull()
    await user.type(dialog.getByLabelText('Name'), 'Phone')
    await send()
    await user.type(await dialog.findByLabelText('Current password'), 'password-1')
    answer('POST /api/user/passkeys/options', options)
    await send()
    expect(await dialog.findByText('Your browser didn’t confirm it. Try again.')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{}, { currentPassword: 'password-1' }])
  })

  test('let a player set a new password without the old one (R396)', async () => {
    const send = 'POST /api/user/password'
    const { user, writes } = open(
      { [reads.passkeys.key]: passkeys({ setsPassword: true }), [send]: done },
      { at: '/profile?tab=settings&change=password' },
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
    await waitFor(() => expect(dialog.queryByLabelText('Current password')).toBeNull())
    await user.type(dialog.getByLabelText('New password'), 'password-2')
    await user.type(dialog.getByLabelText('Confirm password'), 'password-2')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Password updated successfully')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ newPassword: 'password-2' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('settings (R194)', () => {
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('a first address is set without a password; another mail can be sent', async () => {
    const { user, answer, writes } = open({ [SAVE]: profile({ email: 'maya@example.org' }) }, settings)
    await press(user, 'Set email')
    const set = await dialog('Set email')
    expect(set.queryByLabelText('Current password')).toBeNull()
    await user.type(set.getByLabelText('Email'), 'maya@example.org')
    answer(PROFILE, profile({ email: 'maya@example.org' }))
    await user.click(set.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Open the link we sent to maya@example.org.')).toBeDefined()
    expect(await screen.findByText('Not confirmed')).toBeDefined()
    await press(user, 'Send again')
    expect(await screen.findByText('Another email is on its way to maya@example.org.')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ email: 'maya@example.org' }, { email: 'maya@example.org' }])
  })

  test('another address with a wrong password is refused in the dialog', async () => {
    const { user } = open(
      {
        [PROFILE]: profile({ email: 'maya@example.org', emailConfirmed: true }),
        [SAVE]: problem(403, 'Your current password is not right'),
      },
      settings,
    )
    await press(user, 'Change email')
    const change = await dialog('Change email')
    await user.type(change.getByLabelText('Email'), 'x')
    await user.type(change.getByLabelText('Current password'), 'not-mine')
    await user.click(change.getByRole('button', { name: 'Save' }))
    expect(await change.findByText('Your current password is not right')).toBeDefined()
  })

  test('a new password is sent only if both are the same', async () => {
    const send = 'POST /api/user/password'
    const { user, answer, writes } = open({ [send]: problem(401, 'Your current password is not right') }, settings)
    await press(user, 'Change password')
    const change = await dialog('Change password')
    await user.type(change.getByLabelText('Current password'), 'password-1')
    await user.type(change.getByLabelText('New password'), 'password-2')
    await user.type(change.getByLabelText('Confirm password'), 'other')
    await user.click(change.getByRole('button', { name: 'Change password' }))
    expect(change.getByText("Passwords don't match")).toBeDefined()
    expect(writes()).toEqual([])
    await user.clear(change.getByLabelText('Confirm password'))
    await user.type(change.getByLabelText('Confirm password'), 'password-2')
    await user.click(change.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Update Failed')).toBeDefined()
    expect(change.getByRole('alert').textContent).toBe('Your current password is not right')
    answer(send, done)
    await user.click(change.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Password updated successfully')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('an account is not deleted without its password', async () => {
    const { user, writes } = open(
      { 'DELETE /api/user': problem(409, 'You can’t demote or delete the last administrator') },
      settings,
    )
    await press(user, 'Delete account')
    const question = await dialog('Delete account')
    await user.type(question.getByLabelText('Password'), 'password-1')
    await user.click(question.getByRole('button', { name: 'Delete account' }))
    expect(await question.findByText('You can’t demote or delete the last administrator')).toBeDefined()
    expect(writes()).toMatchObject([{ path: '/api/user', body: { password: 'password-1' } }])
  })
})
