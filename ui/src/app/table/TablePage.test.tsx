import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { HeadToHeadMatch, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtures, match, NOW, textOf } from '../../../../test/support/dashboard.tsx'
import { readerSample, tableRowSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads } from '../../features/fixtures/reads.ts'
import { TablePage } from './TablePage.tsx'

componentTests()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }))
afterEach(() => void vi.useRealTimers())

// Arsenal beat Bees 2-1 in gameweek 12 and Colts drew with Deer; Colts v Arsenal is live, Bees v Deer is to come.
const ended = { status: 'FINISHED', isOpen: false, gameweek: 12, kickoffTime: '2025-11-22T15:00:00.000Z' } as const
const [arsenal, bees] = [match(1).homeTeam, match(1).awayTeam]
const [colts, deer] = [match(2).homeTeam, match(2).awayTeam]
const between = (
  id: number,
  homeTeam: typeof arsenal,
  awayTeam: typeof arsenal,
  changes: Parameters<typeof match>[1],
) => match(id, { homeTeam, awayTeam, homeTeamId: homeTeam.id, awayTeamId: awayTeam.id, ...changes })
const won = between(1, arsenal, bees, { ...ended, homeScore: 2, awayScore: 1 })
const drawn = between(2, colts, deer, { ...ended, homeScore: 0, awayScore: 0 })
const live = between(3, colts, arsenal, {
  status: 'LIVE',
  isOpen: false,
  kickoffTime: '2025-11-29T14:30:00.000Z',
  homeScore: 3,
  awayScore: 2,
})
const next = between(4, bees, deer, { kickoffTime: '2025-11-29T17:30:00.000Z' })
const settled = { played: 1, deducted: 0, form: [] as TableRow['form'] }
const clubs: TableRow[] = [
  {
    ...arsenal,
    ...settled,
    position: 1,
    points: 3,
    won: 1,
    drawn: 0,
    lost: 0,
    goalsFor: 2,
    goalsAgainst: 1,
    goalDifference: 1,
  },
  {
    ...colts,
    ...settled,
    position: 2,
    points: 1,
    won: 0,
    drawn: 1,
    lost: 0,
    goalsFor: 0,
    goalsAgainst: 0,
    goalDifference: 0,
  },
  {
    ...deer,
    ...settled,
    position: 3,
    points: 1,
    won: 0,
    drawn: 1,
    lost: 0,
    goalsFor: 0,
    goalsAgainst: 0,
    goalDifference: 0,
  },
  {
    ...bees,
    ...settled,
    position: 4,
    points: 0,
    won: 0,
    drawn: 0,
    lost: 1,
    goalsFor: 1,
    goalsAgainst: 2,
    goalDifference: -1,
  },
]

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const open = (season = [won, drawn, live, next], { at = '/table', answers = {} as Answers } = {}) =>
  draw(<TablePage user={readerSample()} title="Premier League Table" adminPages={[]} />, {
    at,
    answers: {
      [shared.clubs.key]: ok(z.array(TableRow), clubs),
      [shared.fixtures.key]: ok(fixtures, season),
      [shared.currentFixtures.key]: ok(
        fixtures,
        season.filter(({ gameweek }) => gameweek === 13),
      ),
      ...answers,
    },
  })
const lines = () => screen.getAllByRole('row').slice(1).map(textOf)
const club = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const lineOf = async (name: string) => textOf((await club(name)).closest('tr')!)
const quiet = { ...live, homeScore: null, awayScore: null }

describe('the table', () => {
  test('has every club with its record, in order', async () => {
    open([won, drawn, next])
    expect(await lineOf('Arsenal')).toMatch(/^1.*Arsenal.*GF 2 GA 1.*1 ?1 ?0 ?0 ?2 ?1 ?\+1 ?3/)
    for (const name of ['Goals for', 'Goals against', 'Goal difference'])
      expect(screen.getByRole('columnheader', { name })).toBeDefined()
    expect(lines()).toHaveLength(4)
    expect(lines().map((line) => /(Arsenal|Bees|Colts|Deer)/.exec(line)![0])).toEqual([
      'Arsenal',
      'Colts',
      'Deer',
      'Bees',
    ])
  })

  test('leads to the predictions of the final table', () => {
    open([won, drawn, next])
    expect(screen.getByRole('link', { name: 'Predicted tables' }).getAttribute('href')).toBe('/final-table')
  })

  test('counts a live match as if it ended now, or what has settled', async () => {
    const { user } = open()
    await club('Colts')
    expect(textOf(screen.getByText('Colts 3–2 Arsenal').parentElement!)).toBe(
      'Colts 3–2 Arsenal is live and counts here as if it ended now. Those points are provisional.',
    )
    expect(await lineOf('Colts')).toMatch(/^1.*Live/)
    expect(screen.getByText(/provisional points/)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Settled' }))
    expect(screen.getByRole('heading', { name: 'Settled' })).toBeDefined()
    expect(await lineOf('Arsenal')).toMatch(/^1/)
    expect(screen.queryByText('Colts 3–2 Arsenal')).toBeNull()
  })

  test('names live matches without a score, which count later', async () => {
    open([won, drawn, quiet, next])
    await club('Colts')
    expect(screen.getByText('Colts v Arsenal').parentElement!.textContent).toBe(
      'Colts v Arsenal is live and counts here once it has ended.',
    )
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('is the settled one where live scores are hidden', async () => {
    localStorage.setItem('plp.hide-live-scores', 'on')
    open()
    expect(await screen.findByText('Live scores are hidden: this is the settled table.')).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(await lineOf('Arsenal')).toMatch(/^1/)
  })

  test('after a past gameweek has no next matches; a gameweek to come is the current table', async () => {
    const { user, unmount } = open()
    await club('Arsenal')
    expect(screen.getByRole('columnheader', { name: 'Next' })).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'After' }), 'After gameweek 9')
    expect(await screen.findByRole('heading', { name: 'After gameweek 9' })).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Next' })).toBeNull()
    expect(await lineOf('Arsenal')).toMatch(/GF 0 GA 0/)
    unmount()
    open(undefined, { at: '/table?gameweek=37' })
    expect(await screen.findByRole('heading', { name: 'As it stands' })).toBeDefined()
  })

  test('expands a club with its next match, its record and past meetings, fetched only then', async () => {
    const meetings = (home: number, away: number) => ({
      [reads.headToHead.key(home, away)]: ok(z.array(HeadToHeadMatch), []),
    })
    const { user, calls } = open(undefined, {
      answers: { ...meetings(bees.id, deer.id), ...meetings(bees.id, colts.id) },
    })
    const asked = () => calls.filter(({ path }) => path.startsWith('/api/head-to-head')).length
    const toggle = await club('Bees')
    expect(asked()).toBe(0)
    await user.click(toggle)
    expect(screen.getByRole('link', { name: 'Deer, home' }).getAttribute('href')).toMatch(/^\/fixtures\/\d+$/)
    expect(screen.getByText('Home 0–0–0, away 0–0–1')).toBeDefined()
    expect(await screen.findByText('No recent matches found between these teams')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Against' }), 'Colts')
    expect(await screen.findByText('No recent matches found between these teams')).toBeDefined()
    expect(asked()).toBe(2)
    await user.click(toggle)
    expect(lines()).toHaveLength(4)
  })

  test('of a season that is over is the final one', async () => {
    open([won, drawn], { answers: { [shared.currentFixtures.key]: ok(fixtures, [won, drawn]) } })
    expect(await screen.findByRole('heading', { name: 'Final table' })).toBeDefined()
  })

  test('before the first match says when the clubs start', async () => {
    const rows = clubs.map((row) => ({ ...row, played: 0, won: 0, drawn: 0, lost: 0, points: 0 }))
    open([next], { answers: { [shared.clubs.key]: ok(z.array(TableRow), rows) } })
    expect(await screen.findByText(/^No games yet\. Every club starts level on Sat 29 Nov/)).toBeDefined()
  })
})

describe('without a table', () => {
  test('the page waits for it', () => {
    open([], { answers: { [shared.clubs.key]: 'pending' } })
    expect(screen.getByText('Loading table')).toBeDefined()
    // Its choice of gameweek has its space from the start, so that the rows do not move.
    const choice = screen.getByLabelText('After')
    expect(choice.parentElement!.closest<HTMLElement>('[style]')!.style.visibility).toBe('hidden')
  })

  test('it says when it starts', async () => {
    open([], { answers: { [shared.clubs.key]: ok(z.array(TableRow), []) } })
    expect(await screen.findByText('No table yet')).toBeDefined()
  })

  test('a failure can be tried again', async () => {
    const { user, answer } = open(undefined, { answers: { [shared.clubs.key]: problem(503) } })
    expect(await screen.findByText('Unable to load the table')).toBeDefined()
    answer(shared.clubs.key, ok(z.array(TableRow), [tableRowSample(), ...clubs]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await club('Everton')).toBeDefined()
  })
})
