import { sql, type Transaction } from 'kysely'
import type { Pick } from '../../src/predictions/events.ts'

/** A pick of the batch, joined with what is known of its fixture at its place in the log. */
export interface StoredPick {
  readonly fixtureId: number
  readonly userId: number
  readonly season: string
  readonly gameweek: number
  /** null: the prediction was submitted before this batch, only its pick changes. */
  readonly submitted: { readonly predictionId: number; readonly at: string } | null
  readonly pick: Pick
  readonly at: string
}

/** Stores new picks and counts them in totals, gameweek rows and histograms; picks of erased users are left out. */
export async function storePicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  if (picks.length === 0) return
  const erased = await erasedAmong(tx, [...new Set(picks.map((pick) => pick.userId))])
  const standing = erased.size === 0 ? picks : picks.filter((pick) => !erased.has(pick.userId))
  const fresh = standing.filter((pick) => pick.submitted !== null)
  const changed = standing.filter((pick) => pick.submitted === null)
  if (fresh.length > 0) {
    await insertPicks(tx, fresh)
    await countPicks(tx, fresh)
  }
  if (changed.length > 0) await changePicks(tx, changed)
}

async function erasedAmong(tx: Transaction<unknown>, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from erased where user_id = any(${array(userIds)}::int[])
  `.execute(tx)
  return new Set(rows.map((row) => row.user_id))
}

/** A prediction that is already there is a fault of the log, and shows as one. */
async function insertPicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  await sql`
    insert into predictions (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at)
    select * from unnest(
      ${array(picks.map((p) => p.fixtureId))}::int[], ${array(picks.map((p) => p.userId))}::int[],
      ${array(picks.map((p) => p.submitted!.predictionId))}::int[], ${array(picks.map((p) => p.pick.result))}::text[],
      ${array(picks.map((p) => p.pick.score?.home ?? null))}::smallint[],
      ${array(picks.map((p) => p.pick.score?.away ?? null))}::smallint[],
      ${array(picks.map((p) => p.submitted!.at))}::timestamptz[], ${array(picks.map((p) => p.at))}::timestamptz[]
    )
  `.execute(tx)
}

async function countPicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  const counts = countsOf(picks)
  await sql`
    with added as (
      select * from unnest(
        ${array(counts.map((c) => c.season))}::text[], ${array(counts.map((c) => c.gameweek))}::smallint[],
        ${array(counts.map((c) => c.userId))}::int[], ${array(counts.map((c) => c.n))}::int[]
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

async function changePicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  await sql`
    update predictions p
    set result = n.result, home_score = n.home_score, away_score = n.away_score, updated_at = n.updated_at
    from unnest(
      ${array(picks.map((p) => p.fixtureId))}::int[], ${array(picks.map((p) => p.userId))}::int[],
      ${array(picks.map((p) => p.pick.result))}::text[], ${array(picks.map((p) => p.pick.score?.home ?? null))}::smallint[],
      ${array(picks.map((p) => p.pick.score?.away ?? null))}::smallint[], ${array(picks.map((p) => p.at))}::timestamptz[]
    ) as n (fixture_id, user_id, result, home_score, away_score, updated_at)
    where p.fixture_id = n.fixture_id and p.user_id = n.user_id
  `.execute(tx)
}

/**
 * A Postgres array of numbers, times, outcomes or season names, none of which needs quoting: the driver's own way looks at
 * each element for it, which a rebuild feels.
 */
const array = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
