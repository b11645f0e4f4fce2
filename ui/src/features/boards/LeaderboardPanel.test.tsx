import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LeaderboardEntry, LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { rivalRowSample } from '../../../../test/support/samples.ts'
import { LeaderboardPanel } from './LeaderboardPanel.tsx'
import { reads } from './reads.ts'

componentTests()

const TOP = reads.page.key(100, 0)
const WEEK = reads.gameweek.key(13)

const rows = (count: number) => Array.from({ length: count }, (_, index) => rivalRowSample(index + 1))
const page = (entries: LeaderboardEntry[], me: LeaderboardEntry | null = null) =>
  ok(LeaderboardPage, { entries, total: entries.length, me })
const week = (entries: LeaderboardEntry[]) => ok(z.array(LeaderboardEntry), entries)
const panel = (userId: number, gameweek: number | null = 13) => <LeaderboardPanel userId={userId} gameweek={gameweek} />

/** The lines of the list; the gap is hidden from assistive technology. */
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const whole = () => screen.getByRole('link', { name: /^View All \d+ Players$/ }).getAttribute('href')

describe('the leaderboard of the home page', () => {
  test('waits while it is loading', () => {
    draw(panel(1), { answers: { [TOP]: 'pending' } })
    expect(screen.getByText('Loading leaderboard')).toBeDefined()
  })

  test('without predictions: No predictions found', async () => {
    draw(panel(1), { answers: { [TOP]: page([]) } })
    expect(await screen.findByText('No predictions found')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = draw(panel(1), { answers: { [TOP]: problem(503) } })
    expect(await screen.findByText('Unable to load the leaderboard')).toBeDefined()
    answer(TOP, page(rows(1)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('You')).toBeDefined()
  })

  test('R64: has ten rows, then all of them and back; one link leads to the board of all players', async () => {
    const all = rows(13)
    const { user } = draw(panel(13), { answers: { [TOP]: page(all, all[12]) } })
    await screen.findByText('rival1')
    expect(lines()).toHaveLength(11)
    expect(lines()[10]).toMatch(/^Rank 13.*You5 of 10 right · 50% · 12 picks987 points$/)
    expect(screen.getByRole('link', { name: 'View All 13 Players' }).getAttribute('href')).toBe('/leaderboard')
    await user.click(screen.getByRole('button', { name: 'Show All' }))
    expect(lines()).toHaveLength(13)
    // This button stays, and so does its focus.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show Less' }))
    await user.click(screen.getByRole('button', { name: 'Show Less' }))
    expect(lines()).toHaveLength(11)
  })

  test('a row has rank, accuracy, picks, achievements, movement and points', async () => {
    const parts = { matches: 15, badges: 15, prizes: 0 }
    const first = rivalRowSample(5, { ranking: 1, totalPoints: 30, achievementCount: 3, movement: 2, parts })
    const tied = [6, 7].map((id) =>
      rivalRowSample(id, {
        ...{ ranking: 2, totalPoints: 1 },
        ...{ totalPredictions: 1, correctPredictions: 0, settledPredictions: 0, accuracy: 0 },
      }),
    )
    draw(panel(7), { answers: { [TOP]: page([first, ...tied], tied[1]) } })
    await screen.findByText('rival5')
    expect(screen.getByText('Points from matches, badges and prizes')).toBeDefined()
    expect(lines()[0]).toMatch(/^Rank 1.*rival53, 3 achievements5 of 10 right · 50% · 12 picks2.*30 points$/)
    expect(lines()[1]).toMatch(/^Rank 2.*rival61 pick, none played yet.*1 point$/)
    expect(lines()[2]).toMatch(/^Rank 2.*You1 pick, none played yet.*1 point$/)
  })

  test('without a prediction the reader has no row', async () => {
    draw(panel(99), { answers: { [TOP]: page(rows(2)) } })
    await screen.findByText('rival1')
    expect(screen.queryByText('You')).toBeNull()
    expect(lines()).toHaveLength(2)
  })

  test('the link to the whole board opens it at a reader below the first hundred', async () => {
    const me = rivalRowSample(130)
    draw(panel(130), { answers: { [TOP]: page(rows(100), me) } })
    await screen.findByText('rival1')
    expect(whole()).toBe('/leaderboard?from=me')
  })
})

describe('the tab of a gameweek', () => {
  const open = async (user: ReturnType<typeof draw>['user']) =>
    user.click(await screen.findByRole('tab', { name: 'Gameweek 13' }))

  test('has the match points of that gameweek', async () => {
    const { user } = draw(panel(2), { answers: { [TOP]: page([]), [WEEK]: week(rows(2)) } })
    await open(user)
    const list = within(await screen.findByRole('list', { name: 'Gameweek 13' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('Match points only')).toBeDefined()
    expect(whole()).toBe('/leaderboard?gameweek=13')
  })

  test('without predictions reports that', async () => {
    const { user } = draw(panel(2), { answers: { [TOP]: page([]), [WEEK]: week([]) } })
    await open(user)
    expect(await screen.findByText('No predictions found for Gameweek 13')).toBeDefined()
  })

  test('that cannot be read shows an error, and retries', async () => {
    const { user, answer } = draw(panel(2), { answers: { [TOP]: page([]), [WEEK]: problem(503) } })
    await open(user)
    expect(await screen.findByText('Unable to load gameweek rankings')).toBeDefined()
    answer(WEEK, week(rows(1)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('rival1')).toBeDefined()
  })

  test('finds the row of a reader below the first hundred', async () => {
    const answers = {
      [TOP]: page([]),
      [WEEK]: week(rows(100)),
      [reads.page.key(1, 0, 13)]: ok(LeaderboardPage, {
        entries: [rivalRowSample(1)],
        total: 130,
        me: rivalRowSample(130),
      }),
    }
    const { user } = draw(panel(130), { answers })
    await open(user)
    expect(await screen.findByRole('link', { name: 'View All 130 Players' })).toBeDefined()
    await waitFor(() => expect(lines().at(-1)).toMatch(/^Rank 130.*You/))
  })

  test('is disabled without a selected gameweek', async () => {
    draw(panel(1, null), { answers: { [TOP]: page([]) } })
    await screen.findByText('No predictions found')
    expect(screen.getByRole('tab', { name: 'Gameweek' })).toHaveProperty('disabled', true)
  })
})
