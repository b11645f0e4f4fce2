import { sql, type Transaction } from 'kysely'

/**
 * Settles a gameweek. Stores the board of the season and the results that it counts. Settling again publishes a board only
 * where the first had no players: the matches were replayed (docs/rules.md R264), and those of later dates do not count.
 */
export async function settleGameweek(
  tx: Transaction<unknown>,
  { season, gameweek, fixtureIds }: { season: string; gameweek: number; fixtureIds: readonly number[] },
  at: string,
): Promise<void> {
  const of = sql`season = ${season} and gameweek = ${gameweek}`
  const stored = await sql<{ again: boolean }>`
    insert into settled_gameweeks as g (season, gameweek, settled_at, fixture_ids, last_kickoff, ranked)
    values (${season}, ${gameweek}, ${at}, ${[...fixtureIds]}::int[],
      (select max(kickoff) from fixtures where id = any(${[...fixtureIds]}::int[])),
      not exists (select from settled_gameweeks where season = ${season} and gameweek > ${gameweek}))
    on conflict (season, gameweek) do update set settled_at = excluded.settled_at
      where not exists (select from rank_snapshots where ${of})
    returning exists (select from settled_results where ${of}) as again
  `.execute(tx)
  const [row] = stored.rows
  if (!row) return
  if (row.again) await sql`delete from settled_results where ${of}`.execute(tx)
  const counts = row.again ? sql`(gameweek <= ${gameweek} or kickoff <= ${at})` : sql`true`
  await sql`
    with results as (
      insert into settled_results (season, gameweek, fixture_id, result, home_score, away_score)
      select season, ${gameweek}, id, result, home_score, away_score from fixtures
      where season = ${season} and result is not null and ${counts}
    )
    insert into rank_snapshots (season, gameweek, user_id, rank, points, booked, exact, correct, settled)
    select season, ${gameweek}, user_id, rank() over (order by points desc), points, booked, exact, correct, settled
    from totals where season = ${season}
  `.execute(tx)
}

/** A gameweek of a season. */
export interface WeekOf {
  readonly season: string
  readonly gameweek: number
}

/** The first player of a gameweek's board, in the order of boards. A winner has points. */
const first = sql`(
  select r.user_id from gameweek_rows r
  where r.season = g.season and r.gameweek = g.gameweek and r.points > 0
  order by r.points desc, r.exact desc, r.accuracy desc, r.user_id limit 1
)`

/** Updates the winners of settled gameweeks. It reads a whole board for each, so pass only gameweeks that changed. */
export async function updateWinners(tx: Transaction<unknown>, weeks: readonly WeekOf[]): Promise<void> {
  await sql`
    update settled_gameweeks g set winner = ${first}
    from unnest(${weeks.map(({ season }) => season)}::text[], ${weeks.map(({ gameweek }) => gameweek)}::smallint[]) as w (season, gameweek)
    where g.season = w.season and g.gameweek = w.gameweek
  `.execute(tx)
}

/** Replaces erased users as winners by the next player of the board. */
export async function passOnWins(tx: Transaction<unknown>, userIds: readonly number[]): Promise<void> {
  await sql`update settled_gameweeks g set winner = ${first} where g.winner = any(${[...userIds]}::int[])`.execute(tx)
}

/**
 * Updates the gameweek that rank movement compares with. While a later gameweek is being played, it is the latest settled one; between
 * gameweeks, the one before it. An early match of a later gameweek, played before the latest settled one ended, does not count.
 */
export async function updateBaselines(tx: Transaction<unknown>, seasons: readonly string[]): Promise<void> {
  await sql`
    update seasons s set baseline_gameweek = b.baseline
    from (
      select latest.season, case
        when exists (
          select from fixtures f
          where f.season = latest.season and f.gameweek > latest.gameweek and f.result is not null
            and (latest.last_kickoff is null or f.kickoff > latest.last_kickoff)
        ) then latest.gameweek
        else (
          select max(gameweek) from settled_gameweeks g
          where g.season = latest.season and g.ranked and g.gameweek < latest.gameweek
        )
      end as baseline
      from (
        select distinct on (season) season, gameweek, last_kickoff from settled_gameweeks
        where season = any(${[...seasons]}::text[]) and ranked order by season, gameweek desc
      ) as latest
    ) as b
    where s.season = b.season and s.baseline_gameweek is distinct from b.baseline
  `.execute(tx)
}
