import { screen, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { League, LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { Duel, DuelPicks } from '../../../../src/areas/players/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import {
  duelSample,
  fixtureSample,
  leaguePageSample,
  leagueRowSample,
  leagueSample,
  signedInSample,
} from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as leagueReads } from '../../features/leagues/reads.ts'
import { DuelPage } from './DuelPage.tsx'

componentTests()
beforeEach(() => {
  vi.setSystemTime('2025-11-29T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const Address = () => <output data-testid="address">{useLocation().pathname}</output>

const path = '/api/players/1/duel/2'
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const drawDuel = (changes: Partial<Duel> = {}, answers: Answers = {}, reader = 1) =>
  draw([<DuelPage key="page" id={1} other={2} user={signedInSample({ id: reader })} />, <Address key="address" />], {
    answers: {
      [path]: ok(Duel, duelSample(changes)),
      [`${path}/picks`]: picks([]),
      [shared.myLeagues.key]: ok(z.array(League), []),
      ...answers,
    },
  })
const picks = (list: DuelPicks['picks']) => ok(DuelPicks, { gameweek: 13, lastGameweek: 13, picks: list })
const pick = (home: number, away: number, points: number | null) => ({
  predictedResult: home > away ? ('home' as const) : ('draw' as const),
  ...{ predictedHomeScore: home, predictedAwayScore: away, pointsEarned: points },
  verdict: points === null ? null : points === 15 ? ('exact' as const) : ('wrong' as const),
})
const head = async () =>
  (await screen.findByRole('heading', { level: 1, name: /^Duel: / })).closest('section')!.textContent
const region = (name: string) => screen.findByRole('region', { name })
const match = (id: number, changes: object) =>
  fixtureSample({ id, kickoffTime: '2025-11-29T15:00:00.000Z', isOpen: false, ...changes })
const finished = { status: 'FINISHED', homeScore: 2, awayScore: 1 } as const

describe('R300, R301: a duel', () => {
  test('has the sum, matches won, figures and the gap', async () => {
    drawDuel()
    expect(await head()).toBe('Duel: you and niaShareADYouYou 475nia 510NInia30 matches to you56 level36 to nia')
    expect(document.title).toContain('Duel: you and nia')
    expect((await region('In numbers')).textContent).toContain('122 matches with a pick of either')
    expect((await region('The gap')).textContent).toContain('10 points ahead. The widest was 40, after gameweek 11.')
    expect((await region('Where it turned')).textContent).toBe(
      'Where it turnedGameweek 12: nia by 3060 against 30.Gameweek 11: you by 4065 against 25.The same pick in 48 matchesOf 120 that both predicted.',
    )
  })

  test('shows closed matches pick by pick, with the better pick; live points are so far', async () => {
    const { user } = drawDuel(
      {},
      {
        [`${path}/picks`]: picks([
          { fixture: match(1, finished), player: pick(2, 1, 15), opponent: pick(1, 1, 0) },
          { fixture: match(2, finished), player: pick(0, 0, 0), opponent: pick(0, 0, 0) },
          { fixture: match(3, finished), player: null, opponent: pick(2, 1, 15) },
          {
            fixture: match(4, { status: 'LIVE', homeScore: 2, awayScore: 0, kickoffTime: '2025-11-29T17:30:00.000Z' }),
            ...{ player: pick(1, 0, null), opponent: pick(1, 1, null) },
          },
        ]),
      },
    )
    const lines = async () =>
      within(await screen.findByRole('list', { name: 'Picks of gameweek 13' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    const all = await lines()
    expect(all).toEqual([
      'Your pick 2–115 pointsEverton v Newcastle FT 2–1nia picked 1–10 pointsYou by 15',
      'Your pick 0–00 pointsEverton v Newcastle FT 2–1nia picked 0–00 pointsLevel',
      'You: no pickEverton v Newcastle FT 2–1nia picked 2–115 pointsnia by 15',
      'Your pick 1–05 pointsEverton v NewcastleLive 2–0nia picked 1–10 pointsSo far: You by 5',
    ])
    await user.click(screen.getByRole('radio', { name: 'Decided' }))
    expect(await lines()).toEqual([all[0], all[2]])
    await user.click(screen.getByRole('radio', { name: 'Different picks' }))
    expect(await lines()).toEqual([all[0], all[2], all[3]])
  })

  test.each([
    [1, 'You share no league'],
    [3, 'Picks are for league mates'],
  ])('without a league of both, reader %i sees gameweeks instead of matches', async (reader, title) => {
    const { calls } = drawDuel({ matches: null, key: null }, {}, reader)
    expect(await screen.findByText(title)).toBeDefined()
    expect(await head()).toMatch(/5 gameweeks to (you|ada)0 level7 to nia$/)
    expect(calls.map((call) => call.path)).not.toContain(`${path}/picks`)
  })

  test.each([
    ['nothing is settled', { [path]: ok(Duel, duelSample({ gameweeks: [] })) }, 'Nothing to compare yet'],
    ['a player has left', { [path]: problem(404) }, 'Player not found'],
    ['the server fails', { [path]: problem(500) }, 'This duel did not load'],
  ])('says that %s', async (_, answers, text) => {
    drawDuel({}, answers)
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('of a player with themselves asks for another', async () => {
    draw(<DuelPage id={1} other={1} user={signedInSample()} />)
    expect(await screen.findByText('That would be the same player')).toBeDefined()
  })
})

test('R300: another duel is of any two members of a league of the reader', async () => {
  const row = (id: number, displayName: string) => leagueRowSample({ id, displayName })
  const page = (id: number, standings: LeagueDetail['standings']) => ({
    [leagueReads.league.key(id, { limit: 100, offset: 0 })]: ok(LeagueDetail, leaguePageSample({ id, standings })),
  })
  const leagues = [
    leagueSample({ id: 5, name: 'Alone' }),
    ...[6, 7].map((id) => leagueSample({ id, name: `L${id}`, memberCount: 3 })),
  ]
  const { user } = drawDuel(
    {},
    {
      [shared.myLeagues.key]: ok(z.array(League), leagues),
      ...page(6, [row(1, 'ada'), row(2, 'nia')]),
      ...page(7, [row(3, 'kwame'), row(1, 'ada'), row(4, 'jonesy')]),
    },
  )
  const choices = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  const panel = within(await region('Another duel'))
  expect(choices('League')).toEqual(['L6', 'L7'])
  await user.selectOptions(panel.getByLabelText('League'), 'L7')
  await panel.findAllByRole('option', { name: 'jonesy' })
  expect(choices('First player')).toEqual(['kwame', 'You', 'jonesy'])
  await user.selectOptions(panel.getByLabelText('First player'), 'kwame')
  expect(choices('Against')).toEqual(['You', 'jonesy'])
  await user.selectOptions(panel.getByLabelText('Against'), 'jonesy')
  await user.click(panel.getByRole('button', { name: 'Compare' }))
  expect(screen.getByTestId('address').textContent).toBe('/players/3/duel/4')
})

describe('R302: sharing a duel', () => {
  test('offers the picture and the public address', async () => {
    const { user } = drawDuel()
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Share this duel' }))
    expect(dialog.getByRole('img', { name: 'Picture of the link: ada v nia' }).getAttribute('src')).toBe(
      '/players/1/duel/2/k3y/card.png',
    )
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toContain('/players/1/duel/2/k3y')
    expect(dialog.getByRole('link', { name: 'Save picture' }).getAttribute('download')).toBe('duel.png')
  })

  test('is for the two players', async () => {
    drawDuel({ key: null }, {}, 3)
    await head()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })
})
