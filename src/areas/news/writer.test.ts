import { describe, expect, test } from 'vitest'
import type { Crowd, PlayedMatch, Story } from './events.ts'
import { type NewsNames, write } from './writer.ts'

const CLUBS = ['', 'Brentford', 'Burnley', 'Man City']
const names = (...players: (string | null)[]): NewsNames => ({ club: (id) => CLUBS[id]!, players })
const match: PlayedMatch = { fixtureId: 7, homeTeamId: 1, awayTeamId: 2, result: 'home', score: { home: 3, away: 1 } }
const crowd: Crowd = { picks: 1_208, home: 846, draw: 217, away: 145 }

const written = (story: Story, over: Partial<NewsNames> = {}, slug = 'a-slug') =>
  write({ slug, season: '2024-25', gameweek: 13, story }, { ...names('the_gaffer', 'nia', 'lena'), ...over })
const wayOf = (story: Story) => new Set(Array.from({ length: 40 }, (_, nth) => written(story, {}, `slug-${nth}`).title))

describe('a match report', () => {
  const report = {
    kind: 'report',
    match,
    crowd,
    exact: 134,
    paid: 5_570,
    scores: [
      [2, 1, 225],
      [3, 1, 134],
    ],
  } as const satisfies Story

  test('contains the score, the correct picks and the points paid', () => {
    const { title, description, paragraphs } = written(report)
    expect(title).toMatch(/^Brentford 3–1 Burnley: .*134 players/)
    expect(description).toBe('134 of 1,208 had the exact score, 712 more the result. The match paid 5,570 points.')
    expect(paragraphs[0]).toMatch(
      /^70% of 1,208 picks backed Brentford, 18% a draw, 12% Burnley\. (Most were|The crowd was) right\.$/,
    )
    expect(paragraphs.slice(1)).toEqual([
      'The most popular score up to 4–4 was 2–1, picked by 225 players.',
      'The match paid 5,570 points: 15 to each of 134 players for the exact score, 5 to each of 712 players for the result.',
    ])
  })

  test('covers one correct player, none, and only correct results', () => {
    const one = written({
      ...report,
      crowd: { picks: 3, home: 1, draw: 1, away: 1 },
      exact: 1,
      paid: 15,
      scores: [[3, 1, 1]],
    })
    expect(one.title).toMatch(/(one player|a single exact score)/)
    expect(one.description).toBe('1 of 3 had the exact score, nobody else the result. The match paid 15 points.')
    expect(one.paragraphs).toEqual([
      expect.stringMatching(
        /^33% of 3 picks backed Brentford, 33% a draw, 33% Burnley\. The crowd (was in two minds|could not agree)\.$/,
      ),
      'The match paid 15 points: 15 to one player for the exact score.',
    ])
    const none = written({ ...report, crowd: { picks: 2, home: 0, draw: 0, away: 2 }, exact: 0, paid: 0, scores: [] })
    expect(none.title).toMatch(/nobody/)
    expect(none.description).toBe('None of 2 had the score or the result. The match paid nothing.')
    expect(none.paragraphs).toEqual([expect.stringMatching(/100% Burnley\. (Most were|The crowd was) wrong\.$/)])
    const result = written({
      ...report,
      crowd: { picks: 2, home: 2, draw: 0, away: 0 },
      exact: 0,
      paid: 10,
      scores: [[2, 1, 2]],
    })
    expect(result.description).toBe('Nobody had the score, 2 of 2 the result. The match paid 10 points.')
  })

  test.each([
    [{ picks: 100, home: 51, draw: 49, away: 0 }, ['The crowd was right.', 'Most were right.']],
    [{ picks: 100, home: 50, draw: 30, away: 20 }, ['The crowd was right.']],
    [{ picks: 29, home: 14, draw: 13, away: 2 }, ['The crowd was right.']],
  ])('calls most right only if more than half of the picks were: %o (R491)', (crowd, ways) => {
    const texts = Array.from(
      { length: 40 },
      (_, nth) => written({ ...report, crowd }, {}, `slug-${nth}`).paragraphs[0]!,
    )
    expect([...new Set(texts.map((text) => /[^.]+\.$/.exec(text)![0].trim()))].sort()).toEqual([...ways].sort())
  })

  test('of one pick uses the singular', () => {
    const alone = { ...report, exact: 0, paid: 0, scores: [] }
    expect(written({ ...alone, crowd: { picks: 1, home: 0, draw: 1, away: 0 } }).paragraphs).toEqual([
      'One player predicted it and backed a draw. They were wrong.',
    ])
    expect(written({ ...alone, crowd: { picks: 1, home: 1, draw: 0, away: 0 } }).paragraphs).toEqual([
      'One player predicted it and backed Brentford. They were right.',
    ])
  })

  test('of an awarded match has no exact scores', () => {
    const { title, description } = written({ ...report, match: { ...match, score: null }, exact: 0, paid: 4_230 })
    expect(title).toBe('Brentford v Burnley is awarded to Brentford')
    expect(description).toBe('846 of 1,208 had the result. The match paid 4,230 points.')
    expect(written({ ...report, match: { ...match, result: 'draw', score: null }, exact: 0 }).title).toBe(
      'Brentford v Burnley is awarded as a draw',
    )
  })
})

test('an upset contains the number of correct picks', () => {
  const story: Story = {
    kind: 'upset',
    match: { ...match, result: 'away', score: { home: 0, away: 3 } },
    crowd: { picks: 1_204, home: 1_060, draw: 120, away: 24 },
    exact: 1,
  }
  expect(written(story)).toMatchObject({
    title: expect.stringContaining('Brentford 0–3 Burnley'),
    description: '24 of 1,204 players backed Burnley.',
    paragraphs: expect.arrayContaining(['One player even called the score.']),
  })
  const nobody = written({ ...story, crowd: { ...story.crowd, away: 0 }, exact: 0 })
  expect(nobody.description).toBe('None of 1,204 players backed Burnley.')
})

describe('a winner of a gameweek', () => {
  const story = {
    kind: 'winner',
    points: 55,
    exact: 3,
    winners: 1,
    next: 45,
    players: 12,
    sum: 252,
  } as const satisfies Story

  test('is named with their lead and the average', () => {
    const { title, description } = written(story)
    expect(title).toMatch(/the_gaffer.*55 points and 3 exact scores/)
    expect(description).toBe('The next best is 10 points behind. 12 players averaged 21.0 points.')
  })

  test('can be several players, or the only player', () => {
    const two = written({ ...story, winners: 2 })
    expect(two.title).toMatch(/the_gaffer and nia.*55 points each/)
    const many = written({ ...story, winners: 4, next: null })
    expect(many.title).toContain('4 players')
    expect(many.paragraphs[0]).toBe(
      '4 players had 55 points in gameweek 13. Among them the_gaffer, nia and lena. Nobody is behind them.',
    )
    expect(written({ ...story, next: null, players: 1, sum: 55 }).description).toBe(
      'Nobody else predicted it. 1 player averaged 55.0 points.',
    )
  })

  test('has no name after the account is deleted', () => {
    expect(written(story, { players: [null] }).title).toContain('A player who has left')
    expect(written(story, { players: [] }).title).toContain('A player who has left')
  })
})

test('records, a new leader, the goals and the table contain their numbers', () => {
  const score = written({ kind: 'best-score', points: 55, winners: 1, before: { gameweek: 7, points: 51 } })
  expect(score.paragraphs[0]).toBe(
    'the_gaffer had 55 points in gameweek 13, beating the record by 4. The previous best was 51, in gameweek 7.',
  )
  const mean = written({ kind: 'best-mean', tenths: 215, players: 12, before: { gameweek: 7, tenths: 210 } })
  expect(mean.description).toBe('12 players predicted it. The previous best average was 21.0, in gameweek 7.')
  expect(written({ kind: 'lead', from: 12, before: 11 }).description).toBe('They were 12th after gameweek 11.')
  expect(written({ kind: 'lead', from: null, before: 11 }).description).toBe('They were unranked after gameweek 11.')
  const roundUp = written({ kind: 'round-up', matches: 10, goals: 31, home: 1, draw: 2, away: 7, most: match })
  expect(roundUp.title).toContain('31 goals in 10 matches')
  expect(roundUp.description).toBe('Brentford 3–1 Burnley had the most goals. 1 home win, 2 draws and 7 away wins.')
  const table = written({
    ...{ kind: 'table', leaders: [3], leadersBefore: [2], points: 29, ahead: 1 },
    moves: [{ teamId: 1, from: 13, to: 9, points: 19 }],
  })
  expect(table.title).toMatch(/^Man City (go top|are the leaders) after gameweek 13$/)
  expect(table.description).toBe(
    'Man City are first with 29 points, 1 ahead of the next club. Brentford climb from 13th to 9th with 19 points.',
  )
  const level = written({ kind: 'table', leaders: [1, 3], leadersBefore: [1], points: 29, ahead: null, moves: [] })
  expect([level.title, level.description]).toEqual([
    '2 clubs are level at the top after gameweek 13',
    'Brentford and Man City share first place with 29 points.',
  ])
})

test('phrasings vary between stories, and each story always has the same one (R78)', () => {
  const story: Story = { kind: 'winner', points: 55, exact: 3, winners: 1, next: 45, players: 12, sum: 252 }
  expect(wayOf(story).size).toBe(3)
  expect(written(story)).toEqual(written(story))
  expect(wayOf({ kind: 'upset', match, crowd, exact: 0 }).size).toBe(3)
})
