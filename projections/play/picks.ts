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
  const fresh = picks.filter((pick) => pick.submitted !== null)
  const changed = picks.filter((pick) => pick.submitted === null)
  if (fresh.length > 0) await insertPicks(tx, fresh)
  if (changed.length > 0) await changePicks(tx, changed)
}

async function insertPicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  await sql`
    with incoming as (
      select * from unnest(
        ${picks.map((p) => p.fixtureId)}::int[], ${picks.map((p) => p.userId)}::int[],
        ${picks.map((p) => p.submitted!.predictionId)}::int[], ${picks.map((p) => p.pick.result)}::text[],
        ${picks.map((p) => p.pick.score?.home ?? null)}::smallint[], ${picks.map((p) => p.pick.score?.away ?? null)}::smallint[],
        ${picks.map((p) => p.submitted!.at)}::timestamptz[], ${picks.map((p) => p.at)}::timestamptz[],
        ${picks.map((p) => p.season)}::text[], ${picks.map((p) => p.gameweek)}::smallint[]
      ) as t (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at, season, gameweek)
    ), stored as (
      insert into predictions (fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at)
      select fixture_id, user_id, id, result, home_score, away_score, created_at, updated_at from incoming i
      where not exists (select from erased e where e.user_id = i.user_id)
      on conflict (fixture_id, user_id) do nothing
      returning fixture_id, user_id
    ), added as (
      select i.season, i.gameweek, i.user_id, count(*)::int as n
      from stored s join incoming i using (fixture_id, user_id)
      group by i.season, i.gameweek, i.user_id
    ), seasons_added as (
      select season, user_id, sum(n)::int as n from added group by season, user_id
    ), in_totals as (
      insert into totals (season, user_id, points, exact, correct, settled, predictions)
      select season, user_id, 0, 0, 0, 0, n from seasons_added
      on conflict (season, user_id) do update set predictions = totals.predictions + excluded.predictions
      returning season, user_id, predictions
    ), in_gameweeks as (
      insert into gameweek_rows (season, gameweek, user_id, points, exact, correct, settled, predictions)
      select season, gameweek, user_id, 0, 0, 0, 0, n from added
      on conflict (season, gameweek, user_id) do update set predictions = gameweek_rows.predictions + excluded.predictions
      returning season, gameweek, user_id, predictions
    )
    insert into histograms (season, gameweek, points, players)
    select t.season, 0, 0, count(*) from in_totals t join seasons_added a using (season, user_id)
    where t.predictions = a.n group by t.season
    union all
    select g.season, g.gameweek, 0, count(*) from in_gameweeks g join added a using (season, gameweek, user_id)
    where g.predictions = a.n group by g.season, g.gameweek
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
}

async function changePicks(tx: Transaction<unknown>, picks: readonly StoredPick[]): Promise<void> {
  await sql`
    update predictions p
    set result = n.result, home_score = n.home_score, away_score = n.away_score, updated_at = n.updated_at
    from unnest(
      ${picks.map((p) => p.fixtureId)}::int[], ${picks.map((p) => p.userId)}::int[], ${picks.map((p) => p.pick.result)}::text[],
      ${picks.map((p) => p.pick.score?.home ?? null)}::smallint[], ${picks.map((p) => p.pick.score?.away ?? null)}::smallint[],
      ${picks.map((p) => p.at)}::timestamptz[]
    ) as n (fixture_id, user_id, result, home_score, away_score, updated_at)
    where p.fixture_id = n.fixture_id and p.user_id = n.user_id
  `.execute(tx)
}
