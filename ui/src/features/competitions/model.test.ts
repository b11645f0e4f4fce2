import { expect, test } from 'vitest'
import type { Competition, CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { named } from '../../../../test/support/named.ts'
import {
  creationOf,
  fateOf,
  filterOf,
  found,
  fullness,
  isCalledOff,
  joinedToast,
  joinState,
  type NewCompetition,
  outcomeOf,
  placeOf,
  prizesOf,
  queryOf,
  refusedFields,
  sectionsOf,
  seriesOf,
  shortened,
  standingsPage,
  tieNotes,
  toCome,
  untilChange,
} from './model.ts'

const competition = (id: number, over: Partial<Competition> = {}): Competition => ({
  id,
  season: 'demo',
  name: `Competition ${'abcdefghijklmno'[id]}`,
  description: null,
  type: 'weekly',
  status: 'upcoming',
  startDate: '2026-11-28T12:00:00.000Z',
  endDate: '2026-11-30T20:00:00.000Z',
  firstGameweek: 1,
  lastGameweek: 1,
  prizePool: 50,
  maxParticipants: null,
  participantCount: 0,
  isDrawn: false,
  isParticipant: false,
  participants: [],
  ...over,
})

const all = { text: '', status: 'all', type: 'all' } as const

test('active by their end, then upcoming by their start, then ended, the latest first', () => {
  const list = [
    competition(1, { status: 'ended', endDate: '2026-08-20T00:00:00.000Z' }),
    competition(2, { status: 'ended', endDate: '2026-09-20T00:00:00.000Z' }),
    competition(3, { startDate: '2027-01-01T00:00:00.000Z' }),
    competition(4),
    competition(5, { status: 'active', endDate: '2027-05-01T00:00:00.000Z' }),
    competition(6, { status: 'active' }),
  ]
  expect(found(list, all).map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1])
})

test("sections: the reader's own, open now, under way and next; the rest is counted", () => {
  const list = [
    competition(1, { status: 'active' }),
    competition(2, { status: 'active', type: 'cup', isDrawn: true }),
    competition(12, { status: 'active', maxParticipants: 0 }),
    competition(3, { status: 'ended' }),
    ...[4, 5, 6, 7, 8, 9, 10, 11].map((id) => competition(id)),
  ]
  const { rounds, sections, upcoming, ended } = sectionsOf(list, ({ id }) => id === 11)
  expect(sections.map(({ name, competitions }) => [name, competitions.map(({ id }) => id)])).toEqual([
    ['Yours', [11]],
    ['Open now', [1]],
    ['Under way', [12]],
    ['Next', [4, 5, 6, 7, 8, 9]],
  ])
  expect(rounds.map(({ id }) => id)).toEqual([2])
  expect([upcoming, ended]).toEqual([1, 1])
})

test('a series are competitions of one type whose names differ by a number or month', () => {
  const named = (id: number, name: string, over: Partial<Competition> = {}) => competition(id, { name, ...over })
  const series = seriesOf([
    named(1, 'Gameweek 1 Challenge', { status: 'ended' }),
    named(2, 'Gameweek 2 Challenge', { status: 'active', isParticipant: true }),
    named(3, 'Gameweek 3 Challenge'),
    named(4, 'May 2027 Challenge', { type: 'monthly' }),
    named(5, 'June 2027 Challenge', { type: 'monthly' }),
    named(6, 'Office Sprint 1'),
    named(7, 'Office Sprint 2'),
    named(8, 'Sunday 1', { status: 'ended' }),
    named(9, 'Sunday 2', { status: 'ended' }),
    named(10, '2026-27 Championship', { type: 'seasonal' }),
    ...[11, 12].map((id) => named(id, `Cup ${id}`, { type: 'cup' })),
  ])
  const ids = (list: readonly Competition[]) => list.map(({ id }) => id)
  expect(series.map(({ name, competitions, left }) => [name, ids(competitions), ids(left)])).toEqual([
    ['Weekly Challenge', [2, 3], [3]],
    ['Monthly Challenge', [4, 5], [4, 5]],
    ['Office Sprint', [6, 7], [6, 7]],
  ])
  expect([series[0]!.current?.id, series[0]!.next?.id, series[1]!.current]).toEqual([2, 3, null])
})

test('a place is a rank among the players, in a cup or knockout whether the reader is still in', () => {
  const own = { id: 1, user: named('ada'), totalPoints: 5, ranking: 3, exactScores: 0, prize: null }
  const detail = (over: Partial<CompetitionDetail>) =>
    placeOf({ ...competition(1), participantCount: 25, standings: [own], rounds: [], winner: null, ...over }, 1)
  expect(detail({ participants: [own] })).toBe('You: 3rd of 25')
  expect(detail({ participants: [{ ...own, totalPoints: 0 }] })).toBe('You’re in')
  const me = { id: 1, ...named('ada') }
  const tie = (winnerId: number | null) => ({ home: me, away: null, homePoints: null, awayPoints: null, winnerId })
  const round = { round: 1, name: 'Final', gameweek: 20, decided: false, ties: [tie(null)], players: [] }
  expect(detail({ type: 'cup' })).toBe('You’re in')
  expect(detail({ type: 'cup', rounds: [round] })).toBe('You’re in: Final')
  expect(detail({ type: 'cup', rounds: [{ ...round, decided: true, ties: [tie(2)] }] })).toBe('You’re out')
  const player = { ...me, points: 0, out: true }
  expect(detail({ type: 'knockout', rounds: [{ ...round, ties: [], players: [player] }] })).toBe('You’re out')
})

test('status, type and text narrow the list together; text counts in name and description without case', () => {
  const list = [
    competition(1, { name: 'Autumn Cup', type: 'cup' }),
    competition(2, { name: 'Winter Cup', type: 'cup', status: 'active' }),
    competition(3, { description: 'Not a CUP at all' }),
    competition(4),
  ]
  const ids = (filter: Partial<Parameters<typeof found>[1]>) =>
    found(list, { ...all, ...filter })
      .map(({ id }) => id)
      .sort()
  expect(ids({ text: ' cup ' })).toEqual([1, 2, 3])
  expect(ids({ text: 'cup', type: 'cup' })).toEqual([1, 2])
  expect(ids({ type: 'cup', status: 'upcoming' })).toEqual([1])
  expect(ids({ text: 'nothing so called' })).toEqual([])
})

test('the filter survives a round trip through the URL, and unknown values mean all', () => {
  const filter = { text: 'cup', status: 'active', type: 'knockout' } as const
  expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter)
  expect(queryOf(all)).toEqual({})
  expect(filterOf(new URLSearchParams('status=odd&type=odd'))).toEqual(all)
})

test('joining: open, participating, full, ended; ended wins', () => {
  const full = { maxParticipants: 2, participantCount: 2 }
  expect(joinState(competition(1))).toBe('open')
  expect(joinState(competition(1, { maxParticipants: 2, participantCount: 1 }))).toBe('open')
  expect(joinState(competition(1, full))).toBe('full')
  expect(joinState(competition(1, { ...full, isParticipant: true }))).toBe('participating')
  expect(joinState(competition(1, { ...full, isParticipant: true, status: 'ended' }))).toBe('ended')
})

test('a cup or knockout is closed once it is drawn or has started, the others are not', () => {
  for (const type of ['cup', 'knockout'] as const)
    expect(joinState(competition(1, { type, status: 'active' }))).toBe('started')
  for (const type of ['weekly', 'monthly', 'seasonal'] as const)
    expect(joinState(competition(1, { type, status: 'active' }))).toBe('open')
  expect(joinState(competition(1, { type: 'cup', isDrawn: true }))).toBe('started')
})

test('called off: a cup or knockout that is over without a round, because too few joined', () => {
  const over = { type: 'cup', status: 'ended', participantCount: 1 } as const
  expect(isCalledOff(competition(1, over))).toBe(true)
  expect(isCalledOff(competition(1, { ...over, type: 'knockout', participantCount: 0 }))).toBe(true)
  expect(isCalledOff(competition(1, { ...over, status: 'upcoming' }))).toBe(false)
  // Its rounds were played, or its only round is still undecided.
  expect(isCalledOff(competition(1, { ...over, isDrawn: true }))).toBe(false)
  expect(isCalledOff(competition(1, { ...over, participantCount: 2 }))).toBe(false)
  expect(isCalledOff(competition(1, { ...over, type: 'weekly' }))).toBe(false)
})

test('progress toward the maximum, none without a limit', () => {
  expect(fullness({ participantCount: 38, maxParticipants: 100 })).toBe(38)
  expect(fullness({ participantCount: 3, maxParticipants: 2 })).toBe(100)
  expect(fullness({ participantCount: 38, maxParticipants: null })).toBeNull()
})

test('the list is refetched a second after the next start or end, and after an hour at the latest', () => {
  const now = Date.parse('2026-11-28T11:59:30.000Z')
  expect(untilChange([competition(1)], now)).toBe(31_000)
  expect(untilChange([competition(1)], now + 120_000)).toBe(3_600_000)
  expect(untilChange([], now)).toBe(3_600_000)
})

test('the pool goes to the first three, 50, 30 and 20 percent in whole points', () => {
  expect(prizesOf(200)).toEqual([100, 60, 40])
  expect(prizesOf(25)).toEqual([13, 8, 5])
})

type Round = CompetitionDetail['rounds'][number]
const player = (id: number) => ({ id, ...named(`player${id}`) })
const cupRound = (ties: number, gameweek: number): Round => ({
  round: 1,
  name: '',
  gameweek,
  decided: false,
  ties: Array.from({ length: ties }, (_, index) => ({
    home: player(index),
    away: null,
    homePoints: null,
    awayPoints: null,
    winnerId: null,
  })),
  players: [],
})

test('undrawn rounds of a cup halve down to the final, one gameweek each', () => {
  expect(toCome([cupRound(8, 20)])).toEqual([
    { name: 'Quarter-finals', gameweek: 21 },
    { name: 'Semi-finals', gameweek: 22 },
    { name: 'Final', gameweek: 23 },
  ])
  expect(toCome([cupRound(32, 4)])[0]).toEqual({ name: 'Round of 32', gameweek: 5 })
  expect(toCome([cupRound(1, 20)])).toEqual([])
  expect(toCome([])).toEqual([])
})

test('a long round is shortened, but keeps the reader', () => {
  expect(shortened([1, 2, 3, 4, 5], 2, (id) => id === 4)).toEqual([1, 2, 4])
  expect(shortened([1, 2, 3], 2, (id) => id === 1)).toEqual([1, 2])
})

test('in a knockout one is out, through or, as the last one left, the winner; before the decision still playing', () => {
  const players = [
    { ...player(1), points: 10, out: false },
    { ...player(2), points: 5, out: true },
  ]
  const three = [...players, { ...player(3), points: 7, out: false }]
  const [first, second] = players as [Round['players'][number], Round['players'][number]]
  expect(fateOf(first, { decided: true, players })).toBe('winner')
  expect(fateOf(first, { decided: true, players: three })).toBe('through')
  expect(fateOf(second, { decided: true, players })).toBe('out')
  expect(fateOf(first, { decided: false, players })).toBe('playing')
})

test('a knockout round shows how many went through and out', () => {
  const players = [1, 2, 3].map((id) => ({ ...player(id), points: 0, out: id === 3 }))
  expect(outcomeOf({ decided: true, players })).toBe('2 went through, 1 went out')
  expect(outcomeOf({ decided: false, players })).toBe('3 playing')
})

const form: NewCompetition = {
  name: ' Boxing Day ',
  description: ' ',
  type: 'weekly',
  firstGameweek: '18',
  lastGameweek: '',
  firstDay: '',
  lastDay: '',
  prizePool: '100',
  maxParticipants: '',
}

test('a weekly covers one gameweek and ignores hidden fields', () => {
  expect(creationOf({ ...form, lastGameweek: '30', lastDay: 'odd' }).body).toEqual({
    name: 'Boxing Day',
    description: null,
    type: 'weekly',
    prizePool: 100,
    firstGameweek: 18,
  })
})

test('a cup has a last gameweek and a limit if they are set', () => {
  expect(creationOf({ ...form, type: 'cup', lastGameweek: '21', maxParticipants: '16' }).body).toMatchObject({
    firstGameweek: 18,
    lastGameweek: 21,
    maxParticipants: 16,
  })
})

test('a monthly runs from the first day to the end of the last', () => {
  const { body } = creationOf({ ...form, type: 'monthly', firstDay: '2026-12-01', lastDay: '2026-12-31' })
  expect(body).toMatchObject({
    startDate: new Date(2026, 11, 1).toISOString(),
    endDate: new Date(2027, 0, 1, 0, 0, 0, -1).toISOString(),
  })
  expect(body).not.toHaveProperty('firstGameweek')
})

test('invalid input is reported by field', () => {
  const { problems } = creationOf({ ...form, name: ' ', firstGameweek: '39', prizePool: '-1', maxParticipants: '1' })
  expect(problems).toEqual({
    name: 'Give the competition a name',
    firstGameweek: 'Enter a whole number from 1 to 38',
    prizePool: 'Enter a whole number from 0 to 10,000',
    maxParticipants: 'Enter a whole number from 2 to 100,000',
  })
  expect(creationOf({ ...form, type: 'monthly' }).problems).toEqual({
    firstDay: 'Choose the first day',
    lastDay: 'Choose the last day',
  })
  const backwards = { ...form, type: 'seasonal', firstDay: '2026-12-02', lastDay: '2026-12-01' } as const
  expect(creationOf(backwards).problems).toEqual({ lastDay: 'The last day must come after the first' })
})

test('server errors are assigned to their fields, dates to the days', () => {
  expect(refusedFields([{ path: 'endDate', message: 'The end has to lie ahead' }], form)).toEqual({
    lastDay: 'The end has to lie ahead',
  })
  expect(refusedFields([{ path: 'season', message: 'odd' }], form)).toBeNull()
})

test('the reader’s row is separate if it is an extra of the page, before or after it', () => {
  const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
  const pageOf = (standings: number[], offset: number, own: number) =>
    standingsPage(standings, offset, 260, (place) => place === own)
  expect(pageOf(places(51, 100), 50, 60)).toEqual({ rows: places(51, 100), apart: null })
  expect(pageOf([...places(1, 50), 60], 0, 60)).toEqual({ rows: places(1, 50), apart: 60 })
  expect(pageOf([7, ...places(251, 260)], 250, 7)).toEqual({ rows: places(251, 260), apart: 7 })
  expect(pageOf(places(251, 260), 250, 0)).toEqual({ rows: places(251, 260), apart: null })
})

test('R242: places of level players with prizes are explained by exact scores, then by who joined first', () => {
  const row = (totalPoints: number, exactScores: number, prize: number | null) => ({ totalPoints, exactScores, prize })
  expect(
    tieNotes([row(60, 3, 25), row(45, 2, 15), row(45, 1, 10), row(45, 1, null), row(20, 0, null), row(20, 0, null)]),
  ).toEqual([null, 'more exact scores', 'joined earlier', 'joined later', null, null])
  expect(tieNotes([row(45, 2, 25), row(45, 1, 15)])).toEqual(['more exact scores', 'fewer exact scores'])
})

test('joining all that are left names how many were joined, and why the others were not', () => {
  const weeks = [1, 2, 3, 4].map((id) => competition(id, { name: `Gameweek ${id} Challenge` }))
  const [series] = seriesOf(weeks)
  const toastOf = (...details: (string | undefined)[]) =>
    joinedToast(
      series!,
      details.map((detail, index) => ({ competitionId: index + 1, status: detail ? 409 : 200, detail })),
    )
  expect(toastOf(undefined, undefined)).toEqual({ title: 'Joined 2 competitions', description: 'Weekly Challenge' })
  expect(toastOf(undefined, 'Full', 'Competition Ended', 'Full')).toEqual({
    variant: 'notice',
    title: 'Joined 1 of 4 competitions',
    description: 'Gameweek 2 Challenge and 1 more: Full · Gameweek 3 Challenge: Competition Ended',
  })
  expect(toastOf('Full')).toMatchObject({ variant: 'destructive', title: 'Joined 0 of 1 competition' })
})
