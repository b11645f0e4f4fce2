import { expect, test } from 'vitest'
import { roundsOf } from './round-queries.ts'

const person = (username: string) => ({ username, display_name: username, profile_image: null })
const tie = (home: number, away: number, winner: number | null) => ({
  ...{ round: 1, gameweek: 16, decided: true, home, away, winner, home_points: 5, away_points: 0 },
  home_player: person(`player${home}`),
  away_player: person(`player${away}`),
})
const cup = (ended_at: string | null, ...ties: ReturnType<typeof tie>[]) =>
  roundsOf({ ties, decided_rounds: null, open_round: null, ended_at })

test('R513: the last player of a cup has won it, in a final or not', () => {
  const end = '2026-12-18T22:00:00.000Z'
  expect(cup(end, tie(1, 2, 2)).winner?.username).toBe('player2')
  // Both players of the first tie have deleted their accounts.
  expect(cup(end, tie(1, 2, null), tie(3, 4, 3)).winner?.username).toBe('player3')
  expect(cup(end, tie(1, 2, null)).winner).toBeNull()
  expect(cup(null, tie(1, 2, null), tie(3, 4, 3)).winner).toBeNull()
})
