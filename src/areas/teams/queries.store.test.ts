import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { anyHour, fill, hourAt, LEAGUE, loadLeague, randomLeague, SEASON } from '../../../test/support/random-league.ts'
import { readTeams } from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

/** Hours at which a player joins and leaves teams, in turns. */
const times = fc.uniqueArray(anyHour, { minLength: 1, maxLength: 5 }).map((hours) => hours.sort((a, b) => a - b))

test('(R280, R457) points of each time in a team by gameweek equal those of single picks, with and without rules of the league', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(randomLeague, fc.array(times, { minLength: 5, maxLength: 5 }), async (world, hours) => {
      const picks = await loadLeague(database, world)
      const stints = world.members.flatMap((_, index) =>
        hours[index]!.flatMap((from, nth) => {
          if (nth % 2 === 1) return []
          const to = hours[index]![nth + 1]
          return [{ team_id: 1 + ((index + nth) % 3), user_id: index + 1, revision: nth, from, to: to ?? null }]
        }),
      )
      await fill(
        database,
        'leagues',
        'stints',
        stints.map(({ from, to, ...stint }) => ({
          ...stint,
          ...{ league_id: LEAGUE, role: 'member', joined_at: hourAt(from), left_at: to === null ? null : hourAt(to) },
        })),
      )
      for (const own_rules of [false, true]) {
        const expected = stints.flatMap(({ from, to, ...stint }) => {
          const counting = picks.filter(({ userId, isSettled, kickoff, cutoff }) => {
            if (userId !== stint.user_id || !isSettled) return false
            const at = (kickoff ?? cutoff)!
            return at > Date.parse(hourAt(from)) && (to === null || at <= Date.parse(hourAt(to)))
          })
          return [...Map.groupBy(counting, ({ gameweek }) => gameweek)].flatMap(([gameweek, week]) => {
            const points = week.reduce((sum, pick) => sum + (own_rules ? pick.points(null) : pick.classicPoints), 0)
            return points === 0 ? [] : [{ ...stint, gameweek, points }]
          })
        })
        const { contributions } = await readTeams(database.db, { id: LEAGUE, own_rules }, SEASON)
        const sorted = (rows: typeof contributions) =>
          rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
        expect(sorted(contributions)).toEqual(sorted(expected))
        seen += expected.length
      }
    }),
    { numRuns: 30 },
  )
  expect(seen).toBeGreaterThan(0)
})
