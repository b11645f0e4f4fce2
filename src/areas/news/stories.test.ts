import { describe, expect, test } from 'vitest'
import type { GameweekFacts, MatchFacts } from './facts.ts'
import { ofGameweek, ofMatch, ofSeason } from './stories.ts'

const SEASON = '2024-25'
const match = (over: Partial<MatchFacts> = {}): MatchFacts => ({
  ...{ fixtureId: 1, season: SEASON, gameweek: 7, at: '2024-10-05T16:00:00.000Z' },
  ...{ homeTeamId: 1, awayTeamId: 2, homeSlug: 'arsenal', awaySlug: 'chelsea' },
  ...{
    result: 'home',
    homeScore: 2,
    awayScore: 1,
    picks: 10,
    home: 5,
    draw: 3,
    away: 2,
    exact: 1,
    paid: 35,
    scores: [],
  },
  ...over,
})
const week = (gameweek: number, over: Partial<GameweekFacts> = {}): GameweekFacts => ({
  ...{ gameweek, at: '2024-10-06T17:00:00.000Z', players: 10, sum: 200, points: 40, winners: 1, next: 35 },
  ...{ first: [{ id: 4, exact: 2 }], leaders: [4], atTop: 1, before: { gameweek: gameweek - 1, rank: 1 } },
  ...over,
})
const storiesOf = (facts: GameweekFacts, matches: readonly MatchFacts[] = []) =>
  Object.fromEntries(
    ofGameweek(SEASON, facts, matches).map(({ slug, facts }) => [slug.split('-gameweek-7-')[1], facts]),
  )
const recordsOf = (facts: GameweekFacts, ...all: GameweekFacts[]) =>
  ofSeason(SEASON, facts, all, new Map()).flatMap(({ facts }) => (facts ? [facts.story] : []))

describe('the stories (docs/rules.md R77)', () => {
  test('a match without a result or without predictions has no report', () => {
    expect(ofMatch(match()).facts).toMatchObject({
      slug: '2024-25-arsenal-v-chelsea',
      story: { kind: 'report', paid: 35 },
    })
    expect(ofMatch(match({ result: null, at: null })).facts).toBeNull()
    expect(ofMatch(match({ picks: 0 })).facts).toBeNull()
  })

  test('an upset is the match with the smallest share of correct picks: at least five picks, at most one in five correct', () => {
    const small = match({ fixtureId: 1, picks: 10, home: 2 })
    const smaller = match({ fixtureId: 2, picks: 20, home: 2 })
    expect(storiesOf(week(7), [small, smaller]).upset?.story).toMatchObject({ match: { fixtureId: 2 } })
    expect(storiesOf(week(7), [small]).upset?.story).toMatchObject({ match: { fixtureId: 1 } })
    expect(storiesOf(week(7), [match({ picks: 10, home: 3 })]).upset).toBeNull()
    expect(storiesOf(week(7), [match({ picks: 4, home: 0 })]).upset).toBeNull()
  })

  test('a gameweek without points has no winner', () => {
    expect(storiesOf(week(7)).winner).toMatchObject({ players: [4], story: { points: 40, next: 35, exact: 2 } })
    expect(storiesOf(week(7, { points: 0, sum: 0 })).winner).toBeNull()
    expect(storiesOf(week(7, { points: null, players: 0, sum: 0, first: [] })).winner).toBeNull()
  })

  test('a lead story needs a new sole leader', () => {
    expect(storiesOf(week(7, { before: { gameweek: 6, rank: 3 } })).lead).toMatchObject({
      players: [4],
      story: { from: 3, before: 6 },
    })
    expect(storiesOf(week(7)).lead).toBeNull()
    expect(storiesOf(week(7, { before: null })).lead).toBeNull()
    expect(storiesOf(week(7, { before: { gameweek: 6, rank: null }, leaders: [4, 5], atTop: 2 })).lead).toBeNull()
  })

  test('the goals are those of matches with a score; the match with most goals is reported unless there is a tie', () => {
    const drawn = match({ fixtureId: 2, result: 'draw', homeScore: 2, awayScore: 2 })
    const awarded = match({ fixtureId: 3, result: 'away', homeScore: null, awayScore: null })
    expect(storiesOf(week(7), [match(), drawn, awarded])['round-up']?.story).toMatchObject({
      ...{ matches: 2, goals: 7, home: 1, draw: 1, away: 0, most: { fixtureId: 2 } },
    })
    expect(storiesOf(week(7), [match(), match({ fixtureId: 2 })])['round-up']?.story).toMatchObject({ most: null })
    expect(storiesOf(week(7), [awarded])['round-up']).toBeNull()
  })

  test('a record beats every earlier gameweek, as shown with one decimal', () => {
    const [first, second] = [week(1, { points: 40, sum: 200 }), week(2, { points: 45, sum: 204 })]
    expect(recordsOf(first, first, second)).toEqual([])
    expect(recordsOf(second, first, second)).toEqual([
      { kind: 'best-score', points: 45, winners: 1, before: { gameweek: 1, points: 40 } },
      { kind: 'best-mean', tenths: 204, players: 10, before: { gameweek: 1, tenths: 200 } },
    ])
    const equal = week(3, { points: 45, players: 1_000, sum: 20_404 })
    expect(recordsOf(equal, first, second, equal)).toEqual([])
  })
})
