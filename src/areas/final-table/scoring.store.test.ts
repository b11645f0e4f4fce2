import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projecting } from '../../../projections/engine/group-target.ts'
import { schemaOf } from '../../../projections/engine/store.ts'
import { finalsGroup } from '../../../projections/finals/projector.ts'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { recordedAt } from '../../../test/support/projecting.ts'
import { placesOf, scoreOf } from '../../contracts/final-table.ts'
import { scoredTables } from './scoring.ts'

const CLUBS = Array.from({ length: 20 }, (_, index) => 100 + index)
/** A table without level clubs, in this order. */
const tableOf = (ids: readonly number[]) => placesOf(ids.map((id, index) => ({ id, position: index + 1 })))

describe('a final table pays by club (R286)', () => {
  const [first, second, third, fourth] = CLUBS as [number, number, number, number]

  test('10 in its exact place, 5 one place out, 2 two places out, nothing further away', () => {
    const real = tableOf([first, second, third, fourth])
    expect(scoreOf([first, second, third, fourth], real)).toEqual({ points: 40, spotOn: 4 })
    expect(scoreOf([second, first, third, fourth], real)).toEqual({ points: 30, spotOn: 2 })
    // Two out, exact, two out, exact.
    expect(scoreOf([third, second, first, fourth], real)).toEqual({ points: 24, spotOn: 2 })
    // Three out, one out three times.
    expect(scoreOf([second, third, fourth, first], real)).toEqual({ points: 15, spotOn: 0 })
  })

  test('at most 200', () => {
    expect(scoreOf(CLUBS, tableOf(CLUBS))).toEqual({ points: 200, spotOn: 20 })
  })

  test('level clubs share their places: either order is exact', () => {
    const real = placesOf([first, second, third].map((id, index) => ({ id, position: index === 0 ? 1 : 2 })))
    for (const order of [
      [first, second, third],
      [first, third, second],
    ])
      expect(scoreOf(order, real)).toEqual({ points: 30, spotOn: 3 })
    expect(scoreOf([third, first, second], real)).toEqual({ points: 20, spotOn: 1 })
  })
})

describe('the score in SQL', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase(emptyReadTables)
  })
  afterAll(() => database?.drop())

  async function predicted(season: string, predictions: readonly (readonly number[])[]): Promise<void> {
    const events = predictions.map((clubIds, userId) =>
      recordedAt(
        { type: 'FinalTablePredicted', data: { userId, season, clubIds } },
        userId,
        '2026-08-01T12:00:00.000Z',
      ),
    )
    const { rows } = await sql<{ generation: number }>`
      select generation from engine.generations where name = ${finalsGroup.name}`.execute(database.db)
    await database.db.transaction().execute(async (tx) => {
      await sql`select ${projecting(schemaOf(finalsGroup.name, rows[0]!.generation))}`.execute(tx)
      await finalsGroup.project(tx as never, events as never)
    })
  }

  test('equals the score of the rule for any order and any level clubs', async () => {
    const order = fc.shuffledSubarray(CLUBS, { minLength: CLUBS.length })
    const strengths = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: CLUBS.length, maxLength: CLUBS.length })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 20 }), strengths, async (predictions, of) => {
        const season = `run ${run++}`
        await predicted(season, predictions)
        const places = placesOf(
          CLUBS.map((id, index) => ({ id, position: 1 + of.filter((each) => each > of[index]!).length })),
        )
        const { rows } = await scoredTables(season, places).execute(database.db)
        expect(rows.sort((a, b) => a.user_id - b.user_id)).toEqual(
          predictions.map((clubIds, user_id) => {
            const { points, spotOn } = scoreOf(clubIds, places)
            return { user_id, points, spot_on: spotOn }
          }),
        )
      }),
      { numRuns: 25 },
    )
  })
})
