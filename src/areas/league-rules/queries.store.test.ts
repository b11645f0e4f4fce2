import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberPoints } from '../../../test/support/naive-league-rules.ts'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { fill, fillLeague, LEAGUE, ruleset, SEASON } from '../../../test/support/random-league.ts'
import { leagueVerdictOf } from '../../contracts/league-scoring.ts'
import { outcomeOf, type Scoreline } from '../../contracts/points.ts'
import { leaguePicks, leaguePoints, leagueSums } from './queries.ts'
import { type DatedRules, withChosen } from './rules.ts'

const START = Date.parse('2026-08-01T12:00:00.000Z')
const dayAt = (day: number) => new Date(START + day * 86_400_000).toISOString()

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

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
      /** Whether the result is a present one. */
      isSettled: fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, { arbitrary: fc.constant(false), weight: 1 }),
      /** The result that another board counts: the same, none, or another one. */
      counted: fc.oneof({ arbitrary: fc.constant('same' as const), weight: 6 }, fc.constant(null), line),
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

/** The columns of `league_weeks` of a player, without season and gameweek. */
interface Sums {
  readonly user_id: number
  readonly points: number
  readonly exact: number
  readonly correct: number
  readonly settled: number
}

const added = (rows: readonly Sums[], by: (row: Sums) => string): Sums[] =>
  [...Map.groupBy(rows, by).values()].map((same) => {
    const sum = (column: keyof Sums) => same.reduce((all, row) => all + row[column], 0)
    const counts = { exact: sum('exact'), correct: sum('correct'), settled: sum('settled') }
    return { user_id: same[0]!.user_id, points: sum('points'), ...counts }
  })

test('(R320, R326, R432) points of picks, gameweeks and seasons in SQL equal the rule, for any rules, results, jokers and times of joining', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ chosen, matches, members }) => {
      const rules = chosen.reduce<readonly DatedRules[]>(
        (all, { day: on, ...each }) => withChosen(all, { ...each, changedAt: dayAt(on) }),
        [],
      )
      const closedAt = ({ cutoff, settled, isSettled }: (typeof matches)[number]) => {
        if (!isSettled) return cutoff === null ? null : dayAt(cutoff)
        return dayAt(Math.min(cutoff ?? settled, settled))
      }
      const fixtures = matches.map(({ gameweek, result, isSettled, cutoff, settled }, index) => ({
        ...{ id: index + 1, season: SEASON, gameweek, home_team_id: 1, away_team_id: 2, by_hand: false, closed: true },
        ...(isSettled
          ? {
              ...{ status: result.home === null ? 'awarded' : 'finished', result: result.outcome },
              ...{ home_score: result.home, away_score: result.away, settled_at: dayAt(settled) },
            }
          : { status: 'scheduled', result: null, home_score: null, away_score: null, settled_at: null }),
        cutoff: cutoff === null ? null : dayAt(cutoff),
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
      await fill(database, 'play', 'fixtures', fixtures)
      await fill(
        database,
        'play',
        'predictions',
        picks.map(({ userId, index, pick }, id) => ({
          ...{ id: id + 1, user_id: userId, fixture_id: index + 1, result: pick.outcome },
          ...{ home_score: pick.home, away_score: pick.away, created_at: dayAt(0), updated_at: dayAt(0), revision: 1 },
        })),
      )
      const weeks = Map.groupBy(picks, ({ userId, match }) => `${userId} ${match.gameweek}`)
      await fill(
        database,
        'play',
        'gameweek_rows',
        [...weeks.values()].map((same) => {
          const verdicts = same.flatMap(({ match, pick }) =>
            match.isSettled ? [leagueVerdictOf(pick, match.result)] : [],
          )
          const count = (verdict: string) => verdicts.filter((each) => each === verdict).length
          return {
            ...{ season: SEASON, gameweek: same[0]!.match.gameweek, user_id: same[0]!.userId, points: 0 },
            ...{ exact: count('exact'), correct: verdicts.length - count('wrong'), difference: count('difference') },
            ...{ settled: verdicts.length, predictions: same.length },
          }
        }),
      )
      await fillLeague(database, {
        rules,
        joined: members.map(({ joined }) => dayAt(joined)),
        jokerOf: (userId, gameweek) => jokerOf(members[userId - 1]!, gameweek),
      })

      type Match = (typeof matches)[number]
      const paidBy = (resultOf: (match: Match) => Scoreline | null) =>
        picks.flatMap(({ member, userId, match, index, pick }) => {
          const result = resultOf(match)
          if (result === null) return []
          const counted = { season: SEASON, gameweek: match.gameweek, closedAt: closedAt(match), result }
          const of = { joinedAt: dayAt(member.joined), hasJoker: jokerOf(member, match.gameweek) === index }
          // A pick that does not count pays nothing even if it is exact and every verdict pays.
          const paying = rules.map((each) => ({
            ...each,
            rules: { ...each.rules, exact: 1, goalDifference: 1, result: 1 },
          }))
          if (memberPoints(paying, { ...counted, result: pick }, pick, of) === 0) return []
          const verdict = leagueVerdictOf(pick, result)
          const hits = { exact: Number(verdict === 'exact'), correct: Number(verdict !== 'wrong'), settled: 1 }
          const row = { user_id: userId, points: memberPoints(rules, counted, pick, of), ...hits }
          return [{ fixture_id: index + 1, gameweek: match.gameweek, row }]
        })
      const byUser = (a: Sums, b: Sums) => a.user_id - b.user_id

      const present = paidBy(({ result, isSettled }) => (isSettled ? result : null))
      const { rows } = await sql<{ user_id: number; fixture_id: number; points: number }>`
        with ${leaguePoints({ leagueId: LEAGUE, season: SEASON })} all_picks as (${leaguePicks(LEAGUE)})
        select user_id, fixture_id, points from all_picks order by user_id, fixture_id`.execute(database.db)
      expect(rows).toEqual(present.map(({ fixture_id, row: { user_id, points } }) => ({ user_id, fixture_id, points })))

      const onBoard = ({ result, counted }: Match) => (counted === 'same' ? result : counted)
      const lists = matches.flatMap((match, index) => {
        const result = onBoard(match)
        return result
          ? [{ fixture_id: index + 1, result: result.outcome, home_score: result.home, away_score: result.away }]
          : []
      })
      const results = sql`select * from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb)
        as x (fixture_id int, result text, home_score smallint, away_score smallint)`
      const boards = [
        { of: {}, paid: present },
        { of: { results }, paid: paidBy(onBoard) },
        { of: { gameweek: 2 }, paid: present.filter(({ gameweek }) => gameweek === 2) },
      ]
      for (const { of, paid } of boards) {
        const asked = { ...of, leagueId: LEAGUE, season: SEASON }
        const { rows: inWeeks } = await sql<Sums & { gameweek: number }>`
          with ${leaguePoints(asked)} all_weeks as (select * from league_weeks where settled > 0)
          select gameweek, user_id, points, exact, correct, settled from all_weeks order by gameweek, user_id`.execute(
          database.db,
        )
        const expected = [...Map.groupBy(paid, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)
        expect(inWeeks).toEqual(
          expected.flatMap(([gameweek, same]) =>
            added(
              same.map(({ row }) => row),
              ({ user_id }) => `${user_id}`,
            )
              .sort(byUser)
              .map((row) => ({ gameweek, ...row })),
          ),
        )
        const { rows: inAll } = await sql<Sums>`
          select user_id, points, exact, correct, settled from (${leagueSums(asked)}) s where settled > 0 order by user_id`.execute(
          database.db,
        )
        expect(inAll).toEqual(
          added(
            paid.map(({ row }) => row),
            ({ user_id }) => `${user_id}`,
          ).sort(byUser),
        )
      }
    }),
    { numRuns: 40 },
  )
})
