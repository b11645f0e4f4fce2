import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, done, draw, problem } from '../../../../test/support/components.tsx'
import { leaguePageSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { Invitation } from './Invitation.tsx'
import { Settings } from './Settings.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const PATCH = 'PATCH /api/leagues/3'
const confirm = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

describe('the settings of a league', () => {
  const settings = (changes: Parameters<typeof leaguePageSample>[0] = {}, isAdmin = true) => {
    const onLeave = vi.fn(async () => {})
    return {
      ...draw(
        <Settings league={leaguePageSample({ memberCount: 2, ...changes })} isAdmin={isAdmin} onLeave={onLeave} />,
        {
          answers: { [PATCH]: done },
        },
      ),
      onLeave,
    }
  }

  test('rename, describe and open the league', async () => {
    const { user, writes } = settings({ description: 'Old' })
    const name = screen.getByLabelText('Name')
    await user.clear(name)
    await user.type(name, ' New name ')
    await user.clear(screen.getByLabelText('Description'))
    await user.selectOptions(screen.getByLabelText('Who can join'), 'Public: listed under Discover')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ name: 'New name', description: null, type: 'public' }])
  })

  test('need a name', async () => {
    const { user, writes } = settings()
    await user.clear(screen.getByLabelText('Name'))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(screen.getByText('Give the league a name')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test.each([
    ['refused', problem(400, 'Keep the name to 60 characters'), 'Keep the name to 60 characters'],
    ['unanswered', 'offline', 'The server did not answer. Try again.'],
  ] as const)('keep what was typed where they are %s', async (_, refusal, reason) => {
    const { user, answer } = settings()
    answer(PATCH, refusal)
    await user.type(screen.getByLabelText('Name'), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Failed to save settings')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe(reason)
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Office 2')
    answer(PATCH, done)
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('of a member are only the membership, which needs a confirmation to end', async () => {
    const { user, onLeave } = settings({}, false)
    expect(screen.getByRole('heading', { name: 'Membership' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull()
    expect(screen.getByText('You keep your points when you leave.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Leave league' }))
    expect(screen.getByRole('dialog', { name: 'Leave Office?' })).toBeDefined()
    expect(screen.getByText(/You’ll need the join code to come back\./)).toBeDefined()
    await user.click(confirm('Cancel'))
    expect(onLeave.mock.calls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Leave league' }))
    await user.click(confirm('Leave league'))
    expect(onLeave).toHaveBeenCalledOnce()
  })

  test.each([
    [
      { memberCount: 1 },
      'You are the last member: the league closes when you leave.',
      'You’re the last member, so the league will close for good.',
    ],
    [
      { type: 'public' },
      'When you leave, the longest-standing member becomes admin.',
      'If you’re in a team here, you’ll leave it too.',
    ],
  ] as const)('warn of what leaving means: %o', async (changes, before, asked) => {
    const { user } = settings(changes)
    expect(screen.getByText(before)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Leave league' }))
    expect(screen.getByText(asked)).toBeDefined()
  })
})

describe('the invitation of a league', () => {
  const RENEW = 'POST /api/leagues/3/join-code'
  const invitation = (canRenew = true) =>
    draw(<Invitation leagueId={3} name="Office" joinCode="ABCD2345" canRenew={canRenew} />)

  test('reads the code as one word, and copies it', async () => {
    const { user } = invitation()
    expect(screen.getByText('Join code ABCD2345')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Share Join Code' }))
    expect(await screen.findByText('Join code copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('ABCD2345')
  })

  test('is a link, copied where the browser has no share sheet', async () => {
    const { user } = invitation()
    await user.click(screen.getByRole('button', { name: 'Share invitation' }))
    expect(await screen.findByText('Link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/join/ABCD2345`)
  })

  test('is offered in the share sheet of a phone', async () => {
    const share = vi.fn(async (_: ShareData) => undefined)
    const { user } = invitation()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    Object.assign(navigator, { share })
    await user.click(screen.getByRole('button', { name: 'Share invitation' }))
    expect(share).toHaveBeenCalledWith({ title: 'Join Office', url: `${location.origin}/join/ABCD2345` })
    Reflect.deleteProperty(navigator, 'share')
  })

  test('is a QR code, loaded when it is wanted', async () => {
    const { user } = invitation()
    await user.click(screen.getByRole('button', { name: 'QR code' }))
    expect(await screen.findByRole('img', { name: `QR code of ${location.origin}/join/ABCD2345` })).toBeDefined()
  })

  test('is renewed by the admin after a confirmation', async () => {
    const { user, writes, answer } = invitation()
    await user.click(screen.getByRole('button', { name: 'New code' }))
    expect(screen.getByText(/The code ABCD2345 and its link will stop working/)).toBeDefined()
    expect(writes()).toEqual([])
    answer(RENEW, done)
    await user.click(confirm('New code'))
    expect(await screen.findByText('New join code')).toBeDefined()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([RENEW])
  })

  test('gives the reason where a new code is refused', async () => {
    const { user, answer } = invitation()
    answer(RENEW, problem(403, 'Only the admin creates a code'))
    await user.click(screen.getByRole('button', { name: 'New code' }))
    await user.click(confirm('New code'))
    expect(await screen.findByText('Failed to change the join code')).toBeDefined()
    expect(screen.getByText('Only the admin creates a code')).toBeDefined()
  })

  test('is not renewed by members', () => {
    invitation(false)
    expect(screen.queryByRole('button', { name: 'New code' })).toBeNull()
  })
})
