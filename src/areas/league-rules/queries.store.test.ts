import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaOf } from '../../../projections/engine/store.ts'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { outcomeOf, type Scoreline } from '../../contracts/points.ts'
import type { Ruleset } from './contract.ts'
import { leaguePoints } from './queries.ts'
import { type DatedRules, memberPoints, withChosen } from './rules.ts'

const LEAGUE = 7
const SEASON = '2026-27'
const START = Date.parse('2026-08-01T12:00:00.000Z')
const dayAt = (day: number) => new Date(START + day * 86_400_000).toISOString()

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

/** Replaces the rows of a table of a projection group. */
async function fill(group: string, table: string, rows: readonly object[]): Promise<void> {
  const { rows: found } = await sql<{ generation: number }>`
    select generation from engine.generations where name = ${group}`.execute(database.db)
  const name = sql.table(`${schemaOf(group, found[0]!.generation)}.${table}`)
  await sql`truncate ${name}`.execute(database.db)
  await sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`.execute(
    database.db,
  )
}

const points = fc.integer({ min: 0, max: 50 })
const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  ...{ result: points, goalDifference: fc.oneof(fc.constant(0), points), exact: points, joker: fc.boolean() },
  lateJoiners: fc.constantFrom('season', 'joining'),
})
const goals = fc.integer({ min: 0, max: 3 })
const scored = fc.tuple(goals, goals).map(([home, away]): Scoreline => ({ outcome: outcomeOf(home, away), home, away }))
/** A result only: an awarded match, or a pick without a score. */
const bare = fc
  .constantFrom<Scoreline['outcome']>('home', 'draw', 'away')
  .map((outcome): Scoreline => ({ outcome, home: null, away: null }))
const line = fc.oneof({ arbitrary: scored, weight: 4 }, { arbitrary: bare, weight: 1 })
const day = fc.integer({ min: 0, max: 20 })
const GAMEWEEKS = 4

const world = fc.record({
  chosen: fc.array(
    fc.record({
      rules: ruleset,
      day,
      season: fc.constantFrom('2025-26', SEASON, 'demo'),
      fromGameweek: fc.integer({ min: 1, max: GAMEWEEKS }),
    }),
    { maxLength: 4 },
  ),
  matches: fc.array(
    fc.record({
      gameweek: fc.integer({ min: 1, max: GAMEWEEKS }),
      result: line,
      cutoff: fc.option(day),
      /** Day of its first result; may precede the cutoff where simulated. */
      settled: day,
    }),
    { minLength: 1, maxLength: 12 },
  ),
  members: fc.array(
    fc.record({
      joined: day,
      picks: fc.array(fc.option(line), { minLength: 12, maxLength: 12 }),
      jokers: fc.array(fc.nat(11)),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

test('R320 the points of picks in SQL equal those of the rule, for any rules, matches, jokers and times of joining', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ chosen, matches, members }) => {
      const rules = chosen.reduce<readonly DatedRules[]>(
        (all, { day: on, ...each }) => withChosen(all, { ...each, changedAt: dayAt(on) }),
        [],
      )
      const closedAt = ({ cutoff, settled }: (typeof matches)[number]) => dayAt(Math.min(cutoff ?? settled, settled))
      const fixtures = matches.map(({ gameweek, result, cutoff, settled }, index) => ({
        ...{ id: index + 1, season: SEASON, gameweek, home_team_id: 1, away_team_id: 2, by_hand: false, closed: true },
        ...{
          status: result.home === null ? 'awarded' : 'finished',
          result: result.outcome,
          settled_at: dayAt(settled),
        },
        ...{ home_score: result.home, away_score: result.away, cutoff: cutoff === null ? null : dayAt(cutoff) },
      }))
      /** One joker per gameweek: the last one chosen of it. */
      const jokerOf = (member: (typeof members)[number], gameweek: number) =>
        member.jokers.findLast((index) => matches[index]?.gameweek === gameweek)
      const picks = members.flatMap((member, userId) =>
        matches.flatMap((match, index) => {
          const pick = member.picks[index]
          return pick ? [{ member, userId: userId + 1, match, index, pick }] : []
        }),
      )
      await fill('play', 'fixtures', fixtures)
      await fill(
        'play',
        'predictions',
        picks.map(({ userId, index, pick }, id) => ({
          ...{ id: id + 1, user_id: userId, fixture_id: index + 1, result: pick.outcome },
          ...{ home_score: pick.home, away_score: pick.away, created_at: dayAt(0), updated_at: dayAt(0), revision: 1 },
        })),
      )
      await fill(
        'leagues',
        'members',
        members.map(({ joined }, index) => ({
          ...{ league_id: LEAGUE, user_id: index + 1, joined_at: dayAt(joined), revision: index, erased: false },
        })),
      )
      await fill(
        'leagues',
        'league_rules',
        rules.map(({ season, fromGameweek, changedAt, rules: of }) => ({
          ...{ league_id: LEAGUE, season, from_gameweek: fromGameweek, changed_at: changedAt, changed_by: 1 },
          ...{ result: of.result, goal_difference: of.goalDifference, exact: of.exact },
          ...{ joker: of.joker, late_joiners: of.lateJoiners },
        })),
      )
      await fill(
        'leagues',
        'league_jokers',
        members.flatMap((member, index) =>
          Array.from({ length: GAMEWEEKS }, (_, nth) => nth + 1).flatMap((gameweek) => {
            const joker = jokerOf(member, gameweek)
            if (joker === undefined) return []
            const key = { league_id: LEAGUE, user_id: index + 1, season: SEASON, gameweek }
            return [{ ...key, fixture_id: joker + 1, changed_at: dayAt(0) }]
          }),
        ),
      )
      const { rows } = await sql<{ user_id: number; fixture_id: number; points: number }>`
        with ${leaguePoints({ leagueId: LEAGUE, season: SEASON })} all_picks as (select * from league_picks)
        select user_id, fixture_id, points from all_picks where points > 0 order by user_id, fixture_id`.execute(
        database.db,
      )
      const expected = picks.flatMap(({ member, userId, match, index, pick }) => {
        const counted = { season: SEASON, gameweek: match.gameweek, closedAt: closedAt(match), result: match.result }
        const hasJoker = jokerOf(member, match.gameweek) === index
        const paid = memberPoints(rules, counted, pick, { joinedAt: dayAt(member.joined), hasJoker })
        return paid > 0 ? [{ user_id: userId, fixture_id: index + 1, points: paid }] : []
      })
      expect(rows).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})
