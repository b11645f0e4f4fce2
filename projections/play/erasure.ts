import { sql, type Transaction } from 'kysely'
import { passOnWins } from './gameweeks.ts'
import { dropEmptyBars } from './settlement.ts'

/** Removes deleted users from every table. Their ids are recorded, so that later events do not add them again. */
export async function eraseUsers(tx: Transaction<unknown>, userIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...userIds]}::int[])`
  await sql`insert into erased (user_id) select unnest(${[...userIds]}::int[]) on conflict do nothing`.execute(tx)
  await sql`
    with gone as (
      delete from predictions where fixture_id in (select id from fixtures) and user_id = ${ids}
      returning fixture_id, result, home_score, away_score
    )
    update pick_counts c set picks = c.picks - g.picks
    from (
      select fixture_id, result, home_score, away_score, count(*) as picks from gone
      group by fixture_id, result, home_score, away_score
    ) g
    where c.fixture_id = g.fixture_id and c.result = g.result
      and c.home_score is not distinct from g.home_score and c.away_score is not distinct from g.away_score
  `.execute(tx)
  await sql`delete from pick_counts where picks = 0`.execute(tx)
  await sql`delete from void_picks where user_id = ${ids}`.execute(tx)
  await sql`delete from booked_entries where season in (select distinct season from fixtures) and user_id = ${ids}`.execute(
    tx,
  )
  await sql`
    with total as (
      delete from totals where season in (select distinct season from fixtures) and user_id = ${ids}
      returning season, 0 as gameweek, points
    ), rows as (
      delete from gameweek_rows
      where (season, gameweek) in (select distinct season, gameweek from fixtures) and user_id = ${ids}
      returning season, gameweek, points
    )
    insert into histograms (season, gameweek, points, players)
    select season, gameweek, points, -count(*) from (select * from total union all select * from rows) as gone
    group by season, gameweek, points
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
  await dropEmptyBars(tx)
  // Their ranks and points stay, as those of a deleted player: a published board does not change.
  await sql`
    update rank_snapshots set user_id = -user_id
    where (season, gameweek) in (select season, gameweek from settled_gameweeks) and user_id = ${ids}
  `.execute(tx)
  await passOnWins(tx, userIds)
}
