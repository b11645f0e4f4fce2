import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  BoardSeasons,
  GameweekWinner,
  type LeaderboardEntry,
  LeaderboardPage,
  PastBoard,
  RankHistory,
  SettledBoard,
} from '../../../../src/areas/boards/contract.ts'
import { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { ProvisionalPage } from '../../../../src/areas/matches/contract.ts'
import { componentTests, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { fixtureSample, rivalRowSample, signedInSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads } from '../../features/boards/reads.ts'
import { reads as matches } from '../../features/matches/reads.ts'
import { store } from '../../lib/storage.ts'
import { LeaderboardPage as Leaderboard } from './LeaderboardPage.tsx'

componentTests()

const ME = 70
const all = Array.from({ length: 90 }, (_, index) =>
  rivalRowSample(index + 1, { parts: { matches: 700, badges: 150, prizes: 50 } }),
)
const me = all[ME - 1]!
const board = (entries: LeaderboardEntry[], changes: Partial<LeaderboardPage> = {}) =>
  ok(LeaderboardPage, { entries, total: 90, me, ...changes })
const ranks = ok(RankHistory, {
  gameweeks: [1, 2],
  players: [
    { id: ME, username: 'rival70', ranks: [90, 70] },
    { id: 68, username: 'rival68', ranks: [null, 68] },
  ],
})
const AROUND = reads.around.key(25)
const FIRST = reads.page.key(25, 0)
const WINNERS = reads.winners.key

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const drawn = (answers: Answers = {}, at = '/leaderboard') =>
  draw(
    <>
      <Leaderboard user={signedInSample({ id: ME })} title="Leaderboard" adminPages={[]} />
      <Address />
    </>,
    {
      at,
      answers: {
        [FIRST]: board(all.slice(0, 25)),
        [AROUND]: board(all.slice(57, 82), { offset: 57 }),
        [reads.ranks.key([68, 69])]: ranks,
        [shared.currentFixtures.key]: ok(z.array(Fixture), [fixtureSample()]),
        [shared.fixtures.key]: ok(z.array(Fixture), [fixtureSample()]),
        [matches.board.key(10)]: ok(ProvisionalPage, { provisional: null }),
        ...answers,
      },
    },
  )
const address = () => screen.getByText(/^\/leaderboard/, { selector: 'output' }).textContent

describe('the board', () => {
  test('waits while it is loading', () => {
    drawn({ [FIRST]: 'pending', [AROUND]: 'pending' })
    expect(screen.getByText('Loading leaderboard')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [FIRST]: problem(503, 'The store is away') })
    expect(await screen.findByText('Unable to load the leaderboard')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(FIRST, board(all.slice(0, 25)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 to 25 of 90 players')).toBeDefined()
  })

  test('sums up the reader’s place and the points to the next rank', async () => {
    drawn()
    expect(await screen.findByText(/^90 players\./)).toBeDefined()
    const [band] = screen.getAllByRole('region', { name: 'Leaderboard' })
    const figure = (name: string) => within(band!).getByText(name).parentElement!.textContent
    expect(figure('Your rank')).toContain('70')
    expect(figure('Points')).toContain('930')
    expect(figure('To rank 69')).toContain('1')
    expect(await screen.findByText(/you have 700 there\.$/)).toBeDefined()
  })

  test('has pages, each with the reader’s row', async () => {
    const { user } = drawn({ [reads.page.key(25, 25)]: board(all.slice(25, 50)) })
    expect(await screen.findByText('1 to 25 of 90 players')).toBeDefined()
    const rows = () => within(screen.getByRole('table', { name: 'Overall board' })).getAllByRole('row')
    expect(rows()).toHaveLength(27)
    expect(rows().at(-1)!.textContent).toMatch(/^Rank 70.*You/)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('26 to 50 of 90 players')).toBeDefined()
    expect(address()).toBe('/leaderboard?from=26')
  })

  test('R427: the rows of before are stale while the next page loads', async () => {
    const { user } = drawn({ [reads.page.key(25, 25)]: board(all.slice(25, 50)) })
    await screen.findByText('1 to 25 of 90 players')
    const table = screen.getByRole('table', { name: 'Overall board' })
    expect(table.getAttribute('aria-busy')).toBeNull()
    const release = holdResponses()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(table.getAttribute('aria-busy')).toBe('true')
    release()
    await screen.findByText('rival26')
    expect(table.getAttribute('aria-busy')).toBeNull()
  })

  test('Jump to me opens the page around the reader, below the first ranks, and focuses the row', async () => {
    const { user } = drawn({
      [reads.page.key(3, 0)]: board(all.slice(0, 3)),
      [reads.page.key(25, 3)]: board(all.slice(3, 28)),
    })
    await user.click(await screen.findByRole('button', { name: 'Jump to me' }))
    expect(await screen.findByText('58 to 82 of 90 players')).toBeDefined()
    expect(address()).toBe('/leaderboard?from=me')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Rank 70.*You/))
    await user.click(await screen.findByRole('button', { name: 'Places 4 to 57' }))
    expect(await screen.findByText('4 to 28 of 90 players')).toBeDefined()
  })

  test('finds players by the first letters of their names', async () => {
    const { user } = drawn({
      [reads.named.key('rival7', 25)]: board(all.slice(69, 80)),
      [reads.named.key('zz', 25)]: board([]),
    })
    const box = await screen.findByRole('searchbox', { name: 'Find a player' })
    await user.click(box)
    await user.paste('rival7')
    expect(await screen.findByText(/^11 players\. Search by the start of the name\.$/)).toBeDefined()
    expect(address()).toBe('/leaderboard?name=rival7')
    await user.clear(box)
    await user.paste('zz')
    expect(await screen.findByText('No player found')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByText('1 to 25 of 90 players')).toBeDefined()
    expect(address()).toBe('/leaderboard')
  })

  test('R352: until a match of the gameweek has closed, the board before it is offered', async () => {
    const closed = [fixtureSample({ isOpen: false }), fixtureSample({ id: 5 })]
    const before = drawn({ [shared.currentFixtures.key]: ok(z.array(Fixture), [fixtureSample()]) })
    expect(await screen.findByRole('tab', { name: 'Gameweek 12' })).toBeDefined()
    before.unmount()
    drawn({ [shared.currentFixtures.key]: ok(z.array(Fixture), closed) })
    expect(await screen.findByRole('tab', { name: 'Gameweek 13' })).toBeDefined()
  })

  test('of a gameweek has match points only', async () => {
    const { user } = drawn({
      [shared.currentFixtures.key]: ok(z.array(Fixture), [fixtureSample({ isOpen: false })]),
      [reads.page.key(25, 0, 13)]: board([]),
      [reads.around.key(25, 13)]: board([], { me: null }),
    })
    await user.click(await screen.findByRole('tab', { name: 'Gameweek 13' }))
    expect(await screen.findByText('No predictions found for Gameweek 13')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Make predictions' }).getAttribute('href')).toBe('/')
    expect(screen.getByText('Match points')).toBeDefined()
    expect(address()).toBe('/leaderboard?gameweek=13')
  })

  test('explains to unranked readers how to get on it', async () => {
    drawn({
      [FIRST]: board(all.slice(0, 25), { me: null }),
      [AROUND]: board(all.slice(0, 25), { me: null, offset: 0 }),
    })
    const panel = within(await screen.findByRole('region', { name: 'You are not on the board yet' }))
    expect(panel.getByRole('link', { name: 'Make your first pick' }).getAttribute('href')).toBe('/')
    await screen.findByText('1 to 25 of 90 players')
    expect(screen.queryByRole('button', { name: 'Jump to me' })).toBeNull()
  })

  test('R422: after the season, it invites unranked readers to no pick', async () => {
    drawn({
      [FIRST]: board([], { me: null, total: 0 }),
      [AROUND]: board([], { me: null, total: 0, offset: 0 }),
      [shared.fixtures.key]: ok(z.array(Fixture), [fixtureSample({ isOpen: false, status: 'FINISHED' })]),
    })
    const panel = within(await screen.findByRole('region', { name: 'You are not on the board' }))
    expect(panel.getByText('You made no picks this season.')).toBeDefined()
    expect(await screen.findByText('No predictions found')).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Make / })).toBeNull()
  })
})

describe('through time', () => {
  const past = { gameweek: 38, season: '2024-25', as: 'corrected', from: 0, name: '' } as const
  const of = (seasons: string[]) => ok(BoardSeasons, { season: '2025-26', seasons })
  const none = ok(z.array(SettledBoard), [])
  const last = ok(z.array(SettledBoard), [{ gameweek: 38, settledAt: '2025-05-25T17:00:00.000Z', changes: 0 }])

  test('R454: the boards of an earlier season are one choice away, at the start of a new one too', async () => {
    const { user } = drawn(
      {
        [reads.seasons.key]: of(['2025-26', '2024-25']),
        [reads.settled.key(null)]: none,
        [reads.settled.key('2024-25')]: last,
        [reads.past.key(past, 25)]: ok(PastBoard, {
          ...{ entries: [], total: 0, me: null },
          asOf: {
            gameweek: 38,
            view: 'corrected',
            settledAt: '2025-05-25T17:00:00.000Z',
            changes: [],
            changedPlayers: 0,
          },
        }),
      },
      '/leaderboard?show=past',
    )
    expect(await screen.findByText('No board yet')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Season' }), 'Season 2024–25')
    expect(await screen.findByRole('region', { name: 'Everybody after gameweek 38' })).toBeDefined()
    expect(address()).toBe('/leaderboard?show=past&season=2024-25')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Season' }), 'Season 2025–26')
    expect(await screen.findByText('No board yet')).toBeDefined()
    expect(address()).toBe('/leaderboard?show=past')
  })

  test('the boards are loading while the seasons are', () => {
    drawn({ [reads.seasons.key]: 'pending' }, '/leaderboard?show=past')
    expect(screen.getByText('Loading boards')).toBeDefined()
  })

  test('R454: with one season only there is no choice', async () => {
    drawn({ [reads.seasons.key]: of(['2025-26']), [reads.settled.key(null)]: none }, '/leaderboard?show=past')
    expect(await screen.findByText('No board yet')).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'Season' })).toBeNull()
  })
})

describe('while matches are under way', () => {
  const LIVE = matches.board.key(10)
  const first = { ...{ id: 2, ...named('nia'), ranking: 1, movement: 2, points: null }, totalPoints: 1_900 }
  const own = { ...{ id: ME, ...named('rival70'), ranking: 64, movement: 6, points: 15 }, totalPoints: 945 }
  const on = ok(ProvisionalPage, { provisional: { entries: [first], total: 90, me: own } })

  test('R275, R327: the band has the reader’s rank as it stands, and leads to that board', async () => {
    const { user } = drawn({ [LIVE]: on })
    const show = await screen.findByRole('button', { name: 'As it stands' })
    expect(show.closest('div')!.textContent).toContain('64')
    const panel = within(await screen.findByRole('region', { name: 'Everybody' }))
    expect(panel.getAllByRole('row')[1]!.textContent).toContain('nia')
    await user.click(show)
    expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Everybody' }))).toBe(true)
  })

  test('the panels below that board wait for it', async () => {
    drawn({ [LIVE]: 'pending' })
    await screen.findByText('1 to 25 of 90 players')
    expect(screen.queryByText(/you have 700 there/)).toBeNull()
  })

  test('R277: nothing is read or shown while live scores are hidden', async () => {
    store('plp.hide-live-scores', 'on')
    const { calls } = drawn({ [LIVE]: on })
    expect(await screen.findByText(/you have 700 there\.$/)).toBeDefined()
    expect(calls.map(({ path }) => path)).not.toContain(LIVE)
    expect(screen.queryByRole('button', { name: 'As it stands' })).toBeNull()
  })
})

describe('the ranks', () => {
  const title = { name: 'Your rank, and your rivals’' }

  test('of the reader and the rivals next above are a sentence and a table', async () => {
    const { user } = drawn()
    expect(await screen.findByText(/^up from 90th\./)).toBeDefined()
    const figure = within(screen.getByRole('region', title))
    await user.click(figure.getByRole('button', { name: /^Show as table/ }))
    expect(figure.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['After gameweek', 'You', 'rival68'],
      ['1', '90', '–'],
      ['2', '70', '68'],
    ])
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [reads.ranks.key([68, 69])]: problem(503) })
    expect(await screen.findByText('Unable to load your ranks')).toBeDefined()
    answer(reads.ranks.key([68, 69]), ranks)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^up from 90th\./)).toBeDefined()
  })
})

describe('the winners of gameweeks', () => {
  const at = '/leaderboard?show=winners'
  const won = Array.from({ length: 8 }, (_, index) => ({
    ...{ gameweek: 8 - index, points: 60 + index, winner: { id: 68, ...named('rival68') } },
    ...{ winners: index === 1 ? 3 : 1, ownPoints: index === 1 ? 61 : 20 },
  }))
  const list = () => within(screen.getByRole('list', { name: 'Gameweek winners' })).getAllByRole('listitem')

  test('are six at first, then all; a win of the reader is named', async () => {
    const { user } = drawn({ [WINNERS]: ok(z.array(GameweekWinner), won) }, at)
    expect(await screen.findByText(/You won gameweek 7\.$/)).toBeDefined()
    expect(list()).toHaveLength(6)
    await waitFor(() => expect(list()[1]!.textContent).toMatch(/^Gameweek 7.*Youwith 2 others61 points$/))
    await user.click(screen.getByRole('button', { name: 'Show all 8' }))
    expect(list()).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(list()).toHaveLength(6)
  })

  test('can be requested again after a failure; before the first: No gameweek has been won yet', async () => {
    const { user, answer } = drawn({ [WINNERS]: problem(503) }, at)
    expect(await screen.findByText('Unable to load the winners')).toBeDefined()
    answer(WINNERS, ok(z.array(GameweekWinner), []))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No gameweek has been won yet')).toBeDefined()
  })
})
