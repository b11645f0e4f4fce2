import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionPageSample, competitionSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { CompetitionCard } from './CompetitionCard.tsx'
import { reads as competitions } from './reads.ts'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const join = 'POST /api/competitions/20/join'
/** Two days and 14 hours before the sample starts. */
const NOW = Date.parse('2025-12-31T22:30:00.000Z')
const card = (changes: Parameters<typeof competitionSample>[0] = {}) => (
  <ul>
    <CompetitionCard competition={competitionSample(changes)} userId={1} now={NOW} />
  </ul>
)
const reads = () => screen.getAllByRole('listitem')[0]!.textContent!.replaceAll(/\s+/g, ' ')

describe('the card of a competition', () => {
  test('has its status, type, pool, players toward the maximum and dates', () => {
    draw(
      card({ type: 'cup', prizePool: 2000, maxParticipants: 4, participantCount: 1, description: 'A cup for winter' }),
    )
    expect(reads()).toContain('Upcoming')
    expect(reads()).toContain('Cup')
    expect(reads()).toContain('A cup for winter')
    expect(reads()).toContain('2,000 points in the pool')
    expect(reads()).toContain('3 Jan 2026 to 5 Jan 2026')
    expect(reads()).toContain('1 of 4 players')
    expect(screen.getByRole('progressbar', { name: 'Places taken' }).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByRole('link', { name: 'Gameweek 20 Challenge' }).getAttribute('href')).toBe('/competitions/20')
  })

  test('has no bar where the number of players has no limit', () => {
    draw(card({ participantCount: 3 }))
    expect(reads()).toContain('3 players')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('names a single day once', () => {
    draw(card({ endDate: '2026-01-03T20:00:00.000Z' }))
    expect(reads()).toContain('3 Jan 2026')
    expect(reads()).not.toContain(' to ')
  })

  test('lists the first three with a shared rank for equal points, and the reader as You', () => {
    const participants = [
      { id: 2, totalPoints: 30, user: named('ben') },
      { id: 1, totalPoints: 30, user: named('ada') },
      { id: 3, totalPoints: 1, user: named('cyr') },
    ]
    draw(card({ status: 'active', participants, participantCount: 3 }))
    const rows = within(screen.getByRole('list', { name: 'Top 3 of Gameweek 20 Challenge' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Rank 1ben30 points',
      'Rank 1You30 points',
      'Rank 3cyr1 point',
    ])
    expect(within(rows[0]!).getByRole('link', { name: 'ben' }).getAttribute('href')).toBe('/players/2')
  })

  test('says when it starts instead of a list of zeroes', () => {
    const participants = [{ id: 2, totalPoints: 0, user: named('ben') }]
    draw(card({ participants, participantCount: 1 }))
    expect(screen.getByText('Starts in 2d 14h')).toBeDefined()
    expect(screen.queryByText('ben')).toBeNull()
  })

  test('shows the place of a reader who takes part', async () => {
    const changes = { status: 'active', isParticipant: true, participantCount: 25 } as const
    const ranked = [{ id: 1, user: named('ada'), ranking: 3, totalPoints: 45, exactScores: 3, prize: null }]
    const participants = [{ id: 2, totalPoints: 60, user: named('ben') }]
    const detail = competitionPageSample({ ...changes, standings: ranked, participants })
    draw(card({ ...changes, participants }), { answers: { [competitions.own.key(20)]: ok(CompetitionDetail, detail) } })
    expect(await screen.findByText('You: 3rd of 25')).toBeDefined()
  })

  test.each([
    [{ status: 'active' }, 'Live', 'Join', true],
    [{ isParticipant: true, participantCount: 1 }, 'Upcoming', 'Participating', true],
    [{ maxParticipants: 2, participantCount: 2 }, 'Upcoming', 'Full', false],
    [{ status: 'ended' }, 'Ended', 'Competition Ended', false],
    [{ type: 'cup', isDrawn: true, participantCount: 2 }, 'Upcoming', 'Already Started', false],
    [{ type: 'knockout', status: 'active', participantCount: 2 }, 'Live', 'Already Started', false],
  ] as const)('shows whether it can be joined: %o', (changes, status, words, canFocus) => {
    draw(card(changes))
    expect(screen.getByText(status)).toBeDefined()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: `${words} Gameweek 20 Challenge` })
    expect(button.textContent).toBe(words)
    expect(button.disabled).toBe(!canFocus)
  })

  test('of an ended competition says whether the reader took part', () => {
    draw(card({ status: 'ended', isParticipant: true }))
    expect(screen.getByText('You took part')).toBeDefined()
  })

  test('of a competition that was called off has neither prizes nor an end', () => {
    const alone = [{ id: 2, totalPoints: 0, user: named('ben') }]
    draw(card({ type: 'cup', status: 'ended', participantCount: 1, participants: alone, isParticipant: true }))
    expect(reads()).toContain('Called off')
    expect(reads()).toContain('Too few players joined, so there are no prizes.')
    for (const text of ['in the pool', 'You took part', '5 Jan 2026', 'ben']) expect(reads()).not.toContain(text)
  })

  test('gives the reason of a refused join', async () => {
    const { user } = draw(card(), { answers: { [join]: problem(409, 'The competition is full') } })
    await user.click(screen.getByRole('button', { name: /^Join/ }))
    expect(await screen.findByText('Failed to join competition')).toBeDefined()
    expect(screen.getByText('The competition is full')).toBeDefined()
  })

  test('can be joined again after a failure without an answer', async () => {
    const { user, answer } = draw(card(), { answers: { [join]: 'offline' } })
    await user.click(screen.getByRole('button', { name: /^Join/ }))
    expect(await screen.findByText('Please try again later.')).toBeDefined()
    answer(join, done)
    await user.click(screen.getByRole('button', { name: /^Join/ }))
    expect(await screen.findByText('Joined competition successfully')).toBeDefined()
  })
})
