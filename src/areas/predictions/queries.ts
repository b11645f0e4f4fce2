import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { prepared } from '../../kernel/prepared.ts'
import { totalOf } from '../../kernel/total.ts'
import { anyOf, type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { fixturesByIds } from '../fixtures/queries.ts'
import type { Prediction } from './contract.ts'

const columns = [
  'id',
  'user_id',
  'fixture_id',
  'result',
  'home_score',
  'away_score',
  'points',
  'verdict',
  'created_at',
  'updated_at',
  'revision',
] as const

/** The same columns of the alias `p`. */
const ofPick = sql.join(columns.map((column) => sql.ref(`p.${column}`)))

type Row = Readonly<Pick<ReadModels['read.predictions'], (typeof columns)[number]>>

/**
 * Returns a page of a user's own predictions, newest first, and their total number. Without season and gameweek, all predictions.
 * `at`: the present time, for fixture states that depend on the clock.
 */
export async function ownPredictions(
  db: ReadDb,
  userId: number,
  only: { readonly season?: string | undefined; readonly gameweek?: number | undefined } & Page,
  at: string,
): Promise<{ predictions: Prediction[]; total: number }> {
  const { season, gameweek } = only
  const rows = await db
    .selectFrom('read.predictions')
    .select(columns)
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('user_id', '=', userId)
    .$if(season !== undefined, (own) => own.where('season', '=', season!))
    .$if(gameweek !== undefined, (own) => own.where('gameweek', '=', gameweek!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(only.limit)
    .offset(only.offset)
    .execute()
  const total = await totalOf(rows, only, (first) => ownPredictions(db, userId, { ...only, ...first }, at))
  return { predictions: await withFixtures(db, rows, at), total }
}

/** A prediction without its fixture. */
export type OwnPick = Omit<Prediction, 'fixture'>

interface Pair {
  /** Index of the request in the batch. */
  readonly nr: number
  readonly userId: number
  readonly fixtureId: number
}

/** Statement of `createOwnPicks`: predictions by users and fixtures. */
export const ownPickRows = (pairs: readonly Pair[]): RawBuilder<Row & Pick<Pair, 'nr'>> => sql`${prepared}
    select wanted.nr, ${ofPick} from unnest(
      ${pairs.map(({ nr }) => nr)}::int[], ${pairs.map(({ userId }) => userId)}::int[],
      ${pairs.map(({ fixtureId }) => fixtureId)}::bigint[]) as wanted (nr, user_id, fixture_id)
    -- Each by its key: for many rows of a small table, PostgreSQL would scan all of it.
    cross join lateral (
      select * from read.predictions p where p.fixture_id = wanted.fixture_id and p.user_id = wanted.user_id limit 1) p`

/** Maximum number of players per statement, and of concurrent statements. */
const [MOST_PLAYERS, READERS] = [100, 2]

/** Returns a batch loader of users' own predictions by fixture id: one statement for concurrent calls. Missing predictions are left out. */
export function createOwnPicks(db: ReadDb) {
  interface PredictionsQuery {
    readonly userId: number
    readonly fixtureIds: readonly number[]
  }
  const read = createBatchLoader<PredictionsQuery, ReadonlyMap<number, OwnPick>>({
    max: MOST_PLAYERS,
    concurrency: READERS,
    async fetch(requests) {
      const pairs = requests.flatMap(({ userId, fixtureIds }, nr) =>
        fixtureIds.map((fixtureId) => ({ nr, userId, fixtureId })),
      )
      const { rows } = await ownPickRows(pairs).execute(db)
      const found = requests.map(() => new Map<number, OwnPick>())
      for (const row of rows) found[row.nr]!.set(row.fixture_id, pickOf(row))
      return found
    },
  })
  return async (userId: number, fixtureIds: readonly number[]): Promise<ReadonlyMap<number, OwnPick>> =>
    fixtureIds.length === 0 ? new Map() : read({ userId, fixtureIds })
}

/** Returns the fixture of one of the user's own predictions; null: the user has none with this id. */
export async function fixtureOfPrediction(db: ReadDb, userId: number, predictionId: number): Promise<number | null> {
  const prediction = await db
    .selectFrom('read.predictions')
    .select('fixture_id')
    .where('user_id', '=', userId)
    .where('id', '=', wide(predictionId))
    .executeTakeFirst()
  return prediction?.fixture_id ?? null
}

/** One of a user's own predictions, with its match. */
interface OwnPrediction {
  readonly predictionId: number
  readonly fixtureId: number
  readonly season: string
  readonly gameweek: number
}

/** Returns those of the predictions that belong to the user, in the order given. */
export async function ownAmong(
  db: ReadDb,
  userId: number,
  predictionIds: readonly number[],
): Promise<readonly OwnPrediction[]> {
  const rows = await db
    .selectFrom('read.predictions')
    .select(['id as predictionId', 'fixture_id as fixtureId', 'season', 'gameweek'])
    .where('user_id', '=', userId)
    .where('id', '=', anyOf(predictionIds))
    .execute()
  const found = new Map(rows.map((row) => [row.predictionId, row]))
  return predictionIds.flatMap((id) => found.get(id) ?? [])
}

type VoidPick = Omit<Pair, 'nr'>

/** Statement of `voidPicksAfter`. */
export const voidPickRows = (after: VoidPick, limit: number): RawBuilder<VoidPick> => sql`
    select user_id as "userId", fixture_id as "fixtureId" from read.void_picks
    where (user_id, fixture_id) > (${after.userId}::int, ${after.fixtureId}::int) order by user_id, fixture_id limit ${limit}`

/** Returns a page of void picks whose streams have no `PredictionVoided` yet, in key order after `after`. */
export async function voidPicksAfter(db: ReadDb, after: VoidPick, limit: number): Promise<readonly VoidPick[]> {
  const { rows } = await voidPickRows(after, limit).execute(db)
  return rows
}

async function withFixtures(db: ReadDb, rows: readonly Row[], at: string): Promise<Prediction[]> {
  const fixtures = await fixturesByIds(db, [...new Set(rows.map((row) => row.fixture_id))], at)
  return rows.flatMap((row) => {
    const fixture = fixtures.get(row.fixture_id)
    return fixture === undefined ? [] : [predictionOf(row, fixture)]
  })
}

const predictionOf = (row: Row, fixture: Fixture): Prediction => ({ ...pickOf(row), fixture })

const pickOf = (row: Row): OwnPick => ({
  id: row.id,
  userId: row.user_id,
  fixtureId: row.fixture_id,
  predictedResult: row.result,
  predictedHomeScore: row.home_score,
  predictedAwayScore: row.away_score,
  pointsEarned: row.points,
  verdict: row.verdict,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: row.revision,
})

/** SQL names and values of the fields of `RevealedPick`, of a row of `read.predictions` under an alias. */
export const revealedFields = (alias: string) =>
  sql.raw(`'predictedResult', ${alias}.result, 'predictedHomeScore', ${alias}.home_score,
    'predictedAwayScore', ${alias}.away_score, 'pointsEarned', ${alias}.points, 'verdict', ${alias}.verdict`)

/** Condition: the cutoff of match `f` has passed at a time (ISO 8601), so its picks are revealed (docs/rules.md R152). */
export const isRevealedAt = (at: string) => sql`(f.closed or f.cutoff <= ${at}::timestamptz)`

/** SQL expression: a pick as JSON (`RevealedPick`); null without one. */
export const pickJson = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(${revealedFields(alias)}) end`
