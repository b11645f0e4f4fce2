import { type Kysely, sql } from 'kysely'
import type { Page } from '../contracts/common.ts'
import type { Fixture, Outcome } from '../contracts/fixtures.ts'
import type { Prediction } from '../contracts/predictions.ts'
import { type FixtureRow, fixtureOf, fixtureRows, fixturesByIds } from '../fixtures/queries.ts'

interface Row {
  readonly id: number
  readonly user_id: number
  readonly fixture_id: number
  readonly result: Outcome
  readonly home_score: number | null
  readonly away_score: number | null
  readonly points: number | null
  readonly created_at: string
  readonly updated_at: string
}

const columns = sql`p.id, p.user_id, p.fixture_id, p.result, p.home_score, p.away_score, p.points, p.created_at, p.updated_at`

/** A page of a user's own predictions, newest first, of one season, one gameweek, or all, and how many these are. `at`: now, for what the clock decides. */
export async function ownPredictions(
  db: Kysely<unknown>,
  userId: number,
  only: { readonly season?: string | undefined; readonly gameweek?: number | undefined } & Page,
  at: string,
): Promise<{ predictions: Prediction[]; total: number }> {
  const season = only.season === undefined ? sql`` : sql`and p.season = ${only.season}`
  const gameweek = only.gameweek === undefined ? sql`` : sql`and p.gameweek = ${only.gameweek}`
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, count(*) over ()::int as total from read.predictions p where p.user_id = ${userId} ${season} ${gameweek}
    order by p.created_at desc, p.id desc limit ${only.limit} offset ${only.offset}
  `.execute(db)
  // After the last one there is no row that could say it.
  const total =
    rows[0]?.total ??
    (only.offset === 0 ? 0 : (await ownPredictions(db, userId, { ...only, limit: 1, offset: 0 }, at)).total)
  return { predictions: await withFixtures(db, rows, at), total }
}

/** Some fixtures, each with the user's own prediction for it where the read tables have one. */
export async function fixturesWithOwn(
  db: Kysely<unknown>,
  userId: number,
  fixtureIds: readonly number[],
  at: string,
): Promise<Map<number, { readonly fixture: Fixture; readonly own: Prediction | undefined }>> {
  if (fixtureIds.length === 0) return new Map()
  const rows = await fixtureRows<FixtureRow & { readonly own_id: number | null } & Own>(
    db,
    sql`f.id = any(${[...fixtureIds]}::bigint[])`,
    {
      columns: sql`p.id as own_id, p.result as own_result, p.home_score as own_home, p.away_score as own_away,
        p.points as own_points, p.created_at as own_created_at, p.updated_at as own_updated_at`,
      joins: sql`left join read.predictions p on p.fixture_id = f.id and p.user_id = ${userId}`,
    },
  )
  return new Map(
    rows.map((row) => {
      const fixture = fixtureOf(row, at)
      return [row.id, { fixture, own: row.own_id === null ? undefined : ownOf(row.own_id, row, userId, fixture) }]
    }),
  )
}

interface Own {
  readonly own_result: Outcome
  readonly own_home: number | null
  readonly own_away: number | null
  readonly own_points: number | null
  readonly own_created_at: string
  readonly own_updated_at: string
}

const ownOf = (id: number, row: Own, user_id: number, fixture: Fixture): Prediction =>
  predictionOf(
    {
      id,
      user_id,
      fixture_id: fixture.id,
      result: row.own_result,
      home_score: row.own_home,
      away_score: row.own_away,
      points: row.own_points,
      created_at: row.own_created_at,
      updated_at: row.own_updated_at,
    },
    fixture,
  )

/** The fixture of one of the user's own predictions; null where they have none of this id (others' are as if not there). */
export async function fixtureOfPrediction(
  db: Kysely<unknown>,
  userId: number,
  predictionId: number,
): Promise<number | null> {
  const { rows } = await sql<{ fixture_id: number }>`
    select p.fixture_id from read.predictions p where p.user_id = ${userId} and p.id = ${predictionId}::bigint
  `.execute(db)
  return rows[0]?.fixture_id ?? null
}

/** Picks that are void without their streams saying so, in order behind the last one known. */
export async function voidPicksAfter(
  db: Kysely<unknown>,
  after: { readonly userId: number; readonly fixtureId: number },
  limit: number,
): Promise<readonly { readonly userId: number; readonly fixtureId: number }[]> {
  const { rows } = await sql<{ userId: number; fixtureId: number }>`
    select user_id as "userId", fixture_id as "fixtureId" from read.void_picks
    where (user_id, fixture_id) > (${after.userId}::int, ${after.fixtureId}::int) order by user_id, fixture_id limit ${limit}
  `.execute(db)
  return rows
}

async function withFixtures(db: Kysely<unknown>, rows: readonly Row[], at: string): Promise<Prediction[]> {
  const fixtures = await fixturesByIds(db, [...new Set(rows.map((row) => row.fixture_id))], at)
  return rows.flatMap((row) => {
    const fixture = fixtures.get(row.fixture_id)
    return fixture === undefined ? [] : [predictionOf(row, fixture)]
  })
}

const predictionOf = (row: Row, fixture: Fixture): Prediction => ({
  id: row.id,
  userId: row.user_id,
  fixtureId: row.fixture_id,
  predictedResult: row.result,
  predictedHomeScore: row.home_score,
  predictedAwayScore: row.away_score,
  pointsEarned: row.points,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  fixture,
})
