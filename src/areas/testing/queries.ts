import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type FixtureRow, fixtureOf, fixtureQuery, whereSeason } from '../fixtures/queries.ts'
import type { TestFixture, TestProgress, TestUser } from './contract.ts'

interface TestFixtureRow extends FixtureRow {
  readonly is_simulated: boolean
  readonly test_predictions: number
}

/** Statement of `testFixtures`: fixtures of a season or one gameweek, with their simulated data. */
export const testFixtureRows = (season: string, gameweek: number | undefined): RawBuilder<TestFixtureRow> =>
  fixtureQuery<TestFixtureRow>(whereSeason(season, gameweek), {
    columns: sql`(s.fixture_id is not null) as is_simulated, coalesce(n.predictions, 0) as test_predictions`,
    joins: sql`
      left join read.simulated_results s on s.fixture_id = f.id
      left join (
        select p.fixture_id, count(*)::int as predictions from read.predictions p join read.test_users t on t.user_id = p.user_id
        group by p.fixture_id
      ) n on n.fixture_id = f.id`,
  })

export async function testFixtures(
  db: ReadDb,
  season: string,
  gameweek: number | undefined,
  at: string,
): Promise<TestFixture[]> {
  const { rows } = await testFixtureRows(season, gameweek).execute(db)
  return rows.map((row) => ({
    ...fixtureOf(row, at),
    isSimulated: row.is_simulated,
    testPredictions: row.test_predictions,
  }))
}

interface TestUserRow {
  readonly id: number
  readonly username: string | null
  readonly predictions: number
  readonly points: number
  readonly created_at: string
  readonly total: number
}

/** Statement of `testUsers`: a page of test users by number, with their total number. */
export const testUserRows = (season: string | null, { limit, offset }: Page): RawBuilder<TestUserRow> => sql`
  select t.user_id as id, p.username, coalesce(n.predictions, 0) as predictions, coalesce(x.points, 0) as points, t.created_at,
    count(*) over ()::int as total
  from read.test_users t
  join read.people p on p.id = t.user_id and p.deleted_at is null
  left join (select user_id, count(*)::int as predictions from read.predictions group by user_id) n on n.user_id = t.user_id
  left join read.totals x on x.user_id = t.user_id and x.season = ${season}
  order by t.number nulls last, t.user_id limit ${limit} offset ${offset}`

export async function testUsers(
  db: ReadDb,
  season: string | null,
  page: Page,
): Promise<{ readonly users: TestUser[]; readonly total: number }> {
  const { rows } = await testUserRows(season, page).execute(db)
  return {
    users: rows.map(({ id, username, predictions, points, created_at }) => ({
      ...{ id, predictions, points },
      username: username ?? '',
      createdAt: created_at,
    })),
    total: rows[0]?.total ?? (page.offset === 0 ? 0 : (await currentTestData(db)).users),
  }
}

/** Statement of `currentTestData`: one row with the test data that a purge or cleanup would remove. */
export const testDataQuery: RawBuilder<TestProgress['standing']> = sql`
  select
    (select count(*)::int from read.test_users) as users,
    (select count(*)::int from read.predictions p join read.test_users t on t.user_id = p.user_id) as predictions,
    (select count(*)::int from read.simulated_results) as results,
    array(select distinct f.gameweek::int from read.simulated_results s join read.fixtures f on f.id = s.fixture_id order by 1)
      as gameweeks`

export async function currentTestData(db: ReadDb): Promise<TestProgress['standing']> {
  const { rows } = await testDataQuery.execute(db)
  return rows[0]!
}

/** Returns shares of test users whose predictions are all deleted. */
export const emptyTestShares = (db: ReadDb) =>
  db
    .selectFrom('read.shares as s')
    .innerJoin('read.test_users as t', 't.user_id', 's.user_id')
    .select(['s.id', 's.user_id as userId', 's.is_public as isPublic'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('read.share_picks as x')
            .innerJoin('read.predictions as p', 'p.id', 'x.prediction_id')
            .select('p.id')
            .whereRef('x.share_id', '=', 's.id'),
        ),
      ),
    )
    .execute()

/** Returns the first test users by number. */
export const firstTestUsers = (db: ReadDb, most: number) =>
  db
    .selectFrom('read.test_users')
    .select(['user_id', 'number'])
    .orderBy('number', (order) => order.nullsLast())
    .orderBy('user_id')
    .limit(most)
    .execute()
