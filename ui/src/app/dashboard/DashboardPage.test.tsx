import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { LeaderboardEntry, LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { HeadToHeadMatch } from '../../../../src/areas/fixtures/contract.ts'
import { LiveDay } from '../../../../src/areas/matches/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import {
  fixtures,
  loaded,
  match,
  NOW,
  nextPlayer,
  openDashboard,
  pick,
  picks,
  played,
  row,
  textOf,
} from '../../../../test/support/dashboard.tsx'
import { boardRowSample, readerSample } from '../../../../test/support/samples.ts'
import { noteStored } from '../../api/connection.ts'
import { shared } from '../../api/shared.ts'
import { STORED_AT } from '../../api/storedReads.ts'
import { reads as boards } from '../../features/boards/reads.ts'
import { reads as fixtureReads } from '../../features/fixtures/reads.ts'
import { reads as matches } from '../../features/matches/reads.ts'
import { reads as points } from '../../features/points/reads.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import { WelcomeBand } from './WelcomeBand.tsx'
// Loaded when first shown: here with the file, so that no test waits for them.
import './GameweekSummary.tsx'
import './LiveDay.tsx'
import './PointsDialog.tsx'
import './SeasonEnd.tsx'
import '../../features/fixtures/FormGuide.tsx'
import '../../features/fixtures/Meetings.tsx'

componentTests()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }))
afterEach(() => void vi.useRealTimers())

describe('the welcome band', () => {
  test('welcomes a returning player with points, predictions, correct ones and accuracy', async () => {
    openDashboard({ season: [match(1)] })
    await loaded()
    const band = screen.getByRole('region', { name: 'Welcome back, maya_k!' })
    const text = textOf(band)
    for (const part of [
      'Total points251st of 1',
      'Predictions made8',
      'Correct predictions3',
      'Accuracy rate75%3 of 4 right',
    ])
      expect(text).toContain(part)
  })

  test('opens the ledger with its entries from the total', async () => {
    const entry: LedgerEntry = {
      id: 'match:4',
      type: 'match',
      points: 15,
      reason: 'Everton 2–1 Newcastle: exact score, you predicted 2–1',
      fixtureId: 4,
      season: '2025-26',
      createdAt: '2025-11-29T20:00:00.000Z',
    }
    const { user, answer } = openDashboard({ season: [match(1)], answers: { [points.ledger.key]: problem(500) } })
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Total points: 25. See where they came from' }))
    const ledger = await screen.findByRole('dialog', { name: 'Your points' })
    await within(ledger).findByText('Unable to load your points')
    answer(points.ledger.key, ok(z.array(LedgerEntry), [entry]))
    await user.click(within(ledger).getByRole('button', { name: 'Try again' }))
    await within(ledger).findByText(/exact score, you predicted 2–1/)
    expect(within(ledger).getByText('+15')).toBeDefined()
  })

  /** Opens the ledger with these entries, and answers for further ones. */
  async function openLedger(entries: LedgerEntry[], further = {}) {
    const { user } = openDashboard({
      season: [match(1)],
      answers: { [points.ledger.key]: ok(z.array(LedgerEntry), entries), ...further },
    })
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Total points: 25. See where they came from' }))
    return { user, ledger: within(await screen.findByRole('dialog', { name: 'Your points' })) }
  }

  test('opens a ledger without entries', async () => {
    const { ledger } = await openLedger([])
    expect(await ledger.findByText('No points yet')).toBeDefined()
  })

  test('opens a ledger longer than a page, which shows more of itself', async () => {
    const entries = (from: number, count: number) =>
      Array.from({ length: count }, (_, nth): LedgerEntry => {
        const number = from + nth
        return {
          ...{ id: `achievement:${number}`, type: 'achievement', points: 0, reason: `Reason ${number}` },
          ...{ season: '2025-26', createdAt: '2025-11-29T20:00:00.000Z' },
        }
      })
    const size = PAGE.ledger
    const { user, ledger } = await openLedger(entries(1, size), {
      [`${points.ledger.key}?limit=${size}&offset=${size}`]: ok(z.array(LedgerEntry), entries(size + 1, 2)),
    })
    await ledger.findByText(`Reason ${size}`)
    expect(ledger.queryByText(`Reason ${size + 1}`)).toBeNull()
    await user.click(ledger.getByText('Show more'))
    await ledger.findByText(`Reason ${size + 2}`)
    expect(ledger.queryByText('Show more')).toBeNull()
    expect(ledger.getAllByText(/^Reason/)).toHaveLength(size + 2)
  })

  test('of a new player invites to the first prediction', async () => {
    draw(
      <WelcomeBand user={readerSample({ lastLoginAt: null })} now={Date.parse(NOW)} place={null} onPoints={() => {}} />,
    )
    expect(screen.getByRole('heading', { name: 'Welcome to PLP, maya_k!' })).toBeDefined()
    expect(screen.getByText('Get started by making your first Premier League prediction!')).toBeDefined()
  })

  test('of a player with predictions before the second login does not', () => {
    draw(
      <WelcomeBand
        user={readerSample({ lastLoginAt: null, totalPredictions: 1 })}
        now={Date.parse(NOW)}
        place={null}
        onPoints={() => {}}
      />,
    )
    expect(screen.queryByText(/^Get started/)).toBeNull()
  })
})

describe('a match', () => {
  const exact = match(1, { ...played, homeScore: 2, awayScore: 1 })
  const correct = match(2, { ...played, homeScore: 3, awayScore: 1 })
  const wrong = match(3, { ...played, homeScore: 0, awayScore: 1 })
  const later = match(5)

  test('that is finished shows its score, the pick and its points: exact, correct, wrong or none', async () => {
    const missed = match(4, { ...played, homeScore: 1, awayScore: 1 })
    openDashboard({
      season: [exact, correct, wrong, missed, later],
      picks: [
        pick(exact, { pointsEarned: 15, verdict: 'exact' }),
        pick(correct, { pointsEarned: 5, verdict: 'correct' }),
        pick(wrong, { pointsEarned: 0, verdict: 'wrong' }),
      ],
    })
    await loaded()
    expect(textOf(row('Arsenal v Bees'))).toMatch(/FT.*2.*1.*Your pick 2–1 ?15.*Exact/)
    expect(textOf(row('Colts v Deer'))).toMatch(/FT.*3.*1.*Your pick 2–1 ?5.*Correct/)
    expect(textOf(row('Eagles v Foxes'))).toMatch(/FT.*0.*1.*Your pick 2–1 ?0.*Wrong/)
    expect(textOf(row('Gulls v Hornets'))).toMatch(/FT.*1.*1.*No pick/)
    expect(textOf(row('Irons v Jets'))).toContain('No pick yet')
    const strip = within(screen.getByRole('list', { name: 'The matches of this gameweek' })).getAllByRole('link')
    expect(strip.map((cell) => textOf(cell))).toEqual([
      expect.stringContaining('Arsenal v Bees: 15 points, exact'),
      expect.stringContaining('Colts v Deer: 5 points, correct'),
      expect.stringContaining('Eagles v Foxes: 0 points, wrong'),
      expect.stringContaining('Gulls v Hornets: '),
      expect.stringContaining('Irons v Jets: '),
    ])
  })

  test('says what became of it: live, postponed, cancelled, awarded', async () => {
    const live = match(1, {
      kickoffTime: '2025-11-29T14:40:00.000Z',
      movedAt: '2025-11-29T10:00:00.000Z',
      isOpen: false,
    })
    const postponed = match(2, { status: 'POSTPONED', kickoffTime: null })
    const cancelled = match(3, { status: 'CANCELLED', isOpen: false })
    const awarded = match(4, { ...played, awardedResult: 'home' })
    openDashboard({
      season: [live, postponed, cancelled, awarded],
      picks: [
        pick(live),
        pick(postponed),
        pick(cancelled, { verdict: 'void' }),
        pick(awarded, { pointsEarned: 5, verdict: 'correct' }),
      ],
    })
    await loaded()
    expect(textOf(row('Arsenal v Bees'))).toMatch(/^Arsenal v Bees ?Live/)
    expect(within(row('Arsenal v Bees')).getByText('Moved')).toBeDefined()
    expect(within(row('Colts v Deer')).queryByText('Moved')).toBeNull()
    expect(textOf(row('Colts v Deer'))).toMatch(/Postponed.*No date yet.*Kept.*We’ve kept your pick/)
    expect(textOf(row('Eagles v Foxes'))).toMatch(
      /Cancelled.*No points.*Pays nothing and does not count against your accuracy/,
    )
    expect(textOf(row('Gulls v Hornets'))).toMatch(
      /Awarded.*5.*Correct.*Awarded to Gulls\. The result counts, the exact-score bonus does not/,
    )
  })

  test('is locked with its pick from the cutoff on; without a pick: Prediction period has ended', async () => {
    const soon = { kickoffTime: '2025-11-29T15:03:00.000Z', isOpen: false }
    const [locked, missed] = [match(1, soon), match(2, soon)]
    openDashboard({ season: [locked, missed, later], picks: [pick(locked)] })
    await loaded()
    expect(textOf(row('Arsenal v Bees'))).toMatch(/Your pick, locked: 2–1/)
    expect(within(row('Colts v Deer')).getByText('Prediction period has ended')).toBeDefined()
    expect(within(row('Colts v Deer')).queryByRole('button', { name: 'Submit' })).toBeNull()
    for (const name of ['Arsenal v Bees', 'Colts v Deer']) expect(within(row(name)).queryByRole('radio')).toBeNull()
  })

  test('R506: says after its kickoff, too, that the prediction period has ended', async () => {
    const live = match(1, { kickoffTime: '2025-11-29T14:40:00.000Z', isOpen: false })
    const awaiting = match(2, { kickoffTime: '2025-11-29T11:00:00.000Z', isOpen: false })
    const missed = match(3, { ...played, homeScore: 1, awayScore: 1 })
    const [cancelled, awarded] = [
      match(4, { status: 'CANCELLED', isOpen: false }),
      match(6, { ...played, awardedResult: 'home' }),
    ]
    const season = [live, awaiting, missed, cancelled, later, awarded]
    const without = openDashboard({ season, at: '/gameweeks/13' })
    await loaded()
    const ended = () =>
      screen
        .queryAllByText('Prediction period has ended')
        .map((text) => text.closest('li')!.getAttribute('aria-labelledby'))
    expect(ended().toSorted()).toEqual(['match-1-name', 'match-2-name', 'match-3-name'])
    without.unmount()
    openDashboard({ season, picks: season.map((each) => pick(each)), at: '/gameweeks/13' })
    await loaded()
    expect(ended()).toEqual([])
  })

  test('is covered while live scores are hidden, and shown on request', async () => {
    const day = {
      season: [exact, correct, later],
      picks: [
        pick(exact, { pointsEarned: 15, verdict: 'exact' }),
        pick(correct, { pointsEarned: 5, verdict: 'correct' }),
      ],
    }
    const first = openDashboard(day)
    await loaded()
    await first.user.click(screen.getByRole('switch', { name: 'Hide live scores' }))
    expect(textOf(row('Arsenal v Bees'))).not.toMatch(/15|Exact/)
    // The switch is kept on the device.
    expect(localStorage.getItem('plp.hide-live-scores')).toBe('on')
    first.unmount()
    const { user } = openDashboard(day)
    await loaded()
    expect(textOf(row('Arsenal v Bees'))).not.toMatch(/15|Exact/)
    await user.click(screen.getByRole('button', { name: 'Show score of Arsenal v Bees' }))
    expect(textOf(row('Arsenal v Bees'))).toMatch(/15.*Exact/)
    expect(textOf(row('Colts v Deer'))).not.toMatch(/Correct/)
    await user.click(screen.getByRole('switch', { name: 'Hide live scores' }))
    expect(textOf(row('Colts v Deer'))).toMatch(/Correct/)
  })

  test('shows the multipliers of its results', async () => {
    openDashboard({ season: [match(1)] })
    await loaded()
    for (const multiplier of ['2.1x', '3.2x', '2.8x']) expect(textOf(row('Arsenal v Bees'))).toContain(multiplier)
  })
})

describe('on a match day', () => {
  const live = match(1, { status: 'LIVE', isOpen: false, kickoffTime: '2025-11-29T14:40:00.000Z' })

  test('R411: without a connection there is no live section, and it says what has to wait', async () => {
    const stored = { [STORED_AT]: NOW }
    const { calls } = openDashboard({
      season: [live],
      answers: {
        [shared.fixtures.key]: ok(fixtures, [live], stored),
        [shared.currentFixtures.key]: ok(fixtures, [live], stored),
        [fixtureReads.gameweek.key(13)]: ok(fixtures, [live], stored),
        [predictions.mine.key]: ok(picks, [], stored),
        ...Object.fromEntries(
          [
            boards.page.key(100, 0),
            boards.gameweek.key(13),
            shared.myLeagues.key,
            shared.clubs.key,
            matches.live.key,
          ].map((path) => [path, 'offline'] as const),
        ),
      },
    })
    expect(await loaded()).toBeDefined()
    expect(await screen.findByText('What has to wait')).toBeDefined()
    expect(calls.map(({ path }) => path)).not.toContain(matches.live.key)
    act(() => noteStored(null))
  })

  test('the fixtures appear if the live section fails', async () => {
    openDashboard({ season: [live], answers: { [matches.live.key]: problem(500) } })
    expect(await screen.findByText('Live scores did not load')).toBeDefined()
    await loaded()
  })

  test.each([
    ['the live section', [live], 'Live'],
    ['the fixtures while nothing is on', [], 'Gameweek 13'],
  ])('R277: one switch hides live scores, in %s', async (_, fixtures, region) => {
    const day = ok(LiveDay, { fixtures, goals: [], provisional: null })
    openDashboard({ season: [live], answers: { [matches.live.key]: day } })
    await loaded()
    const switches = () => screen.getAllByRole('switch', { name: 'Hide live scores' })
    await waitFor(() => expect(switches()).toHaveLength(1))
    expect(switches()[0]!.closest('section')!.textContent).toContain(region)
  })

  test('R332: a gameweek of its own address begins with its matches', async () => {
    const later = match(2, { gameweek: 14, kickoffTime: '2025-12-06T15:00:00.000Z' })
    const { calls } = openDashboard({ season: [live, later], at: '/gameweeks/14' })
    expect(await screen.findByText('Colts v Deer', { selector: 'h4' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Live' })).toBeNull()
    expect(calls.map(({ path }) => path)).not.toContain(matches.live.key)
  })

  test('the fixtures wait for the live section, three seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true, now: new Date(NOW) })
    const { user, answer } = openDashboard({
      season: [live],
      answers: { [matches.live.key]: 'pending', [predictions.mine.key]: problem(500) },
    })
    const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
    // The picks, which the section needs, arrive late.
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    answer(predictions.mine.key, ok(picks, []))
    await user.click(retry!)
    await screen.findByRole('region', { name: 'Live' })
    expect(screen.queryByRole('region', { name: 'Upcoming Fixtures' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await loaded()
  })
})

describe('head-to-head', () => {
  const fixture = match(1)
  const path = fixtureReads.headToHead.key(fixture.homeTeamId, fixture.awayTeamId)
  const answerOf = (meetings: HeadToHeadMatch[]) => ok(z.array(HeadToHeadMatch), meetings)
  const toggle = () => within(row('Arsenal v Bees')).getByRole('button', { name: 'Recent Head-to-Head' })

  test('is fetched when first expanded, and only then', async () => {
    const { user, calls } = openDashboard({ season: [fixture], answers: { [path]: answerOf([]) } })
    await loaded()
    const asked = () => calls.filter((call) => call.path === path).length
    expect(asked()).toBe(0)
    await user.click(toggle())
    expect(await screen.findByText('No recent matches found between these teams')).toBeDefined()
    await user.click(toggle())
    expect(toggle().getAttribute('aria-expanded')).toBe('false')
    await user.click(toggle())
    expect(await screen.findByText('No recent matches found between these teams')).toBeDefined()
    expect(asked()).toBe(1)
  })

  test('shows date, score and a letter for each team; a failure can be tried again', async () => {
    const { user, answer } = openDashboard({ season: [fixture], answers: { [path]: problem(503) } })
    await loaded()
    await user.click(toggle())
    const alert = await within(row('Arsenal v Bees')).findByRole('alert')
    const { homeTeam, awayTeam } = fixture
    const meeting = {
      fixtureId: 9001,
      season: '2024-25',
      homeTeam: { ...homeTeam, crest: null },
      awayTeam: { ...awayTeam, crest: null },
      score: { fullTime: { home: 3, away: 1 } },
      utcDate: '2025-05-25T15:00:00.000Z',
    }
    answer(path, answerOf([meeting]))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    const item = await within(row('Arsenal v Bees')).findByRole('listitem')
    expect(textOf(item)).toMatch(/25 May 2025 ?W \(won\).*3–1.*L \(lost\)/)
  })
})

describe('recent predictions', () => {
  test('are the last five, each with its status', async () => {
    const season = [1, 2, 3, 4, 5].map((id) => match(id))
    const old = match(6, { ...played, gameweek: 12, homeScore: 2, awayScore: 1 })
    const settled = pick(old, { pointsEarned: 15, verdict: 'exact', updatedAt: '2025-11-20T10:00:00.000Z' })
    openDashboard({ season: [...season, old], picks: [settled, ...season.map((fixture) => pick(fixture))] })
    await loaded()
    const items = within(screen.getByRole('region', { name: 'Your recent predictions' })).getAllByRole('listitem')
    expect(items).toHaveLength(5)
    for (const item of items) expect(textOf(item)).toContain('Pending')
  })

  test('without any say how to make the first', async () => {
    const { user } = openDashboard({ season: [match(1)] })
    const panel = await screen.findByRole('region', { name: 'Your recent predictions' })
    expect(await within(panel).findByText('No predictions yet')).toBeDefined()
    await user.click(within(panel).getByRole('button', { name: 'Make predictions' }))
    expect(within(panel).queryByRole('button', { name: 'Share All' })).toBeNull()
  })
})

describe('the gameweek', () => {
  const before = match(1, {
    ...played,
    gameweek: 12,
    kickoffTime: '2025-11-22T15:00:00.000Z',
    homeScore: 2,
    awayScore: 1,
  })
  const now = match(2)
  const after = match(3, { gameweek: 14, kickoffTime: '2025-12-06T15:00:00.000Z' })
  const head = async () => screen.findByRole('combobox', { name: 'Gameweek' }) as Promise<HTMLSelectElement>

  test('opened first is the current one; others follow by selection or by step', async () => {
    const { user } = openDashboard({ season: [before, now, after] })
    expect((await head()).value).toBe('13')
    expect(await screen.findByText('Colts v Deer', { selector: 'h4' })).toBeDefined()
    expect(screen.getByText('(2 gameweeks available)')).toBeDefined()
    expect(screen.getByText('0 of 1 picked')).toBeDefined()
    await user.selectOptions(await head(), '14')
    expect(await screen.findByText('Eagles v Foxes', { selector: 'h4' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    expect(await screen.findByText('Arsenal v Bees', { selector: 'h4' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Results' })).toBeDefined()
  })

  test('has no number of gameweeks while the season is not known (R504)', async () => {
    for (const [at, answer] of [
      ['/', 'pending'],
      ['/', problem(503)],
      ['/gameweeks/12', problem(503)],
    ] as const) {
      const page = openDashboard({ season: [before, now, after], at, answers: { [shared.fixtures.key]: answer } })
      await screen.findByText(at === '/' ? 'Colts v Deer' : 'Arsenal v Bees', { selector: 'h4' })
      expect(screen.queryByText(/gameweeks? (available|played)/)).toBeNull()
      page.unmount()
    }
  })

  test('that is over shows its points and its best, and leads to the open one', async () => {
    openDashboard({
      season: [before, now],
      picks: [pick(before, { pointsEarned: 15, verdict: 'exact' })],
      at: '/gameweeks/12',
      answers: {
        [boards.gameweek.key(12)]: ok(z.array(LeaderboardEntry), [
          boardRowSample({ id: 9, username: 'first', displayName: 'first', ranking: 1, totalPoints: 20 }),
          boardRowSample({ id: nextPlayer(), ranking: 2, totalPoints: 15 }),
        ]),
      },
    })
    const own = await screen.findByRole('region', { name: 'Your gameweek' })
    expect(within(own).getByRole('link', { name: 'Your receipts' }).getAttribute('href')).toBe('/proofs?gameweek=12')
    await within(own).findByText('Place')
    expect(textOf(own)).toMatch(/Points ?15.*Average ?11.5.*Place ?2nd.*Exact ?1.*Correct ?1 of 1/)
    const best = screen.getByRole('list', { name: 'The best of Gameweek 12' })
    expect(within(best).getAllByRole('listitem')).toHaveLength(2)
    expect(within(best).getByText('You')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Predict Gameweek 13' }).getAttribute('href')).toBe('/')
    expect(screen.queryByText('Loading the gameweek’s best')).toBeNull()
  })

  test('chosen on the page is that of the board’s tab', async () => {
    const next = match(2, { gameweek: 14, kickoffTime: '2025-12-06T15:00:00.000Z' })
    const leader = boardRowSample({ id: 9, username: 'first', displayName: 'first' })
    const { user } = openDashboard({
      season: [match(1), next],
      answers: { [boards.gameweek.key(13)]: ok(z.array(LeaderboardEntry), [leader]) },
    })
    await user.click(await screen.findByRole('tab', { name: 'Gameweek 13' }))
    const list = within(await screen.findByRole('list', { name: 'Gameweek 13' }))
    expect(list.getByRole('link', { name: 'first' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next gameweek' }))
    expect(await screen.findByText('No predictions found for Gameweek 14')).toBeDefined()
    expect(screen.getByLabelText('Gameweek')).toHaveProperty('value', '14')
  })

  test('that is over without picks says so', async () => {
    openDashboard({ season: [before, now], at: '/gameweeks/12' })
    expect(await screen.findByText('You made no picks this gameweek.')).toBeDefined()
    const best = screen.getByRole('region', { name: 'The gameweek’s best' })
    expect(await within(best).findByText('No predictions found for Gameweek 12')).toBeDefined()
  })

  test('without a match to come is the end of the season', async () => {
    const { user } = openDashboard({
      season: [before],
      picks: [pick(before, { pointsEarned: 15, verdict: 'exact' })],
    })
    expect(await screen.findByRole('heading', { name: 'The season is over' })).toBeDefined()
    expect(screen.getByText('(1 of 1 gameweek played)')).toBeDefined()
    expect(await screen.findByText('You win the season with 25 points.')).toBeDefined()
    expect(textOf(screen.getByRole('region', { name: 'Your season' }))).toMatch(/Points ?25.*Place ?1st/)
    expect(textOf(await screen.findByRole('region', { name: 'Final table' }))).toMatch(/Everton, champions/)
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    expect(await screen.findByRole('heading', { name: 'Results' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'See how it ended' }))
    expect(await screen.findByRole('heading', { name: 'The season is over' })).toBeDefined()
  })

  test('R422: whose season is over invites a new player to no pick', async () => {
    openDashboard({ season: [before], user: { lastLoginAt: null, totalPredictions: 0 } })
    expect(await screen.findByText('You win the season with 25 points.')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Make predictions' })).toBeNull()
  })

  test('R422: without any match says so, and invites to no pick', async () => {
    openDashboard({
      season: [],
      answers: { [shared.currentFixtures.key]: ok(fixtures, []) },
      user: { lastLoginAt: null, totalPredictions: 0 },
    })
    expect(await screen.findByText('No upcoming fixtures available')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Make predictions' })).toBeNull()
  })
})

describe('while reads are on their way or fail', () => {
  test('the fixtures are loading', async () => {
    openDashboard({ season: [match(1)], answers: { [predictions.mine.key]: 'pending' } })
    expect(await screen.findByText('Loading fixtures')).toBeDefined()
    expect(screen.getByText('Loading your predictions')).toBeDefined()
  })

  test('fixtures that fail can be requested again', async () => {
    const down = problem(503)
    const { user, answer } = openDashboard({
      season: [match(1)],
      answers: {
        [shared.fixtures.key]: down,
        [shared.currentFixtures.key]: down,
        [fixtureReads.gameweek.key(13)]: ok(fixtures, [match(1)]),
        [predictions.mine.key]: ok(picks, []),
      },
    })
    const failure = (await screen.findByText('Unable to load fixtures')).closest<HTMLElement>('[role=alert]')!
    answer(shared.fixtures.key, ok(fixtures, [match(1)]))
    answer(shared.currentFixtures.key, ok(fixtures, [match(1)]))
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    expect(await loaded()).toBeDefined()
  })

  test('predictions that fail can be requested again', async () => {
    const { user, answer } = openDashboard({ season: [match(1)], answers: { [predictions.mine.key]: problem(503) } })
    const failure = (await screen.findByText('Unable to load your predictions')).closest<HTMLElement>('[role=alert]')!
    expect(screen.getByText('Unable to load fixtures')).toBeDefined()
    answer(predictions.mine.key, ok(picks, []))
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    expect(await loaded()).toBeDefined()
    expect(screen.getByText('No predictions yet')).toBeDefined()
  })

  test('a gameweek that fails leaves the others within reach', async () => {
    const { user } = openDashboard({
      season: [match(1)],
      at: '/gameweeks/14',
      answers: { [fixtureReads.gameweek.key(14)]: problem(503) },
    })
    expect(await screen.findByText('Unable to load fixtures')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gameweek' }), '13')
    expect(await loaded()).toBeDefined()
  })
})
