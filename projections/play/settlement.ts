import { type RawBuilder, sql, type Transaction } from 'kysely'
import { differenceCase, paidCase, verdictCase } from '../../src/areas/predictions/points.ts'
import type { FixtureRow } from './fixture-row.ts'

/** A fixture before and after a change of its result. */
export interface ResultChange {
  readonly before: FixtureRow
  readonly after: FixtureRow
}

/**
 * Updates totals, gameweek rows and histograms from the old results to the new ones, in one statement for all players.
 * It applies the difference between two results, so the same result again changes nothing.
 */
export async function settle(tx: Transaction<unknown>, changes: readonly ResultChange[]): Promise<void> {
  if (changes.length === 0) return
  const gameweeks = new Set(changes.map(({ after }) => `${after.season} ${after.gameweek}`))
  await sql`
    with ${scoredPredictions(changes)}, by_match as (
      select season, gameweek, user_id, ${sql.raw(paidCase('now', 'season'))} - ${sql.raw(paidCase('was', 'season'))} as points,
        (now = 'exact')::int - (was = 'exact')::int as exact, (now <> 'wrong')::int - (was <> 'wrong')::int as correct,
        now_settled - was_settled as settled, now_difference::int - was_difference::int as difference
      from scored where now <> was or now_settled <> was_settled or now_difference <> was_difference
    ), by_gameweek as materialized (
      ${sumOf('by_match', ['season', 'gameweek', 'user_id'], changes.length)}
    ), by_season as (
      ${sumOf('by_gameweek', ['season', 'user_id'], gameweeks.size)}
    ), in_totals as (
      update totals t set points = t.points + d.points, exact = t.exact + d.exact, correct = t.correct + d.correct,
        settled = t.settled + d.settled
      from by_season d where t.season = d.season and t.user_id = d.user_id
      returning t.season, 0 as gameweek, t.points as now, t.points - d.points as was
    ), in_gameweeks as (
      update gameweek_rows t set points = t.points + d.points, exact = t.exact + d.exact, correct = t.correct + d.correct,
        settled = t.settled + d.settled, difference = t.difference + d.difference
      from by_gameweek d where t.season = d.season and t.gameweek = d.gameweek and t.user_id = d.user_id
      returning t.season, t.gameweek, t.points as now, t.points - d.points as was
    ), moved as (
      select season, gameweek, now, was, count(*) as n from (select * from in_totals union all select * from in_gameweeks) as row
      where now <> was group by season, gameweek, now, was
    )
    insert into histograms (season, gameweek, points, players)
    select season, gameweek, points, sum(n) from (
      select season, gameweek, now as points, n from moved union all select season, gameweek, was, -n from moved
    ) as steps group by season, gameweek, points having sum(n) <> 0
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
  await dropEmptyBars(tx)
}

/** Sums the differences of `from` by these columns. With one match or gameweek each player has one row, which is the sum already. */
function sumOf(from: string, by: readonly string[], count: number): RawBuilder<unknown> {
  const columns = by.join(', ')
  const sums = ['points', 'exact', 'correct', 'settled', 'difference'].map((name) =>
    count === 1 ? name : `sum(${name})::int as ${name}`,
  )
  return sql.raw(`select ${columns}, ${sums.join(', ')} from ${from} ${count === 1 ? '' : `group by ${columns}`}`)
}

/** Deletes histogram bars without players. */
export async function dropEmptyBars(tx: Transaction<unknown>): Promise<void> {
  await sql`delete from histograms where players = 0`.execute(tx)
}

/** Moves the counts of a fixture's predictions between gameweeks; the fixture must be unsettled meanwhile. */
export async function moveGameweek(tx: Transaction<unknown>, fixture: FixtureRow, to: number): Promise<void> {
  await sql`
    with removed as (
      update gameweek_rows t set predictions = t.predictions - 1
      from predictions p
      where p.fixture_id = ${fixture.id} and t.season = ${fixture.season} and t.gameweek = ${fixture.gameweek} and t.user_id = p.user_id
      returning t.user_id, t.predictions
    ), added as (
      insert into gameweek_rows (season, gameweek, user_id, points, exact, correct, settled, predictions)
      select ${fixture.season}, ${to}::smallint, user_id, 0, 0, 0, 0, 1 from predictions where fixture_id = ${fixture.id}
      on conflict (season, gameweek, user_id) do update set predictions = gameweek_rows.predictions + 1
      returning predictions
    )
    insert into histograms (season, gameweek, points, players)
    select ${fixture.season}, ${fixture.gameweek}::smallint, 0, -count(*) from removed where predictions = 0 having count(*) > 0
    union all
    select ${fixture.season}, ${to}::smallint, 0, count(*) from added where predictions = 1 having count(*) > 0
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
  await sql`
    delete from gameweek_rows where season = ${fixture.season} and gameweek = ${fixture.gameweek} and predictions = 0
  `.execute(tx)
  await dropEmptyBars(tx)
}

function scoredPredictions(changes: readonly ResultChange[]): RawBuilder<unknown> {
  const list = <T>(of: (change: ResultChange) => T): T[] => changes.map(of)
  return sql`
    change as (
      select * from unnest(
        ${list((c) => c.after.id)}::int[], ${list((c) => c.after.season)}::text[], ${list((c) => c.after.gameweek)}::smallint[],
        ${list((c) => c.before.result)}::text[], ${list((c) => c.before.home_score)}::smallint[], ${list((c) => c.before.away_score)}::smallint[],
        ${list((c) => c.after.result)}::text[], ${list((c) => c.after.home_score)}::smallint[], ${list((c) => c.after.away_score)}::smallint[]
      ) as t (fixture_id, season, gameweek, old_result, old_home, old_away, new_result, new_home, new_away)
    ), scored as (
      select c.season, c.gameweek, p.user_id,
        (c.old_result is not null)::int as was_settled, (c.new_result is not null)::int as now_settled,
        ${sql.raw(verdictCase('c.old_result', 'c.old_home', 'c.old_away'))} as was,
        ${sql.raw(verdictCase('c.new_result', 'c.new_home', 'c.new_away'))} as now,
        ${sql.raw(differenceCase('c.old_result', 'c.old_home', 'c.old_away'))} as was_difference,
        ${sql.raw(differenceCase('c.new_result', 'c.new_home', 'c.new_away'))} as now_difference
      from change c join predictions p on p.fixture_id = c.fixture_id
    )`
}

/**
 * Counts the picks of matches whose result changed: recounts those with a result and deletes the counts of those without. A match with a
 * result accepts no picks, so its counts stay valid until picks are erased.
 */
export async function countPicks(tx: Transaction<unknown>, changes: readonly ResultChange[]): Promise<void> {
  const ids = changes.map(({ after }) => after.id)
  const counting = changes.flatMap(({ after }) => (after.result === null ? [] : after.id))
  await sql`delete from pick_counts where fixture_id = any(${ids}::int[])`.execute(tx)
  if (counting.length > 0)
    await sql`
      insert into pick_counts (fixture_id, result, home_score, away_score, picks)
      select fixture_id, result, home_score, away_score, count(*) from predictions
      where fixture_id = any(${counting}::int[]) group by fixture_id, result, home_score, away_score
    `.execute(tx)
}
