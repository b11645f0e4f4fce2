import { describe, expect, test } from 'vitest'
import type {
  Analytics,
  AnalyticsClub,
  AnalyticsGameweek,
  AnalyticsLeague,
  AnalyticsOutcome,
  AnalyticsUpset,
} from '../../../../src/areas/analytics/contract.ts'
import type { Outcome } from '../../../../src/areas/fixtures/contract.ts'
import * as model from './model.ts'

type Users = Analytics['users']

/** Counts of settled and correct picks with their points. */
const counted = (settledPredictions: number, correctPredictions: number, points = 5 * correctPredictions) => ({
  ...{ settledPredictions, correctPredictions, points },
  accuracy: model.shareOf(correctPredictions, settledPredictions),
})
const week = (gameweek: number, all: [number, number], own: [number, number] | null): AnalyticsGameweek => ({
  ...{ gameweek, matches: 10, homeWins: 4, ...counted(...all) },
  own: own && counted(...own),
})
const outcome = (result: Outcome, own: [number, number, number]): AnalyticsOutcome => ({
  ...{ result, matches: 4, ...counted(40, 20), own: counted(...own) },
})

test('accuracy is cumulative by gameweek; a line starts with the first settled pick', () => {
  const weeks = model.soFar([week(1, [10, 5], null), week(2, [10, 7], [4, 1]), week(4, [20, 10], [4, 3])])
  expect(weeks).toEqual([
    { gameweek: 1, own: null, all: 50 },
    { gameweek: 2, own: 25, all: 60 },
    { gameweek: 4, own: 50, all: 55 },
  ])
  expect(model.soFarSummary(weeks)).toEqual({
    lead: '50.0%',
    text: 'of your picks were right by gameweek 4, 55.0% of everyone’s.',
  })
  expect(model.soFarSummary(model.soFar([week(1, [10, 5], null)]))).toEqual({
    lead: '–',
    text: 'Nothing settled yet. Your line starts after your first match; the average is 50.0%.',
  })
})

describe('the most accurate', () => {
  const player = (id: number, correct: number) => ({
    ...{ id, username: `player${id}`, ranking: id, ...counted(100, correct) },
  })
  const users = (me: Users['me']) =>
    ({ topUsers: [player(1, 61), player(2, 60)], me, ranked: 1_204, rankedFrom: 50 }) as unknown as Users

  test.each([
    ['with a rank', { ranking: 102, ...counted(100, 54) }, 9, 'player1, 61 of 100. You are 102nd of 1,204 with 54.0%.'],
    ['the first', { ranking: 1, ...counted(100, 61) }, 1, 'You, 61 of 100. You are 1st of 1,204.'],
    [
      'with too few picks',
      { ranking: null, ...counted(3, 3) },
      9,
      'player1, 61 of 100. You need 50 settled picks to be listed; you have 3.',
    ],
  ])('have a summary for a reader %s', (_name, me, userId, text) => {
    expect(model.accurateSummary(users(me), userId)).toEqual({ lead: '61.0%', text })
  })

  test('are followed by the reader, once', () => {
    const rows = (me: Users['me'], id: number) => model.accurate(users(me), id).map((row) => [row.id, row.isYou])
    expect(rows({ ranking: 9, ...counted(80, 40) }, 9)).toEqual([
      [1, false],
      [2, false],
      [9, true],
    ])
    expect(rows({ ranking: 2, ...counted(100, 60) }, 2)).toEqual([
      [1, false],
      [2, true],
    ])
    expect(rows({ ranking: null, ...counted(0, 0) }, 9)).toHaveLength(2)
    expect(model.accurateSummary({ ...users({ ranking: null, ...counted(0, 0) }), topUsers: [] }, 1)).toBeNull()
  })
})

test('points per match by predicted result, the best and the worst', () => {
  const outcomes = [outcome('home', [10, 6, 40]), outcome('draw', [10, 4, 21]), outcome('away', [0, 0, 0])]
  expect(model.pointsSummary(outcomes)).toEqual({
    lead: '4.0',
    text: 'points per match when you pick home, 2.1 when you pick draw.',
  })
  expect(model.charted(outcomes).map(({ result }) => result)).toEqual(['home', 'away', 'draw'])
  expect(
    model.pointsSummary([outcome('home', [2, 1, 5]), outcome('draw', [0, 0, 0]), outcome('away', [0, 0, 0])])?.text,
  ).toBe('points per match when you pick home.')
  expect(model.pointsSummary(['home', 'draw', 'away'].map((each) => outcome(each as Outcome, [0, 0, 0])))).toBeNull()
})

test('accuracy by time of saving', () => {
  const saved = [0, 1, 2, 3].map((days) => ({ days, ...counted(days === 1 ? 0 : 10, 6 - days) }))
  expect(model.savedBars(saved).map(({ days }) => days)).toEqual([3, 2, 0])
  expect(model.savedSummary(saved)).toEqual({
    lead: '60.0%',
    text: 'of your picks saved on the day were right, 30.0% of those saved three days or more before.',
  })
  expect(model.savedSummary(saved.slice(0, 1))?.text).toBe('of your picks saved on the day were right.')
  expect(model.savedSummary([])).toBeNull()
})

test('the favourite score, and how often it comes true', () => {
  const users = { totalPredictions: 200, settledMatches: 50 } as Users
  const score = { homeScore: 2, awayScore: 1, totalPredictions: 30, settledPredictions: 20, exactScores: 2, matches: 4 }
  expect(model.scoresSummary([score], users)).toEqual({
    lead: '2–1',
    text: 'is the favourite score (15.0% of picks). 10.0% of them came true. It came up in 8.0% of all matches.',
  })
  expect(model.scoresSummary([{ ...score, settledPredictions: 0 }], users)?.text).toContain('No results yet')
  expect(model.scoresSummary([], users)).toBeNull()
})

describe('clubs', () => {
  const club = (id: number, picks: number, correct: number, saidWin: number, won: number) =>
    ({ id, shortName: `C${id}`, matches: 10, won, saidWin, ...counted(picks, correct) }) as AnalyticsClub

  test('R186: the five easiest and the five hardest of those with picks', () => {
    const clubs = Array.from({ length: 12 }, (_, index) => club(index + 1, 100, 90 - 5 * index, 50, 5))
    expect(model.predictable([...clubs, club(13, 0, 0, 0, 0)]).map(({ id }) => id)).toEqual([
      ...[1, 2, 3, 4, 5],
      ...[8, 9, 10, 11, 12],
    ])
    expect(model.predictable(clubs.slice(0, 3))).toHaveLength(3)
    expect(model.predictableSummary(clubs)).toEqual({
      lead: '90.0%',
      text: 'of the picks on C1 were right, 35.0% of those on C12.',
    })
    expect(model.predictableSummary([club(1, 0, 0, 0, 0)])).toBeNull()
  })

  test('R182: the crowd’s biggest errors, the most overrated first', () => {
    const clubs = [club(1, 100, 1, 40, 5), club(2, 100, 1, 79, 5), club(3, 100, 1, 20, 6), club(4, 0, 0, 0, 9)]
    expect(model.crowdErrors(clubs).map((each) => [each.club.id, each.gap])).toEqual([
      [2, 29],
      [1, -10],
      [3, -40],
    ])
    expect(model.errorsSummary(clubs)).toEqual({
      lead: '−40',
      text: 'points: the crowd underrates C3. 20% backed them to win; they won 60%.',
    })
    expect(model.errorsSummary(clubs.slice(0, 2))?.text).toMatch(/^points: the crowd overrates C2\. 79%/)
    expect(model.errorsSummary([club(1, 10, 1, 5, 5)])).toEqual({
      lead: '0',
      text: 'points off: the crowd is spot on about C1. 50% backed them to win; they won 50%.',
    })
  })

  test('which results are overrated', () => {
    const of = (result: Outcome, picks: number, matches: number) => ({ result, matches, ...counted(picks, 0) })
    const users = {
      ...{ settledPredictions: 100, settledMatches: 100 },
      outcomes: [of('home', 52, 43), of('draw', 15, 26), of('away', 33, 31)],
    } as unknown as Users
    expect(model.predictedSummary(users)).toEqual({
      lead: '−11',
      text: 'points: the crowd picks too few draws. 15% of picks, 26% of matches.',
    })
    expect(model.predictedSummary({ ...users, settledPredictions: 0 })).toBeNull()
  })

  test('the biggest upset', () => {
    const upset: AnalyticsUpset = {
      ...{ fixtureId: 1, gameweek: 9, homeTeam: 'Arsenal', awayTeam: 'Burnley', homeScore: 0, awayScore: 1 },
      ...{ homeCode: 'ARS', awayCode: 'BUR' },
      ...{ result: 'away', said: 'home', saidPredictions: 80, ...counted(100, 8) },
    }
    expect(model.upsetsSummary([upset])).toEqual({
      lead: '92.0%',
      text: 'were wrong about Arsenal 0–1 Burnley in gameweek 9: 80.0% picked a home win.',
    })
    expect(model.upsetText({ ...upset, homeScore: null, awayScore: null })).toBe('Arsenal v Burnley, awarded: away win')
    expect(model.upsetShort(upset)).toBe('ARS 0–1 BUR')
    expect(model.upsetShort({ ...upset, homeScore: null, awayScore: null })).toBe('ARS v BUR')
    expect(model.upsetsSummary([])).toBeNull()
  })

  test('the crowd at its worst and at its best', () => {
    const weeks = [week(1, [10, 5], null), week(2, [0, 0], null), week(3, [10, 2], null), week(4, [10, 7], null)]
    expect(model.crowdSummary(weeks)).toEqual({
      lead: '20.0%',
      text: 'in gameweek 3, its worst; 70.0% in gameweek 4, its best.',
    })
    expect(model.crowdSummary(weeks.slice(0, 1))?.text).toBe('in gameweek 1.')
    expect(model.crowd(weeks).map((each) => each.crowd)).toEqual([50, null, 20, 70])
    expect(model.crowdSummary([])).toBeNull()
  })
})

describe('leagues', () => {
  const league = (id: number, over: Partial<AnalyticsLeague> = {}): AnalyticsLeague => ({
    ...{ id, name: `League ${id}`, type: 'public', isMember: false, memberCount: 10, predictions: 112 },
    ...{ predictionsBefore: 100, activityTrend: 'increasing', averageAccuracy: 50, countedMembers: 5 },
    ...over,
  })

  test.each([
    [{}, '112', 'settled picks in League 1 in gameweek 12, 12% more than the gameweek before.'],
    [{ predictions: 90 }, '90', 'settled picks in League 1 in gameweek 12, 10% fewer than the gameweek before.'],
    [{ predictions: 100 }, '100', 'settled picks in League 1 in gameweek 12, same as the gameweek before.'],
    [{ predictions: 1, predictionsBefore: 0 }, '1', 'settled pick in League 1 in gameweek 12.'],
  ])('the summary of the most active: %j', (over, lead, text) => {
    expect(model.activitySummary([league(1, over)], 12)).toEqual({ lead, text })
  })

  test('there is no activity summary before a settled gameweek', () => {
    expect(model.activitySummary([league(1)], null)).toBeNull()
    expect(model.activitySummary([league(1, { predictions: 0 })], 1)).toBeNull()
    expect(model.activitySummary([], 1)).toBeNull()
  })

  test('the most accurate have five members with settled picks', () => {
    const rows = model.byAccuracy([
      league(1, { averageAccuracy: 90, countedMembers: 4 }),
      league(2, { averageAccuracy: 51 }),
      league(3, { averageAccuracy: 55.8, isMember: true }),
    ])
    expect(rows.map(({ id }) => id)).toEqual([3, 2])
    expect(model.byAccuracySummary(rows)).toEqual({
      lead: '55.8%',
      text: 'League 3, yours, the best of all leagues with five or more members.',
    })
    expect(model.byAccuracySummary([])).toBeNull()
  })

  test('the most common size', () => {
    const sizes = [
      { from: 1, to: 1, leagues: 2 },
      { from: 5, to: 12, leagues: 612 },
      { from: 61, to: null, leagues: 3 },
    ]
    expect(model.sizesSummary(sizes, 1_204)).toEqual({ lead: '612', text: 'of 1,204 leagues have 5 to 12 members.' })
    expect(model.sizesSummary(sizes.slice(0, 1), 2)?.text).toBe('of 2 leagues have 1 member.')
    expect(sizes.map(model.sizeShort)).toEqual(['1', '5–12', '61+'])
    expect(sizes.map(model.sizeText)).toEqual(['1', '5 to 12', '61 or more'])
    expect(model.sizesSummary([], 0)).toBeNull()
  })
})
