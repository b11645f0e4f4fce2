import { describe, expect, test } from 'vitest'
import { teamSample } from '../../test/support/samples.ts'
import { stepsOf } from './live-gameweek.ts'

const row = (id: number, kickoff: string | null) =>
  ({
    ...{ id, season: '2024-25', gameweek: 1, kickoff, home_slug: `h${id}`, away_slug: `a${id}` },
    ...{ home: teamSample(2 * id, `Home ${id}`), away: teamSample(2 * id + 1, `Away ${id}`) },
  }) as Parameters<typeof stepsOf>[0][number]

const rows = [
  row(1, '2024-08-17T14:00:00.000Z'),
  row(2, '2024-08-17T14:00:00.000Z'),
  row(3, '2024-08-17T15:00:00.000Z'),
  row(4, '2024-08-18T15:00:00.000Z'),
  row(5, null),
]

describe('a gameweek played live', () => {
  test('R276: kicks off, scores goal by goal and ends with the result, without idle hours', () => {
    const steps = stepsOf(rows, { seed: 7 })
    expect(steps.map(({ minute }) => minute)).toEqual(steps.map(({ minute }) => minute).toSorted((a, b) => a - b))
    const of = (id: number) => steps.filter(({ match }) => match.id === id)
    expect([1, 2, 3, 4].map((id) => of(id)[0]!.minute)).toEqual([0, 0, 60, 173])
    expect(of(5)).toEqual([])
    for (const id of [1, 2, 3, 4]) {
      const [first, ...others] = of(id)
      expect(first!.outcome).toEqual({ kind: 'started', score: { home: 0, away: 0 } })
      let goals = 0
      for (const { outcome } of others.slice(0, -1)) {
        if (outcome.kind !== 'started') throw new Error(outcome.kind)
        expect(outcome.score!.home + outcome.score!.away).toBe(++goals)
      }
      const last = others.at(-1)!
      expect(last).toMatchObject({ minute: first!.minute + 112, outcome: { kind: 'finished' } })
      if (last.outcome.kind === 'finished') expect(last.outcome.score.home + last.outcome.score.away).toBe(goals)
    }
    expect(stepsOf(rows, { seed: 7 })).toEqual(steps)
  })
})
