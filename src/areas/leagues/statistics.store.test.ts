import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import {
  hourAt,
  LEAGUE,
  type LeaguePick,
  loadLeague,
  type RandomLeague,
  randomLeague,
  SEASON,
} from '../../../test/support/random-league.ts'
import { formRows } from './statistics.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

const DAY = 86_400_000

/** A gameweek with a wrong prediction whose last match was moved to after the next gameweek, which has none. */
const moved: RandomLeague = {
  matches: [101, 300, 200, 250].map((kickoff, index) => ({ kickoff, gameweek: index < 2 ? 1 : 2 })),
  members: [
    {
      joined: 0,
      picks: Array.from({ length: 12 }, (_, index) => ({
        ...{ made: 1, changed: null, score: null, isScored: false, outcome: index === 0 ? 'away' : 'home' },
      })),
      jokers: [],
    },
  ],
  steps: [0, 1, 2, 3].map((index) => ({
    ...{ type: 'MatchFinished', index, score: { homeScore: 1, awayScore: 0 }, byHand: false, reason: 'x' },
  })),
  settled: [1, 2],
  chosen: [],
}

/** Correct predictions in a row up to the latest settled match, counted one by one. */
function streakOf(picks: readonly LeaguePick[]): number {
  const at = ({ kickoff }: LeaguePick) => kickoff ?? Number.POSITIVE_INFINITY
  const settled = picks
    .filter(({ isSettled }) => isSettled)
    .sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)) || a.fixtureId - b.fixtureId)
  return settled.length - 1 - settled.findLastIndex(({ isRight }) => !isRight)
}

test('(R279) streaks, points of the latest gameweek and recent activity equal a count of single picks, with and without rules of the league', async () => {
  const seen = { streaks: 0, weeks: 0, recent: 0 }
  await fc.assert(
    fc.asyncProperty(randomLeague, fc.integer({ min: 0, max: 300 }), async (world, hour) => {
      const picks = await loadLeague(database, world)
      const latest = Math.max(...world.settled)
      const at = hourAt(hour)
      const made = picks.map(({ createdAt }) => Date.parse(createdAt))
      const within = (from: number, to: number) =>
        made.filter((time) => time > Date.parse(at) - from * DAY && time <= Date.parse(at) - to * DAY).length
      const newest = Math.max(
        ...picks.flatMap(({ createdAt, updatedAt }) =>
          Date.parse(createdAt) <= Date.parse(at) ? Date.parse(updatedAt) : [],
        ),
      )
      for (const own_rules of [false, true]) {
        const { rows } = await formRows({ id: LEAGUE, own_rules }, SEASON, at).execute(database.db)
        const expected = world.members.map(({ joined }, index) => {
          const mine = picks.filter(({ userId }) => userId === index + 1)
          const ofWeek = mine.filter(({ gameweek }) => gameweek === latest)
          const sum = (points: (pick: LeaguePick) => number) => ofWeek.reduce((all, pick) => all + points(pick), 0)
          return {
            ...{ id: index + 1, streak: streakOf(mine), last: within(7, 0), before: within(14, 7) },
            weeklyPoints: sum((pick) => (own_rules ? pick.points(hourAt(joined)) : pick.classicPoints)),
            newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null,
          }
        })
        expect(rows.toSorted((a, b) => a.id - b.id)).toEqual(expected)
        seen.streaks += expected.filter(({ streak }) => streak > 1).length
        seen.weeks += expected.filter(({ weeklyPoints }) => weeklyPoints > 0).length
        seen.recent += expected.filter(({ last, before }) => last > 0 && before > 0).length
      }
    }),
    { numRuns: 30, examples: [[moved, 400]] },
  )
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(0)
})
