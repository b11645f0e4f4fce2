import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { LiveDay as Day, type Goal, ProvisionalPage } from '../../../../src/areas/matches/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { componentTests, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { match, pick } from '../../../../test/support/dashboard.tsx'
import { leagueSample, tableRowSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads } from '../../features/matches/reads.ts'
import { LiveDay } from './LiveDay.tsx'
import { useHiddenScores } from './useHiddenScores.ts'

componentTests()
const NOW = Date.parse('2025-11-29T16:52:30.000Z')
beforeEach(() => {
  vi.setSystemTime(NOW)
})
afterEach(() => {
  vi.useRealTimers()
})

const on = { status: 'LIVE', isOpen: false, kickoffTime: '2025-11-29T15:00:00.000Z' } as const
const arsenal = match(1, { ...on, homeScore: 3, awayScore: 2 })
const colts = match(2, { ...on, homeScore: 2, awayScore: 1 })
const goal = (id: number, home: number, away: number, at: string, more: Partial<Goal> = {}): Goal => ({
  ...{ id: `${id} ${at}`, fixtureId: id, at: `2025-11-29T${at}:00.000Z`, home, away, side: 'home', isTakenBack: false },
  ...{ gained: 16_019, lost: 1_457 },
  ...more,
})
const day = (changes: Partial<Day> = {}) =>
  ok(Day, {
    fixtures: [arsenal, colts],
    goals: [
      goal(1, 3, 2, '16:52'),
      goal(1, 2, 2, '16:09', { side: 'away', gained: 0 }),
      goal(1, 2, 1, '16:04', { side: 'away' }),
    ],
    provisional: { points: 10, totalPoints: 1_030, ranking: 38, settledRanking: 41 },
    ...changes,
  })
const entry = (id: number, username: string, ranking: number, points: number | null) => ({
  ...{ id, username, displayName: username, profileImage: null },
  ...{ ranking, movement: id === 1 ? 3 : 0, points, totalPoints: 1_000 - ranking },
})
const board = (points: number | null) =>
  ok(ProvisionalPage, {
    provisional: { entries: [entry(2, 'nia', 1, points)], total: 50, me: entry(1, 'ada', 38, 10) },
  })

interface ShownProps {
  matches?: readonly Fixture[]
  picked?: readonly Prediction[]
}

function Shown({ matches = [arsenal, colts], picked = [] }: ShownProps) {
  const hidden = useHiddenScores(NOW)
  return (
    <LiveDay
      userId={1}
      predictions={[pick(arsenal, { predictedHomeScore: 3 }), pick(colts, { predictedHomeScore: 3 }), ...picked]}
      matches={matches}
      hidden={hidden}
      onShown={() => undefined}
      now={NOW}
    />
  )
}
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const open = (answers: Answers = {}, shown: ShownProps = {}) =>
  draw(<Shown {...shown} />, {
    answers: {
      [reads.live.key]: day(),
      [reads.board.key(5)]: board(null),
      [reads.league.key(3)]: board(25),
      [shared.myLeagues.key]: ok(z.array(League), [leagueSample({ id: 3, name: 'Back Post Club' })]),
      [shared.clubs.key]: ok(z.array(TableRow), [
        tableRowSample({ id: 1, shortName: 'Arsenal', position: 2, points: 20 }),
        tableRowSample({ id: 2, shortName: 'Bees', position: 1, points: 21 }),
      ]),
      ...answers,
    },
  })
/** Of the section, for 'Live', and not of its first panel. */
const text = async (name: string) => (await screen.findAllByRole('region', { name }))[0]!.textContent!

describe('the home page while a match is on', () => {
  test('R275: has points so far, matches with the next goal, goals, and the boards as they stand', async () => {
    open()
    await screen.findByText('Live now')
    expect(await text('Live')).toContain('10So far points, 2 of 2 right')
    expect(await text('Live')).toContain('Everybody 41st before these matches38th')
    await vi.waitFor(async () => expect(await text('Live')).toContain('Back Post Club 41st before these matches38th'))
    expect(await text('Live')).not.toContain('to come')
    const rows = within(await screen.findByRole('region', { name: 'Live now' })).getAllByRole('listitem')
    // The match with most to gain comes first.
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'LiveOn since 15:00COColts2DEDeer1Your pick 3–15So farColts score15 up 10Stays 2–15Deer score0 down 5'
        .replace('COColts', 'COCOLColts')
        .replace('DEDeer', 'DEDEEDeer'),
      expect.stringMatching(
        /^Goal 16:52.*Arsenal3.*Bees2Your pick 3–15So farArsenal score5Stays 3–25Bees score0 down 5$/,
      ),
    ])
    expect(await text('Live now')).toContain('One goal away: if Colts score, you gain 10.')
    const goals = within(await screen.findByRole('region', { name: 'Goals' })).getAllByRole('listitem')
    expect(goals.map(({ textContent }) => textContent)).toEqual([
      '16:52Arsenal 3–2 Bees16,019 gain, 1,457 lose5 points up for you',
      '16:09Arsenal 2–2 Bees1,457 lose5 points down for you',
      '16:04Arsenal 2–1 Bees16,019 gain, 1,457 lose5 points up for you',
    ])
    expect(await text('Back Post Club')).toMatch(/As it stands.*nia\+25999/)
    expect(await text('Everybody')).not.toContain('Today')
    expect(await text('Premier League table')).toMatch(/1.*Arsenal23.*2.*Bees21/)
  })

  test('R328: after the last match has ended, nothing is live: it has what the picks paid', async () => {
    const ended = [arsenal, colts].map((fixture) => ({ ...fixture, status: 'FINISHED' as const }))
    open({ [reads.live.key]: day({ fixtures: ended, provisional: null }) })
    const just = await screen.findByRole('region', { name: 'Just over' })
    expect(just.textContent).not.toContain('0 matches')
    expect(await text('Full time')).toContain('10points from the latest matches, 2 of 2 right')
    expect(screen.queryByText('So far')).toBeNull()
    expect(screen.queryByText('Live now')).toBeNull()
  })

  test('R328: after matches without a goal, none is promised', async () => {
    const ended = [{ ...arsenal, status: 'FINISHED' as const }]
    open({ [reads.live.key]: day({ fixtures: ended, goals: [], provisional: null }) })
    await screen.findByRole('region', { name: 'Just over' })
    expect(screen.queryByText('No goals yet')).toBeNull()
  })

  test('R369: the focus moves to the first row that is added, once it has loaded', async () => {
    const [first, five] = [entry(1, 'ada', 1, 10), [2, 3, 4, 5].map((id) => entry(id, `nia${id}`, id, 10))]
    const boardOf = (...entries: ReturnType<typeof entry>[]) =>
      ok(ProvisionalPage, { provisional: { entries, total: 6, me: first } })
    const { user } = open({
      [reads.board.key(5)]: boardOf(first, ...five),
      [reads.board.key(100)]: boardOf(first, ...five, entry(6, 'zoe', 6, 10)),
    })
    const more = await screen.findByRole('button', { name: 'Show the first 100' })
    const release = holdResponses()
    await user.click(more)
    expect(document.activeElement).toBe(more)
    expect(more.getAttribute('aria-busy')).toBe('true')
    release()
    const added = await screen.findByRole('link', { name: 'zoe' })
    await vi.waitFor(() => expect(document.activeElement).toBe(added))
  })

  test('a goal that was taken back is no goal', async () => {
    open({ [reads.live.key]: day({ goals: [goal(1, 3, 2, '16:52', { side: null, isTakenBack: true })] }) })
    expect(await text('Live now')).toContain('No goal 16:52')
  })

  test('R277: hidden scores leave nothing of it, until a match is shown', async () => {
    localStorage.setItem('plp.hide-live-scores', 'on')
    const { user, calls } = open()
    expect(await screen.findByText('Live scores are hidden')).toBeDefined()
    const main = document.body.textContent!
    for (const left of ['So far', 'Goal', 'As it stands', '38th', 'Stays']) expect(main).not.toContain(left)
    expect(calls.filter(({ path }) => path.includes('provisional'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show Arsenal v Bees' }))
    expect(await text('Live now')).toContain('Stays 3–2')
    expect(await text('Live now')).not.toContain('Stays 2–1')
  })

  test.each([
    ['none', [], '2 matches to come, none picked yet. Next closes 17:25.Make your picks', 3],
    ['some', [3], '2 matches to come, 1 picked. Next closes 17:25.Pick 1 more', 4],
    ['all', [3, 4], '2 matches to come, all picked. Next closes 17:25.See your picks', 3],
  ])('R331: leads to the first open match without a pick; picked: %s', async (_, ids, said, target) => {
    const later = { kickoffTime: '2025-11-29T17:30:00.000Z', cutoffTime: '2025-11-29T17:25:00.000Z' }
    const coming = [match(3, later), match(4, later)]
    const picked = coming.filter(({ id }) => ids.some((each) => each === id)).map((fixture) => pick(fixture))
    open({}, { matches: [arsenal, ...coming], picked })
    const link = await screen.findByRole('link', { name: /picks$|^Pick/ })
    expect(await text('Live')).toContain(said)
    expect(link.getAttribute('href')).toBe(`#match-${target}`)
  })

  test('is absent when nothing is on, and a failure can be tried again', async () => {
    const { answer, user } = open({ [reads.live.key]: problem(503, 'The server rests.') })
    expect(await screen.findByText('Live scores did not load')).toBeDefined()
    answer(reads.live.key, day({ fixtures: [], goals: [], provisional: null }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Live' })).toBeNull())
  })
})
