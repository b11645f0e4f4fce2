import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { fixtureSample, teamSample } from '../../../../test/support/samples.ts'
import {
  baselineOf,
  countedAt,
  inHand,
  inOrder,
  liveNote,
  liveOf,
  type Moment,
  movementsOf,
  tableOf,
  talliesOf,
} from './model.ts'

const [ARS, CHE, EVE, LEE] = [1, 2, 3, 4]
const names = ['', 'Arsenal', 'Chelsea', 'Everton', 'Leeds']
const zero = { position: 1, points: 0, played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0, goalsAgainst: 0 }
const clubOf = (id: number, deducted = 0): TableRow => ({
  ...{ ...teamSample(id, names[id] ?? `Club ${id}`), ...zero, goalDifference: 0, deducted, form: [] },
})
const clubs = [ARS, CHE, EVE, LEE].map((id) => clubOf(id))
let ids = 0
function match(gameweek: number, homeTeamId: number, awayTeamId: number, changes: Partial<Fixture> = {}): Fixture {
  ids += 1
  const [homeTeam, awayTeam] = [teamSample(homeTeamId, names[homeTeamId]!), teamSample(awayTeamId, names[awayTeamId]!)]
  const kickoffTime = new Date(Date.UTC(2025, 7, 7 * gameweek, 15)).toISOString()
  return fixtureSample({ id: ids, gameweek, kickoffTime, homeTeamId, awayTeamId, homeTeam, awayTeam, ...changes })
}
const ended = (homeScore: number, awayScore: number, status: Fixture['status'] = 'FINISHED') =>
  ({ status, homeScore, awayScore }) as const
const now: Moment = { after: null, withLive: false }
const asItStands: Moment = { after: null, withLive: true }
const linesAt = (season: readonly Fixture[], moment: Moment) =>
  tableOf(clubs, countedAt(season, moment)).map(
    (row) =>
      `${row.position} ${row.code} ${row.played} ${row.goalsFor}:${row.goalsAgainst} ${row.points} ${row.form.join('')}`,
  )

test('clubs are ordered by position, those level on position by name', () => {
  const row = (position: number, shortName: string) => ({ position, shortName }) as TableRow
  const rows = [row(3, 'Wolves'), row(1, 'Chelsea'), row(1, 'Arsenal')]
  expect(inOrder(rows).map(({ shortName }) => shortName)).toEqual(['Arsenal', 'Chelsea', 'Wolves'])
})

describe('the table at a moment', () => {
  // Arsenal and Chelsea won, then drew with each other; Everton are beating Leeds.
  const season = [
    match(1, ARS, LEE, ended(2, 0)),
    match(1, EVE, CHE, ended(0, 1)),
    match(2, ARS, CHE, ended(1, 1)),
    match(2, LEE, EVE, ended(0, 3, 'LIVE')),
    match(3, CHE, LEE, { status: 'POSTPONED' }),
    match(3, EVE, ARS),
  ]

  test('without live matches, it counts finished ones', () => {
    expect(linesAt(season, now)).toEqual(['1 ARS 2 3:1 4 WD', '2 CHE 2 2:1 4 WD', '3 EVE 1 0:1 0 L', '4 LEE 1 0:2 0 L'])
  })

  test('with live matches, they count at their current score', () => {
    expect(linesAt(season, asItStands)).toEqual([
      '1 ARS 2 3:1 4 WD',
      '2 CHE 2 2:1 4 WD',
      '3 EVE 2 3:1 3 LW',
      '4 LEE 2 0:5 0 LL',
    ])
  })

  test('a match without a score does not count, and is not 0–0', () => {
    const unknown = season.map((each) =>
      each.status === 'LIVE' ? { ...each, homeScore: null, awayScore: null } : each,
    )
    expect(linesAt(unknown, asItStands)).toEqual(linesAt(season, now))
  })

  test('after a gameweek, it counts matches of gameweeks up to it, whenever they were played', () => {
    const late = match(1, LEE, CHE, { ...ended(1, 0), kickoffTime: '2026-03-01T15:00:00.000Z' })
    expect(linesAt([...season, late], { after: 1, withLive: false })).toEqual([
      '1 ARS 1 2:0 3 W',
      '2 CHE 2 1:1 3 WL',
      '3 LEE 2 1:2 3 LW',
      '4 EVE 1 0:1 0 L',
    ])
  })

  test('clubs level on points, difference and goals share a position', () => {
    expect(linesAt(season.slice(0, 1), now).map((line) => line.slice(0, 5))).toEqual([
      '1 ARS',
      '2 CHE',
      '2 EVE',
      '4 LEE',
    ])
  })

  test('league deductions are subtracted; an award brings points and no goals', () => {
    const award = match(1, ARS, LEE, { status: 'FINISHED', awardedResult: 'away', kickoffTime: null })
    const rows = tableOf([clubOf(ARS), clubOf(LEE, 2)], [award])
    expect(
      rows.map(({ code, points, won, lost, goalsFor, form }) => [code, points, won, lost, goalsFor, form]),
    ).toEqual([
      ['LEE', 1, 1, 0, 0, ['W']],
      ['ARS', 0, 0, 1, 0, ['L']],
    ])
  })

  test('form has the last five by kickoff, the oldest first', () => {
    const scores = [3, 0, 1, 0, 0, 0]
    const played = scores.map((goals, index) => match(6 - index, ARS, LEE, ended(goals, 1)))
    expect(tableOf(clubs, played).find(({ id }) => id === ARS)?.form).toEqual(['L', 'L', 'D', 'L', 'W'])
  })

  test('a club has its wins, draws and losses at home and away', () => {
    const counted = [
      match(1, ARS, LEE, ended(2, 1)),
      match(2, ARS, CHE, ended(1, 1)),
      match(3, ARS, EVE, { status: 'FINISHED', awardedResult: 'away' }),
      match(4, LEE, ARS, ended(0, 3)),
    ]
    expect(talliesOf(counted, ARS)).toEqual({
      home: { won: 1, drawn: 1, lost: 1 },
      away: { won: 1, drawn: 0, lost: 0 },
    })
  })

  test('matches in hand are unplayed ones of past gameweeks', () => {
    expect([CHE, LEE, EVE, ARS].map((id) => inHand(season, id, 3))).toEqual([1, 1, 1, 1])
    expect([CHE, LEE, EVE, ARS].map((id) => inHand(season, id, 2))).toEqual([0, 0, 0, 0])
  })
})

describe('movement', () => {
  const week = (gameweek: number) => match(gameweek, ARS, LEE, ended(0, 1))

  test.each([
    ['now, with a match of the gameweek in play: the last settled one', now, [week(1), week(2), week(3)], 3, 2],
    ['now, between gameweeks: the one before the last settled', now, [week(1), week(2)], 3, 1],
    ['now, a match of a later gameweek played early does not count', now, [week(1), week(2), week(7)], 3, 1],
    ['after a gameweek: the one before it', { after: 2, withLive: false }, [week(1), week(2)], 9, 1],
    ['nothing before the first', { after: 1, withLive: false }, [week(1)], 9, null],
    ['nothing while the first is being played', now, [week(1)], 1, null],
    ['nothing before anything', now, [], 1, null],
  ] as const)('is since %s', (_, moment, counted, current, baseline) => {
    expect(baselineOf(moment, counted, current)).toBe(baseline)
  })

  test('is in places gained', () => {
    const before = tableOf(clubs, [match(1, ARS, LEE, ended(2, 0))])
    const after = tableOf(clubs, [match(1, ARS, LEE, ended(2, 0)), match(2, LEE, EVE, ended(9, 0))])
    // Leeds rise from fourth to first. Arsenal fall to second, Chelsea from joint second to third, Everton to fourth.
    expect([...movementsOf(after, before)]).toEqual([
      [LEE, 3],
      [ARS, -1],
      [CHE, -1],
      [EVE, -2],
    ])
  })
})

describe('the note about live matches', () => {
  const city = match(13, ARS, LEE, ended(3, 2, 'LIVE'))
  const other = match(13, CHE, EVE, ended(0, 0, 'LIVE'))
  const unknown = match(13, CHE, EVE, { status: 'LIVE', kickoffTime: '2025-01-01T15:00:00.000Z' })

  test.each([
    [[city], 'Arsenal 3–2 Leeds is live and counts here as if it ended now. Those points are provisional.'],
    [
      [city, other],
      'Arsenal 3–2 Leeds and Chelsea 0–0 Everton are live and count here as if they ended now. Those points are provisional.',
    ],
    [[unknown], 'Chelsea v Everton is live and counts here once it has ended.'],
    [[unknown, city], 'Arsenal 3–2 Leeds is live and counts here as if it ended now. Those points are provisional.'],
  ])('%#', (live, text) => {
    const { matches, rest } = liveNote(live)
    expect(`${matches} ${rest}`).toBe(text)
  })

  test('they are ordered by kickoff', () => {
    expect(liveOf([city, match(13, ARS, LEE), unknown])).toEqual([unknown, city])
  })
})

describe('of any matches', () => {
  const goals = fc.integer({ min: 0, max: 4 })
  const fixture = fc
    .record({
      home: fc.integer({ min: 1, max: 4 }),
      step: fc.integer({ min: 1, max: 3 }),
      gameweek: fc.integer({ min: 1, max: 6 }),
      goals: fc.tuple(goals, goals),
      status: fc.constantFrom<Fixture['status']>('FINISHED', 'LIVE', 'SCHEDULED', 'CANCELLED'),
    })
    .map(({ home, step, gameweek, goals: [homeScore, awayScore], status }) =>
      match(gameweek, home, ((home - 1 + step) % 4) + 1, { status, homeScore, awayScore }),
    )

  test('a table adds up, is ordered, and equals that of its last gameweek', () => {
    fc.assert(
      fc.property(fc.array(fixture, { maxLength: 40 }), (season) => {
        for (const moment of [now, asItStands, { after: 3, withLive: false }]) {
          const counted = countedAt(season, moment)
          const rows = tableOf(clubs, counted)
          const sum = (of: (row: TableRow) => number) => rows.reduce((all, row) => all + of(row), 0)
          const draws = counted.filter(({ homeScore, awayScore }) => homeScore === awayScore).length
          expect(sum(({ played }) => played)).toBe(2 * counted.length)
          expect(sum(({ points }) => points)).toBe(3 * (counted.length - draws) + 2 * draws)
          expect(sum(({ goalDifference }) => goalDifference)).toBe(0)
          const keys = rows.map(({ points, goalDifference, goalsFor }) => [points, goalDifference, goalsFor] as const)
          keys.slice(1).forEach((key, index) => {
            const above = keys[index]!
            const [ahead] = above.map((value, at) => value - key[at]!).filter((difference) => difference !== 0)
            expect(ahead ?? 0).toBeGreaterThanOrEqual(0)
            expect(rows[index + 1]!.position).toBe(ahead === undefined ? rows[index]!.position : index + 2)
          })
        }
        expect(linesAt(season, { after: 6, withLive: false })).toEqual(linesAt(season, now))
      }),
    )
  })
})
