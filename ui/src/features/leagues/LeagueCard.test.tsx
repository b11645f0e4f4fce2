import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, done, draw, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { leagueSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { LeagueCard } from './LeagueCard.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const JOIN = 'POST /api/leagues/3/join'
const card = (changes: Partial<League> = {}, { isAdmin = false, canJoin = false } = {}) => (
  <ul>
    <LeagueCard league={leagueSample(changes)} isAdmin={isAdmin} canJoin={canJoin} />
  </ul>
)
const open = { isMember: false, joinCode: undefined, standing: undefined, type: 'public' } as const
const text = () => screen.getByRole('listitem').textContent!

describe('the card of a league', () => {
  test('has name, maker, date, description, rank and points', () => {
    draw(
      card({
        ...{ description: 'All think Burnley will score.', creatorId: 7, creator: named('nia.okafor') },
        ...{ memberCount: 12, standing: { ranking: 2, totalPoints: 1040 } },
      }),
    )
    expect(text()).toContain('All think Burnley will score.')
    expect(text()).toContain('Created by nia.okafor, 1 Aug 2025')
    expect(text()).toContain('2ndof 12 members · 1,040 points')
    expect(text()).toContain('Private')
    const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(way('Office')).toBe('/leagues/3')
    expect(way('Stats Office')).toBe('/leagues/3/statistics')
    expect(way('Teams Office')).toBe('/team-management/3')
    expect(way('nia.okafor')).toBe('/players/7')
  })

  test('counts the members where the reader has no rank', () => {
    draw(card({ standing: undefined, memberCount: 1 }))
    expect(text()).toContain('1 member')
  })

  test('copies the code, for members only: Join code copied', async () => {
    const member = draw(card())
    await member.user.click(screen.getByRole('button', { name: 'Share Join Code Office' }))
    expect(await screen.findByText('Join code copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('ABCD2345')
    member.unmount()
    draw(card(open, { canJoin: true }))
    expect(screen.queryByRole('button', { name: /Share Join Code/ })).toBeNull()
  })

  test('shows the code where the browser forbids copying it', async () => {
    const { user } = draw(card())
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))
    await user.click(screen.getByRole('button', { name: 'Share Join Code Office' }))
    expect(await screen.findByText('Failed to copy join code')).toBeDefined()
    expect(screen.getByText('Copy it yourself: ABCD2345')).toBeDefined()
    vi.restoreAllMocks()
  })

  test('joins a public league', async () => {
    const { user, writes } = draw(card(open, { canJoin: true }), { answers: { [JOIN]: done } })
    expect(screen.getByText('Public')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Join Office' }))
    const toasted = await screen.findByText('Joined league successfully')
    expect(within(toasted.parentElement!).getByText('Office')).toBeDefined()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([JOIN])
  })

  test('R369: the focus moves from Join to the next action of the card', async () => {
    const { user, rerender } = draw(card(open, { canJoin: true }), { answers: { [JOIN]: done } })
    await user.click(screen.getByRole('button', { name: 'Join Office' }))
    await screen.findByText('Joined league successfully')
    rerender(card({}, { canJoin: true }))
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Stats Office' })))
  })

  test.each([
    ['the reason of the server', problem(409, 'The league is full'), 'The league is full'],
    ['advice without an answer', 'offline', 'Please try again later.'],
  ] as const)('gives %s where joining fails', async (_, refusal, reason) => {
    const { user } = draw(card(open, { canJoin: true }), { answers: { [JOIN]: refusal } })
    await user.click(screen.getByRole('button', { name: 'Join Office' }))
    expect(await screen.findByText('Failed to join league')).toBeDefined()
    expect(screen.getByText(reason)).toBeDefined()
  })

  test.each([
    [{ isAdmin: true, canJoin: true }, ['Admin']],
    [{ canJoin: true }, ['Member']],
    [{}, []],
  ])('marks the reader’s part in it: %o', (props, marks) => {
    draw(card({}, props))
    expect(['Admin', 'Member'].filter((mark) => screen.queryByText(mark))).toEqual(marks)
    expect(screen.queryByRole('button', { name: 'Join Office' })).toBeNull()
  })
})
