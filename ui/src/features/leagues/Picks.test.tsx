import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { RankHistory } from '../../../../src/areas/boards/contract.ts'
import { LeaguePicks } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, leaguePageSample, leaguePicksSample, teamSample } from '../../../../test/support/samples.ts'
import { Picks } from './Picks.tsx'
import { Ranks } from './Ranks.tsx'
import { reads } from './reads.ts'

componentTests()

const key = (gameweek: number, offset = 0) => reads.picks.key(3, gameweek, offset)
const answer = (changes: Partial<LeaguePicks> = {}) => ok(LeaguePicks, leaguePicksSample(changes))
const grid = (latestGameweek: number | null = 13) => (
  <Picks league={leaguePageSample({ id: 3, latestGameweek })} userId={1} />
)
const played = fixtureSample({ id: 1, isOpen: false, status: 'FINISHED', homeScore: 2, awayScore: 1 })
const open = fixtureSample({ id: 2, homeTeam: teamSample(3, 'Fulham'), awayTeam: teamSample(4, 'Wolves') })
const pick = (changes: Partial<LeaguePicks['rows'][number]['picks'][number]> = {}) => ({
  ...{ fixtureId: 1, predictedResult: 'home' as const, predictedHomeScore: 2, predictedAwayScore: 1 },
  ...{ pointsEarned: 15, verdict: 'exact' as const },
  ...changes,
})
const [own] = leaguePicksSample().rows
const ben = { ...own!, id: 2, username: 'ben', displayName: 'ben' }

describe('the picks of a league', () => {
  test('are a grid of players and matches, sealed until a match closes', async () => {
    const word = pick({ predictedHomeScore: null, predictedAwayScore: null, pointsEarned: 5, verdict: 'correct' })
    const rows = [
      { ...ben, totalPoints: 15, picks: [pick()] },
      { ...own!, ranking: 2, totalPoints: 5, picks: [word] },
      { ...ben, id: 3, username: 'cyd', ranking: 3, picks: [] },
    ]
    draw(grid(), { answers: { [key(13)]: answer({ fixtures: [played, open], rows, me: rows[1]! }) } })
    expect(await screen.findByText('1 of 2 played. ben leads with 15 points. You’re 2nd with 5.')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Gameweek 13' })).toBeDefined()
    expect(screen.getByText(/Everton v Newcastle/)).toBeDefined()
    const table = screen.getByRole('table', { name: 'Picks of gameweek 13' })
    const texts = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
    expect(texts).toEqual([
      'Rank 1ben152–1, 15 pointsSealed',
      'Rank 2You5Home, 5 pointsSealed',
      'Rank 3cyd0–No pickSealed',
    ])
  })

  test('R152: are sealed until the cutoff, also of a match with a result or a cancellation before it', async () => {
    const ahead = { isOpen: false, kickoffTime: '2100-01-01T15:00:00.000Z', cutoffTime: '2100-01-01T14:55:00.000Z' }
    const fixtures = [
      { ...ahead, status: 'FINISHED', homeScore: 1, awayScore: 0 } as const,
      { ...ahead, status: 'CANCELLED' } as const,
      { isOpen: false, status: 'CANCELLED' } as const,
      { isOpen: false, status: 'CANCELLED' } as const,
      { isOpen: false, status: 'POSTPONED', kickoffTime: null, cutoffTime: null } as const,
    ].map((changes, id) => fixtureSample({ id: id + 1, homeTeam: teamSample(30 + id, `Club ${id}`), ...changes }))
    const rows = [{ ...own!, picks: [pick({ fixtureId: 4, pointsEarned: null, verdict: 'void' })] }]
    draw(grid(), { answers: { [key(13)]: answer({ fixtures, rows, me: rows[0]! }) } })
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(row!.textContent).toBe('Rank 1You0SealedSealed–No pick2–1Sealed')
  })

  test('R294: a pick with the joker is marked', async () => {
    const rows = [{ ...own!, totalPoints: 30, picks: [pick({ pointsEarned: 30, joker: true })] }]
    draw(grid(), { answers: { [key(13)]: answer({ fixtures: [played], rows, me: rows[0]! }) } })
    expect(await screen.findByText('×2 Joker')).toBeDefined()
    const [, row] = within(screen.getByRole('table')).getAllByRole('row')
    expect(row!.textContent).toBe('Rank 1You302–1, 30 points, joker ×2')
  })

  test('of earlier gameweeks can be chosen', async () => {
    const answers = {
      [key(13)]: answer(),
      [key(12)]: answer({ gameweek: 12, fixtures: [played], rows: [{ ...own!, picks: [pick()] }] }),
    }
    const { user } = draw(grid(), { answers })
    await screen.findByRole('table', { name: 'Picks of gameweek 13' })
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    const table = await screen.findByRole('table', { name: 'Picks of gameweek 12' })
    expect(within(table).getByText(', 15 points')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Gameweek 12' })).toBeDefined()
  })

  test('wait for the first gameweek', () => {
    draw(grid(null))
    expect(screen.getByText('No gameweek has begun')).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    const { user, ...server } = draw(grid(), { answers: { [key(13)]: problem(503) } })
    expect(await screen.findByText('Failed to load the picks')).toBeDefined()
    server.answer(key(13), answer())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table', { name: 'Picks of gameweek 13' })).toBeDefined()
  })
})

describe('the ranks of a league', () => {
  const history = (ranks: number[], gameweeks = ranks.map((_, nth) => nth + 1)) =>
    ok(RankHistory, {
      gameweeks,
      players: [
        { id: 1, username: 'ada', ranks },
        { id: 2, username: 'ben', ranks: ranks.map((rank) => (rank === 1 ? 2 : 1)) },
      ],
    })
  const ranks = (answer: ReturnType<typeof history>) =>
    draw(<Ranks leagueId={3} userId={1} />, { answers: { [reads.ranks.key(3)]: answer } })

  test('say where the reader stands and stood best, and have all numbers in a table', async () => {
    const { user } = ranks(history([3, 2, 4]))
    expect(await screen.findByText(/after gameweek 3\. Your best: 2nd\./)).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Show as table/ }))
    const table = screen.getByRole('table', { name: 'Ranks in this league' })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['After gameweekYouben', '131', '221', '341'])
  })

  test('count the gameweeks in the lead', async () => {
    ranks(history([1, 1, 2]))
    expect(await screen.findByText(/You led after 2 gameweeks\./)).toBeDefined()
  })

  test.each([
    ['before the second gameweek', history([1])],
    [
      'R244: of a league of one',
      ok(RankHistory, { gameweeks: [1, 2], players: [{ id: 1, username: 'ada', ranks: [1, 1] }] }),
    ],
  ])('are no line %s', async (_, answer) => {
    const { calls } = ranks(answer)
    await expect.poll(() => calls.length).toBe(1)
    expect(screen.queryByRole('heading', { name: 'Ranks in this league' })).toBeNull()
  })
})
