import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { fixtureSample } from '../../test/support/samples.ts'
import { verdictFor } from '../../ui/src/features/predictions/model.ts'
import { byteOf, exactByte, SIGNS, verdictOfByte } from '../achievements/card.ts'
import { type Called, POINTS, type Verdict, verdictOf, verdictPaid } from '../contracts/points.ts'
import { paidCase, pointsCase, verdictCase } from './points.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

const outcomes = ['home', 'draw', 'away'] as const
const digits = Array.from({ length: 10 }, (_, goals) => goals)
const called = (home: number, away: number): Called => ({
  outcome: outcomes[1 - Math.sign(home - away)]!,
  home,
  away,
})
const scores = digits.flatMap((home) => digits.map((away) => called(home, away)))
const bare = outcomes.map((outcome): Called => ({ outcome, home: null, away: null }))
const picks = [...scores, ...bare]
/** Awarded ones among them, and scores that no pick can hit. */
const results = [...scores, ...bare, called(10, 0), called(0, 12), called(10, 10)]

/** The rule in words of its own: the same digits, or else the same outcome. */
function ruled(pick: Called, result: Called): Verdict {
  const hasBoth = pick.home !== null && result.home !== null
  if (hasBoth && `${pick.home}-${pick.away}` === `${result.home}-${result.away}`) return 'exact'
  return pick.outcome === result.outcome ? 'correct' : 'wrong'
}

const expected = picks.flatMap((pick) => results.map((result) => ruled(pick, result)))
const each = (verdict: (pick: Called, result: Called) => Verdict | null) =>
  picks.flatMap((pick) => results.map((result) => verdict(pick, result)))

test('every pick comes to the same verdict by every result, in the rule, on cards and in the browser', () => {
  expect(each(verdictOf)).toEqual(expected)
  expect(
    each((pick, { outcome, home, away }) => {
      const score = pick.home === null ? null : { home: pick.home, away: pick.away! }
      const byte = byteOf({ result: pick.outcome, score })
      return verdictOfByte(byte, SIGNS[outcome], exactByte(home === null ? null : [home, away!]))
    }),
  ).toEqual(expected)
  expect(
    each((pick, { outcome, home, away }) => {
      const awardedResult = home === null ? outcome : null
      const of = { predictedResult: pick.outcome, predictedHomeScore: pick.home, predictedAwayScore: pick.away }
      return verdictFor(of, fixtureSample({ status: 'FINISHED', homeScore: home, awayScore: away, awardedResult }))
    }),
  ).toEqual(expected)
})

test('PostgreSQL comes to the same verdicts and pays the same', async () => {
  const table = (list: readonly Called[]) =>
    sql`unnest(${list.map(({ outcome }) => outcome)}::text[], ${list.map(({ home }) => home)}::smallint[],
      ${list.map(({ away }) => away)}::smallint[]) with ordinality`
  const names = ['m.result', 'm.home', 'm.away'] as const
  const { rows } = await sql<{ verdict: Verdict; points: number; paid: number }>`
    select v.verdict, v.points, ${sql.raw(paidCase('v.verdict'))} as paid
    from (
      select ${sql.raw(verdictCase(...names))} as verdict, ${sql.raw(pointsCase(...names))} as points, p.n as pick, m.n as match
      from ${table(picks)} as p (result, home_score, away_score, n), ${table(results)} as m (result, home, away, n)
    ) v order by v.pick, v.match`.execute(database.db)
  expect(rows.map(({ verdict }) => verdict)).toEqual(expected)
  expect(rows.map(({ points }) => points)).toEqual(expected.map((verdict) => POINTS[verdict]))
  expect(rows.map(({ paid }) => paid)).toEqual(expected.map((verdict) => POINTS[verdict]))
})

test('nothing is right or paid without a result', async () => {
  const none = ['null::text', 'null::int', 'null::int'] as const
  const { rows } = await sql`
    select ${sql.raw(verdictCase(...none))} as verdict, ${sql.raw(pointsCase(...none))} as points
    from (values ('draw', 0, 0)) as p (result, home_score, away_score)`.execute(database.db)
  expect(rows).toEqual([{ verdict: 'wrong', points: POINTS.wrong }])
})

test('points that were paid say their verdict', () => {
  for (const verdict of ['exact', 'correct', 'wrong'] as const) expect(verdictPaid(POINTS[verdict])).toBe(verdict)
})
