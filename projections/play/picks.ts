import { sql, type Transaction } from 'kysely'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { prepared } from '../../src/kernel/prepared.ts'

/** A pick of the batch, with the state of its fixture at this position of the log. */
export interface StoredPick {
  readonly fixtureId: number
  readonly userId: number
  readonly season: string
  readonly gameweek: number
  /** False: the pick may exist already and is then updated. */
  readonly isFirst: boolean
  readonly predictionId: number
  /** Used if the pick does not exist yet. */
  readonly createdAt: string
  readonly pick: Pick
  readonly revision: number
  /** Hex. */
  readonly entry: string | null
  readonly at: string
}

/** A prediction whose last pick is void. */
export interface VoidPick {
  readonly fixtureId: number
  readonly userId: number
  /** Its stream does not record this yet. */
  readonly isUnrecorded: boolean
}

/** Stores new picks and counts them in totals, gameweek rows and histograms; picks of erased users are left out. */
export async function storePicks(
  tx: Transaction<unknown>,
  picks: readonly StoredPick[],
  erased: ReadonlySet<number>,
): Promise<void> {
  const remaining = erased.size === 0 ? picks : picks.filter((pick) => !erased.has(pick.userId))
  const fresh = remaining.filter((pick) => pick.isFirst)
  const changed = remaining.filter((pick) => !pick.isFirst)
  const added = changed.length > 0 ? await changePicks(tx, changed) : []
  if (fresh.length + added.length > 0) await insertAndCount(tx, fresh, [...fresh, ...added])
}

/** Stores void picks that their streams do not record yet, and deletes recorded ones. Those of erased users are left out. */
export async function storeVoids(tx: Transaction<unknown>, picks: readonly VoidPick[]): Promise<void> {
  const unrecorded = picks.filter(({ isUnrecorded }) => isUnrecorded)
  const recorded = picks.filter(({ isUnrecorded }) => !isUnrecorded)
  if (unrecorded.length > 0)
    await sql`
      insert into void_picks (user_id, fixture_id) select * from ${keysOf(unrecorded)}
      where not exists (select from erased e where e.user_id = v.user_id) on conflict do nothing
    `.execute(tx)
  if (recorded.length > 0)
    await sql`
      delete from void_picks p using ${keysOf(recorded)} where p.user_id = v.user_id and p.fixture_id = v.fixture_id
    `.execute(tx)
}

const keysOf = (picks: readonly { readonly userId: number; readonly fixtureId: number }[]) => sql`unnest(
  ${array(picks, (p) => p.userId)}::int[], ${array(picks, (p) => p.fixtureId)}::int[]) as v (user_id, fixture_id)`

const rowsOf = (picks: readonly StoredPick[]) => sql`(
  select fixture_id, user_id, id, result, home_score, away_score, created_at, coalesce(updated_at, created_at) as updated_at,
    revision, entry
  from unnest(
    ${array(picks, (p) => p.fixtureId)}::int[], ${array(picks, (p) => p.userId)}::int[],
    ${array(picks, (p) => p.predictionId)}::int[], ${array(picks, (p) => p.pick.result)}::text[],
    ${array(picks, (p) => p.pick.score?.home)}::smallint[], ${array(picks, (p) => p.pick.score?.away)}::smallint[],
    ${array(picks, (p) => p.createdAt)}::timestamptz[],
    ${array(picks, (p) => (p.at === p.createdAt ? undefined : p.at))}::timestamptz[],
    ${array(picks, (p) => p.revision)}::int[],
    ${array(picks, (p) => (p.entry === null ? undefined : `"\\\\x${p.entry}"`))}::bytea[]
  ) as t (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at, revision, entry)
) as n`

/** Inserts new picks. An existing prediction means a fault of the log, so it fails the statement. */
async function insertAndCount(
  tx: Transaction<unknown>,
  fresh: readonly StoredPick[],
  counted: readonly StoredPick[],
): Promise<void> {
  const counts = countsOf(counted)
  await sql`${prepared}
    with inserted as (
      insert into predictions (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at, revision, entry)
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

/** Points booked before the player's first prediction of the season, e.g. for an achievement. */
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
 * Updates picks and returns those that did not exist: they update a void pick and are valid, so the void record is deleted.
 */
async function changePicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<readonly StoredPick[]> {
  const { rows } = await sql<{ fixture_id: number; user_id: number }>`${prepared}
    with changed as (select * from ${rowsOf(picks)}), revived as (
      delete from void_picks v using changed c where v.user_id = c.user_id and v.fixture_id = c.fixture_id
    ), stored as (
      insert into predictions as p (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at, revision, entry)
      select * from changed
      on conflict (fixture_id, user_id) do update
      set result = excluded.result, home_score = excluded.home_score, away_score = excluded.away_score, updated_at = excluded.updated_at,
        revision = excluded.revision, entry = excluded.entry
      returning p.fixture_id, p.user_id, (xmax = 0) as is_new
    )
    select fixture_id, user_id from stored where is_new
  `.execute(tx)
  const added = new Set(rows.map(({ fixture_id, user_id }) => `${fixture_id} ${user_id}`))
  return picks.filter(({ fixtureId, userId }) => added.has(`${fixtureId} ${userId}`))
}

/**
 * Returns a PostgreSQL array of numbers, times, outcomes, season names or quoted bytes, none of which needs more quoting. The driver checks each element
 * for quoting, which slows down a rebuild.
 */
const array = <Row>(rows: readonly Row[], of: (row: Row) => number | string | undefined): string =>
  `{${rows.map((row) => of(row) ?? 'null').join(',')}}`
