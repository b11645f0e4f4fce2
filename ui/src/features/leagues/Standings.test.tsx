import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, isOff, ok, problem } from '../../../../test/support/components.tsx'
import { leaguePageSample, leagueRowSample } from '../../../../test/support/samples.ts'
import { PAGE, reads } from './reads.ts'
import { Standings } from './Standings.tsx'

componentTests()

const key = (offset: number, gameweek?: number) =>
  reads.league.key(3, { limit: PAGE, offset, ...(gameweek === undefined ? {} : { gameweek }) })
const answer = (changes: Parameters<typeof leaguePageSample>[0]) => ok(LeagueDetail, leaguePageSample(changes))
const board = (latestGameweek: number | null = 13, live: ReactNode = null) => (
  <Standings league={leaguePageSample({ id: 3, latestGameweek, adminId: 9 })} userId={1} live={live} />
)
const table = (of: string) => screen.findByRole('table', { name: `League standings, ${of}` })
/** The rows, with the gap, which assistive technology skips. */
const rows = async (of = 'overall') =>
  within(await table(of))
    .getAllByRole('row', { hidden: true })
    .map(({ textContent }) => textContent)

const other = leagueRowSample({ id: 2, username: 'ben', displayName: 'ben' })

describe('the standings of a league', () => {
  test('wait while they are loading', () => {
    draw(board(), { answers: { [key(0)]: 'pending' } })
    expect(screen.getByText('Loading standings')).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    const { user, ...server } = draw(board(), { answers: { [key(0)]: problem(503) } })
    expect(await screen.findByText('Failed to load standings')).toBeDefined()
    server.answer(key(0), answer({}))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(2)
  })

  test('mark the reader, and the points since joining of who joined late', async () => {
    const own = leagueRowSample({ ranking: 2, totalPoints: 5, exactScores: 0, accuracy: 100, pointsSinceJoining: 0 })
    draw(board(), { answers: { [key(0)]: answer({ standings: [other, own] }) } })
    const [head, first, second] = await rows()
    expect(head).toBe('RankMovementPlayerExactAccuracyPoints')
    expect(first).toBe('Rank 1–no earlier rankBEbenJoined 1 Aug 20251100%15')
    expect(second).toBe('Rank 2–no earlier rankADYouJoined 1 Aug 20250100%50 since joining')
  })

  test('R335: have the matches under way as a tab, which comes and goes beside the standings that are shown', async () => {
    const answers = { [key(0)]: answer({ standings: [other] }) }
    const { user, rerender } = draw(board(), { answers })
    await rows()
    const tab = () => screen.queryByRole('tab', { name: 'Right now' })
    expect(tab()).toBeNull()
    rerender(board(13, <p>So far</p>))
    expect(await rows()).toHaveLength(2)
    await user.click(tab()!)
    expect(screen.getByRole('tabpanel', { name: 'Right now' }).textContent).toBe('So far')
    expect(screen.getByText('As it stands')).toBeDefined()
    rerender(board())
    expect(await rows()).toHaveLength(2)
    expect(tab()).toBeNull()
  })

  test('R335: begin with the matches under way', async () => {
    const { user } = draw(board(13, <p>So far</p>), { answers: { [key(0)]: answer({ standings: [other] }) } })
    expect(screen.getByText('So far')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Overall' }))
    expect(await rows()).toHaveLength(2)
  })

  test('of a new league say nothing of points since joining', async () => {
    const own = leagueRowSample({ ranking: 2, totalPoints: 5, pointsSinceJoining: 0 })
    draw(board(), { answers: { [key(0)]: answer({ standings: [{ ...other, pointsSinceJoining: 0 }, own] }) } })
    expect((await rows()).join()).not.toContain('since joining')
  })

  test('show places gained and lost, and the latest five gameweeks', async () => {
    const standings = [
      { ...other, movement: 2, recent: [0, 5, 10, 15, 20] },
      leagueRowSample({ ranking: 2, movement: -1, recent: [0, 0, 0, 0, 5] }),
    ]
    draw(board(), { answers: { [key(0)]: answer({ standings }) } })
    const [head, first, second] = await rows()
    expect(head).toContain('Last fiveGW 13')
    expect(first).toContain('2 places up')
    expect(first).toContain('+20')
    expect(second).toContain('1 place down')
    expect(second).toContain('+5')
    expect(screen.getByRole('img', { name: 'Last five gameweeks: 0, 5, 10, 15, 20 points' })).toBeDefined()
  })

  test('of a gameweek have its own board, and lead to the gameweeks before it', async () => {
    const week = (points: number) => answer({ standings: [leagueRowSample({ totalPoints: points })] })
    const answers = { [key(0)]: answer({}), [key(0, 13)]: week(30), [key(0, 12)]: week(10) }
    const { user } = draw(board(), { answers })
    expect(screen.getByText('Match points, whole season')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Gameweek 13' }))
    expect((await rows('gameweek 13'))[1]).toMatch(/You1100%30$/)
    expect(screen.getByText('Match points')).toBeDefined()
    expect(isOff(screen.getByRole('button', { name: 'Next gameweek' }))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    expect((await rows('gameweek 12'))[1]).toMatch(/You1100%10$/)
    expect(screen.getByRole('tab', { name: 'Gameweek 12', selected: true })).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gameweek' }), 'Gameweek 13')
    expect((await rows('gameweek 13'))[1]).toMatch(/30$/)
  })

  test('have no gameweek before the first of the season', async () => {
    draw(board(null), { answers: { [key(0)]: answer({ latestGameweek: null }) } })
    expect(await rows()).toHaveLength(2)
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Gameweek' }).disabled).toBe(true)
  })

  test('have pages, with the reader’s own row after a gap', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      leagueRowSample({
        id: index + 2,
        username: `player${index + 2}`,
        displayName: `player${index + 2}`,
        ranking: index + 1,
      }),
    )
    const me = leagueRowSample({ ranking: 61, totalPoints: 0 })
    const of = (from: number, to: number) => answer({ standings: all.slice(from, to), memberCount: 61, me })
    const { user } = draw(board(), { answers: { [key(0)]: of(0, 50), [key(50)]: of(50, 60) } })
    expect((await rows()).slice(-2)).toEqual(['···', 'Rank 61–no earlier rankADYouJoined 1 Aug 20251100%0'])
    expect(screen.getByText('1 to 50 of 61 members')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(screen.getByText('51 to 61 of 61 members')).toBeDefined())
    await waitFor(async () => expect(await rows()).toHaveLength(13))
  })
})
