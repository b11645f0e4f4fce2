import { describe, expect, test } from 'vitest'
import { realSeason } from '../../../test/support/fixtures-app.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readSeason } from '../fixtures/sources/read-season.ts'
import { type CalendarMatch, countsIn, datesOf, planCompetitions, weeksOf } from './calendar.ts'

const at = (text: string) => Date.parse(`${text}:00Z`)
const match = (id: number, gameweek: number, kickoff: string | null): CalendarMatch => ({
  id,
  gameweek,
  kickoff: kickoff === null ? null : at(kickoff),
})

describe('dates', () => {
  test('a gameweek runs from the first kickoff to three hours after the last', () => {
    const matches = [match(1, 1, '2025-08-15T19:00'), match(2, 1, '2025-08-18T19:00')]
    expect(datesOf({ by: 'gameweek', from: 1, to: 1 }, matches)).toEqual({
      startDate: '2025-08-15T19:00:00.000Z',
      endDate: '2025-08-18T22:00:00.000Z',
    })
  })

  test('a match moved far away neither begins nor ends its gameweek', () => {
    const kickoffs = ['2025-03-01T15:00', '2025-03-02T15:00', '2025-03-03T15:00', '2025-01-07T19:00', null]
    const [week] = weeksOf(kickoffs.map((kickoff, index) => match(index, 27, kickoff)))
    expect(week).toEqual({ gameweek: 27, begins: at('2025-03-01T15:00'), ends: at('2025-03-03T18:00') })
  })

  test('a calendar without dates has none', () => {
    expect(datesOf({ by: 'gameweek', from: 1, to: 1 }, [match(1, 1, null)])).toBeNull()
    expect(planCompetitions('2025-26', [match(1, 1, null)])).toEqual([])
  })

  test('the end of a kickoff window is exclusive, and a match without a date never counts', () => {
    const window = { by: 'kickoff', from: '2025-08-01T00:00:00.000Z', to: '2025-09-01T00:00:00.000Z' } as const
    expect(countsIn(window)(match(1, 1, '2025-08-01T00:00'))).toBe(true)
    expect(countsIn(window)(match(1, 1, '2025-09-01T00:00'))).toBe(false)
    expect(countsIn(window)(match(1, 1, null))).toBe(false)
  })
})

describe.each(['2022-23', '2023-24', '2024-25'])('the real calendar of %s', (name) => {
  const path = realSeason(name)

  describe.skipIf(path === null)('planned', () => {
    const planned = async () => {
      const { matches } = await readSeason({ kind: 'file', path: path! }, systemClock)
      const calendar = matches.map(({ gameweek, kickoff }, id) => ({
        id,
        gameweek,
        kickoff: kickoff === null ? null : Date.parse(kickoff),
      }))
      return { calendar, plan: planCompetitions(name, calendar) }
    }

    test('every match counts for one weekly, one monthly and the seasonal', async () => {
      const { calendar, plan } = await planned()
      for (const kind of ['weekly', 'monthly', 'seasonal']) {
        const windows = plan.filter((one) => one.kind === kind).map(({ window }) => window)
        for (const one of calendar) expect(windows.filter((window) => countsIn(window)(one)).length).toBe(1)
      }
    })

    test('months follow each other without a gap, from the season’s first kickoff to its end', async () => {
      const { plan } = await planned()
      const windows = plan.flatMap(({ kind, window }) => (kind === 'monthly' ? [window] : []))
      const season = plan.find(({ kind }) => kind === 'seasonal')!.window
      expect([windows[0]!.from, windows.at(-1)!.to]).toEqual([season.from, season.to])
      for (const [index, { from }] of windows.slice(1).entries()) expect(from).toBe(windows[index]!.to)
    })

    test('cup from gameweek 16 to 22, knockout from 26 to 38', async () => {
      const { plan } = await planned()
      const of = (kind: string) => plan.find((one) => one.kind === kind)!.window
      expect([of('cup'), of('knockout')]).toEqual([
        { by: 'gameweek', from: 16, to: 22 },
        { by: 'gameweek', from: 26, to: 38 },
      ])
    })

    test('each begins before it ends and has a unique name and key', async () => {
      const { plan } = await planned()
      for (const { startDate, endDate } of plan) expect(startDate < endDate).toBe(true)
      expect(new Set(plan.map(({ key }) => key)).size).toBe(plan.length)
      expect(new Set(plan.map((one) => one.name)).size).toBe(plan.length)
    })
  })
})
