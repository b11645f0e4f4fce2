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
