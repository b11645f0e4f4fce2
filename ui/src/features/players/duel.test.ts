import { expect, test } from 'vitest'
import { duelSample } from '../../../../test/support/samples.ts'
import { duelFigures, duelNames, duelPath, leads, pairText, turningPoints } from './duel.ts'

const week = (gameweek: number, player: number | null, opponent: number | null) => ({ gameweek, player, opponent })

test('names: the reader’s side is You, on either side', () => {
  expect(pairText(duelNames(duelSample(), 1))).toBe('you and nia')
  expect(pairText(duelNames(duelSample(), 2))).toBe('ada and you')
  expect(pairText(duelNames(duelSample(), 3))).toBe('ada and nia')
})

test('R302: the address of a shared duel has its key', () => {
  expect([duelPath(1, 2), duelPath(1, 2, 'k3y')]).toEqual(['/players/1/duel/2', '/players/1/duel/2/k3y'])
})

test('R301: the better figure of each pair', () => {
  const gameweeks = [week(1, 20, 40), week(2, 15, null)]
  expect(duelFigures(duelSample({ gameweeks, matches: null })).map(({ name, better }) => [name, better])).toEqual([
    ['Exact scores', 'opponent'],
    ['Right results', 'opponent'],
    ['Accuracy', 'opponent'],
    ['Points a gameweek', 'opponent'],
    ['Gameweeks won', 'opponent'],
    ['Best gameweek', 'opponent'],
    ['Longest streak', 'player'],
  ])
  expect(duelFigures(duelSample()).at(-1)).toEqual({
    ...{ name: 'Picks nobody else had', player: '9', opponent: '4', better: 'player' },
  })
})

test('R301: without a settled pick there is no accuracy, mean or best gameweek', () => {
  const { player } = duelSample()
  const duel = duelSample({ player: { ...player, settledPredictions: 0, accuracy: 0 }, gameweeks: [week(1, null, 0)] })
  const figures = duelFigures(duel).filter(({ player: shown }) => shown === '–')
  expect(figures.map(({ name, better }) => [name, better])).toEqual([
    ['Accuracy', 'opponent'],
    ['Points a gameweek', 'opponent'],
    ['Best gameweek', 'opponent'],
  ])
  // No points are better than none settled, and the same figures are level.
  const none = duelFigures(duelSample({ gameweeks: [week(1, 0, null)], won: { player: 0, opponent: 0, level: 0 } }))
  const shown = none.filter(({ name }) => /ameweek/.test(name))
  expect(shown.map((figure) => [figure.name, figure.player, figure.opponent, figure.better])).toEqual([
    ['Points a gameweek', '0', '–', 'player'],
    ['Gameweeks won', '0', '0', null],
    ['Best gameweek', '0', '–', 'player'],
  ])
  const means = duelFigures(duelSample({ gameweeks: [week(1, 20, 1), week(2, 15, 0), week(3, 10, 0)] }))
  expect(means.find(({ name }) => name === 'Points a gameweek')).toMatchObject({ player: '15', opponent: '0' })
})

test('the lead after each gameweek counts a missing one as no points', () => {
  expect(leads([week(1, 20, 40), week(3, 15, null), week(4, null, 30)])).toEqual([
    { gameweek: 1, lead: -20 },
    { gameweek: 3, lead: -5 },
    { gameweek: 4, lead: -35 },
  ])
})

test('turning points are the two largest differences, and none with only one of 15 points', () => {
  expect(turningPoints([week(1, 20, 5), week(2, 0, 14), week(3, 15, 15)])).toEqual([])
  expect(turningPoints([week(3, 15, null), week(7, null, 15)])).toEqual([week(7, 0, 15), week(3, 15, 0)])
  // By the difference, not by the points of both.
  expect(turningPoints([week(1, 60, 40), week(2, 30, 0), week(3, 5, 30)]).map(({ gameweek }) => gameweek)).toEqual([
    3, 2,
  ])
  expect(turningPoints([week(1, 20, 5), week(9, 30, 60), week(10, 65, 25)]).map(({ gameweek }) => gameweek)).toEqual([
    10, 9,
  ])
})
