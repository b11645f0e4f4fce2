import { sql, type Transaction } from 'kysely'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { prepared } from '../../src/kernel/prepared.ts'

/** A pick of the batch, joined with what is known of its fixture at its place in the log. */
export interface StoredPick {
  readonly fixtureId: number
  readonly userId: number
  readonly season: string
  readonly gameweek: number
  /** False: a pick may be there already, and only changes. */
  readonly isFirst: boolean
  readonly predictionId: number
  /** Where it is not there yet. */
  readonly createdAt: string
  readonly pick: Pick
  readonly at: string
}

/** Of a prediction whose last pick is void. */
export interface VoidPick {
  readonly fixtureId: number
  readonly userId: number
  /** Nothing in its stream says so yet. */
  readonly isUnrecorded: boolean
}

/** Stores new picks and counts them in totals, gameweek rows and histograms; picks of erased users are left out. */
export async function storePicks(
  tx: Transaction<unknown>,
  picks: readonly StoredPick[],
  erased: ReadonlySet<number>,
): Promise<void> {
  const standing = erased.size === 0 ? picks : picks.filter((pick) => !erased.has(pick.userId))
  const fresh = standing.filter((pick) => pick.isFirst)
  const changed = standing.filter((pick) => !pick.isFirst)
  const added = changed.length > 0 ? await changePicks(tx, changed) : []
  if (fresh.length + added.length > 0) await insertAndCount(tx, fresh, [...fresh, ...added])
}

/** Keeps what the streams have yet to say; nothing of erased users. */
export async function storeVoids(tx: Transaction<unknown>, picks: readonly VoidPick[]): Promise<void> {
  const unrecorded = picks.filter(({ isUnrecorded }) => isUnrecorded)
  const said = picks.filter(({ isUnrecorded }) => !isUnrecorded)
  if (unrecorded.length > 0)
    await sql`
      insert into void_picks (user_id, fixture_id) select * from ${keysOf(unrecorded)}
      where not exists (select from erased e where e.user_id = v.user_id) on conflict do nothing
    `.execute(tx)
  if (said.length > 0)
    await sql`
      delete from void_picks p using ${keysOf(said)} where p.user_id = v.user_id and p.fixture_id = v.fixture_id
    `.execute(tx)
}

const keysOf = (picks: readonly { readonly userId: number; readonly fixtureId: number }[]) => sql`unnest(
  ${array(picks, (p) => p.userId)}::int[], ${array(picks, (p) => p.fixtureId)}::int[]) as v (user_id, fixture_id)`

const rowsOf = (picks: readonly StoredPick[]) => sql`(
  select fixture_id, user_id, id, result, home_score, away_score, created_at, coalesce(updated_at, created_at) as updated_at
  from unnest(
    ${array(picks, (p) => p.fixtureId)}::int[], ${array(picks, (p) => p.userId)}::int[],
    ${array(picks, (p) => p.predictionId)}::int[], ${array(picks, (p) => p.pick.result)}::text[],
    ${array(picks, (p) => p.pick.score?.home)}::smallint[], ${array(picks, (p) => p.pick.score?.away)}::smallint[],
    ${array(picks, (p) => p.createdAt)}::timestamptz[],
    ${array(picks, (p) => (p.at === p.createdAt ? undefined : p.at))}::timestamptz[]
  ) as t (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at)
) as n`

/** A prediction that is already there is a fault of the log, and shows as one. */
async function insertAndCount(
  tx: Transaction<unknown>,
  fresh: readonly StoredPick[],
  counted: readonly StoredPick[],
): Promise<void> {
  const counts = countsOf(counted)
  await sql`${prepared}
    with inserted as (
      insert into predictions (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at)
      select * from ${rowsOf(fresh)}
    ), added as (
      select * from unnest(
        ${array(counts, (c) => c.season)}::text[], ${array(counts, (c) => c.gameweek)}::smallint[],
        ${array(counts, (c) => c.userId)}::int[], ${array(counts, (c) => c.n)}::int[]
      ) as t (season, gameweek, user_id, n)
    ), in_totals as (
      insert into totals (season, user_id, points, booked, exact, correct, settled, predictions)
      select season, user_id, ${booked}, ${booked}, 0, 0, 0, n
      from (select season, user_id, sum(n) as n from added group by season, user_id) a
      on conflict (season, user_id) do update set predictions = totals.predictions + excluded.predictions
      returning season, points, (xmax = 0) as is_new
    ), in_gameweeks as (
      insert into gameweek_rows (season, gameweek, user_id, points, exact, correct, settled, predictions)
      select season, gameweek, user_id, 0, 0, 0, 0, n from added
      on conflict (season, gameweek, user_id) do update set predictions = gameweek_rows.predictions + excluded.predictions
      returning season, gameweek, (xmax = 0) as is_new
    )
    insert into histograms (season, gameweek, points, players)
    select season, 0, points, count(*) from in_totals where is_new group by season, points
    union all
    select season, gameweek, 0, count(*) from in_gameweeks where is_new group by season, gameweek
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
}

/** Booked before the first prediction of the season, e.g. for an achievement. */
const booked = sql`coalesce((select sum(b.points) from booked_entries b where b.season = a.season and b.user_id = a.user_id), 0)`

interface PickCount {
  readonly season: string
  readonly gameweek: number
  readonly userId: number
  n: number
}

function countsOf(picks: readonly StoredPick[]): PickCount[] {
  const counts = new Map<string, PickCount>()
  for (const { season, gameweek, userId } of picks) {
    const key = `${season} ${gameweek} ${userId}`
    const count = counts.get(key)
    if (count) count.n += 1
    else counts.set(key, { season, gameweek, userId, n: 1 })
  }
  return [...counts.values()]
}

/**
 * Gives those that were not there: what they change was void, and they are not. That one was void has then nothing left to say.
 */
async function changePicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<readonly StoredPick[]> {
  const { rows } = await sql<{ fixture_id: number; user_id: number }>`${prepared}
    with changed as (select * from ${rowsOf(picks)}), said as (
      delete from void_picks v using changed c where v.user_id = c.user_id and v.fixture_id = c.fixture_id
    ), stored as (
      insert into predictions as p (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at)
      select * from changed
      on conflict (fixture_id, user_id) do update
      set result = excluded.result, home_score = excluded.home_score, away_score = excluded.away_score, updated_at = excluded.updated_at
      returning p.fixture_id, p.user_id, (xmax = 0) as is_new
    )
    select fixture_id, user_id from stored where is_new
  `.execute(tx)
  const added = new Set(rows.map(({ fixture_id, user_id }) => `${fixture_id} ${user_id}`))
  return picks.filter(({ fixtureId, userId }) => added.has(`${fixtureId} ${userId}`))
}

/**
 * A Postgres array of numbers, times, outcomes or season names, none of which needs quoting: the driver's own way looks at
 * each element for it, which a rebuild feels.
 */
const array = <Row>(rows: readonly Row[], of: (row: Row) => number | string | undefined): string =>
  `{${rows.map((row) => of(row) ?? 'null').join(',')}}`
