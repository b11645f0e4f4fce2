import { describe, expect, test } from 'vitest'
import { fixtureSample, predictionSample, tableRowSample, teamSample } from '../../../../test/support/samples.ts'
import { betterPlaced, lastScores, randomScores } from './quickPicks.ts'

const club = (id: number) => teamSample(id, `Club ${id}`)
const match = (id: number, home: number, away: number, kickoffTime = '2025-11-29T15:00:00.000Z') =>
  fixtureSample({ id, homeTeamId: home, awayTeamId: away, homeTeam: club(home), awayTeam: club(away), kickoffTime })
const at = (id: number, position: number) => tableRowSample({ ...club(id), position })

describe('R250: quick picks', () => {
  test('of the better placed club have its result, and no score; clubs level on position draw', () => {
    const picks = betterPlaced([match(1, 1, 2), match(2, 2, 1), match(3, 2, 3)], [at(1, 1), at(2, 5), at(3, 5)])
    expect([...picks.values()].map(({ result }) => result)).toEqual(['home', 'away', 'draw'])
    expect(picks.get(1)).toEqual({ result: 'home', home: '', away: '' })
  })

  test('of clubs outside the table have none', () => {
    expect(betterPlaced([match(1, 1, 9)], [at(1, 1)]).size).toBe(0)
  })

  const open = match(10, 1, 2)
  const said = (home: number, away: number, score: readonly [number, number] | null, kickoffTime: string, id: number) =>
    predictionSample({
      fixtureId: id,
      fixture: match(id, home, away, kickoffTime),
      predictedHomeScore: score?.[0] ?? null,
      predictedAwayScore: score?.[1] ?? null,
    })

  test('of the last scores have the goals that the player last gave each club, at home or away', () => {
    const older = said(1, 5, [4, 4], '2025-11-01T15:00:00.000Z', 3)
    const last = said(6, 1, [0, 3], '2025-11-22T15:00:00.000Z', 4)
    const other = said(2, 7, [1, 0], '2025-11-08T15:00:00.000Z', 5)
    expect(lastScores([open], [older, last, other]).get(10)).toEqual({ result: 'home', home: '3', away: '1' })
  })

  test('of the last scores need a score for both clubs, from another match', () => {
    const unscored = said(2, 7, null, '2025-11-08T15:00:00.000Z', 5)
    const one = said(1, 5, [4, 4], '2025-11-01T15:00:00.000Z', 3)
    const itself = said(1, 2, [1, 1], open.kickoffTime!, 10)
    expect(lastScores([open], [one, unscored, itself]).size).toBe(0)
  })

  test('at random have a score of few goals', () => {
    expect(randomScores([open], () => 0).get(10)).toEqual({ result: 'draw', home: '0', away: '0' })
    expect(randomScores([open], () => 0.999).get(10)).toEqual({ result: 'draw', home: '3', away: '3' })
    expect(randomScores([open, match(11, 3, 4)]).size).toBe(2)
  })
})
