import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { League, LeagueInvitation } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leagueSample, signedInSample } from '../../../../test/support/samples.ts'
import { reads } from '../../features/leagues/reads.ts'
import type { Session } from '../../features/session/api.ts'
import { JoinPage } from './JoinPage.tsx'

componentTests()

const read = reads.invitation.key('ABCD2345')
const JOIN = 'POST /api/leagues/join-code'
const invitation = (changes: Partial<LeagueInvitation> = {}) =>
  ok(LeagueInvitation, { name: 'Office', memberCount: 12, founder: 'ben', leagueId: null, ...changes })
const stranger: Session = { status: 'signed-out' }
const player: Session = { status: 'signed-in', user: signedInSample() }

let left: MockInstance<typeof location.assign>
beforeEach(() => {
  left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  history.replaceState(null, '', '/join/ABCD2345')
})
afterEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
})

describe('an invitation', () => {
  test('R243: shows a stranger the league, its members and founder, and leads to both forms', async () => {
    draw(<JoinPage session={stranger} />, { answers: { [read]: invitation() } })
    expect(screen.getByText('Loading the invitation')).toBeDefined()
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(screen.getByText('Members').nextSibling?.textContent).toBe('12')
    expect(screen.getByText('Founder').nextSibling?.textContent).toBe('ben')
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(target('Create Account')).toBe('/join/ABCD2345?enter=register')
    expect(screen.getAllByRole('link', { name: 'Sign In' }).at(-1)!.getAttribute('href')).toBe(
      '/join/ABCD2345?enter=login',
    )
    expect(document.title).toContain('Join Office')
  })

  test('R243: accepted by a stranger, is completed once they have signed in', async () => {
    const open = draw(<JoinPage session={stranger} />, { answers: { [read]: invitation() } })
    const link = await screen.findByRole('link', { name: 'Create Account' })
    link.addEventListener('click', (event) => event.preventDefault())
    await open.user.click(link)
    open.unmount()
    const { calls } = draw(<JoinPage session={player} />, {
      answers: { [read]: invitation(), [JOIN]: ok(League, leagueSample({ id: 3 })) },
    })
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/leagues/3'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ joinCode: 'ABCD2345' })
  })

  test('is joined by a player with one press, not by opening the link', async () => {
    const { user, calls } = draw(<JoinPage session={player} />, {
      answers: { [read]: invitation(), [JOIN]: ok(League, leagueSample({ id: 3 })) },
    })
    const join = await screen.findByRole('button', { name: 'Join League' })
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await user.click(join)
    await waitFor(() => expect(left).toHaveBeenCalledWith('/leagues/3'))
  })

  test('stays with the reason where joining fails', async () => {
    const answers = {
      [read]: invitation(),
      [JOIN]: problem(429, 'You have joined and left this league several times.'),
    }
    const { user } = draw(<JoinPage session={player} />, { answers })
    await user.click(await screen.findByRole('button', { name: 'Join League' }))
    expect(await screen.findByText('Failed to join league')).toBeDefined()
    expect(screen.getByText('You have joined and left this league several times.')).toBeDefined()
    expect(left).not.toHaveBeenCalled()
  })

  test('leads members to their league', async () => {
    draw(<JoinPage session={player} />, { answers: { [read]: invitation({ leagueId: 3 }) } })
    expect((await screen.findByRole('link', { name: 'Open League' })).getAttribute('href')).toBe('/leagues/3')
  })

  test('of a league whose founder has left the game names none', async () => {
    draw(<JoinPage session={stranger} />, { answers: { [read]: invitation({ founder: null }) } })
    expect(await screen.findByRole('heading', { name: 'Office' })).toBeDefined()
    expect(screen.queryByText('Founder')).toBeNull()
  })

  test('with an unknown code says so', async () => {
    draw(<JoinPage session={stranger} />, { answers: { [read]: problem(404) } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Not Found' })).toBeDefined()
    expect(screen.getByText('The league may have closed or has a new code. Ask for a new link.')).toBeDefined()
  })

  test('after too many wrong codes says how long to wait', async () => {
    const reason = 'Too many wrong join codes. Please try again in 60 minutes.'
    draw(<JoinPage session={stranger} />, { answers: { [read]: problem(429, reason) } })
    expect(await screen.findByText('Failed to load the invitation')).toBeDefined()
    expect(screen.getByText(reason)).toBeDefined()
  })
})
