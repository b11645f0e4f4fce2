import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../../test/support/postgres.ts'
import { fill } from '../../../test/support/random-league.ts'
import { statsRows } from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

test('(R132) predictions of week and month are of the current season, like all of them', async () => {
  const fixtures = ['demo', '2026-27', '2026-27', '2026-27'].map((season, index) => ({
    ...{ id: index + 1, season, gameweek: 1, home_team_id: 1, away_team_id: 2, status: 'scheduled' },
    ...{ by_hand: false, closed: false },
  }))
  const made = ['2026-08-13', '2026-08-13', '2026-08-01', '2026-07-01']
  const picks = made.map((day, index) => ({
    ...{ id: index + 1, user_id: 1, fixture_id: index + 1, result: 'home', revision: 1 },
    ...{ created_at: `${day}T12:00:00Z`, updated_at: `${day}T12:00:00Z` },
  }))
  await fill(database, 'play', 'fixtures', fixtures)
  await fill(database, 'play', 'predictions', picks)
  const { rows } = await statsRows(1, '2026-27', '2026-08-14T12:00:00.000Z', sql`select 1`).execute(database.db)
  expect(rows[0]).toMatchObject({ week: 1, month: 2 })
})
