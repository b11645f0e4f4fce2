import { sql, type Transaction } from 'kysely'

/**
 * A gameweek has settled. Its ranks at this moment are kept for movement when no later gameweek settled before it;
 * only the two latest by number are held.
 */
export async function settleGameweek(
  tx: Transaction<unknown>,
  { season, gameweek, fixtureIds }: { season: string; gameweek: number; fixtureIds: readonly number[] },
  at: string,
): Promise<void> {
  const ranked = await sql<{ ranked: boolean }>`
    insert into settled_gameweeks (season, gameweek, settled_at, fixture_ids, last_kickoff, ranked)
    values (${season}, ${gameweek}, ${at}, ${[...fixtureIds]}::int[],
      (select max(kickoff) from fixtures where id = any(${[...fixtureIds]}::int[])),
      not exists (select from settled_gameweeks where season = ${season} and gameweek > ${gameweek}))
    on conflict (season, gameweek) do nothing
    returning ranked
  `.execute(tx)
  if (ranked.rows[0]?.ranked !== true) return
  await sql`
    insert into rank_snapshots (season, gameweek, user_id, rank)
    select season, ${gameweek}, user_id, rank() over (order by points desc) from totals where season = ${season}
  `.execute(tx)
  await sql`
    delete from rank_snapshots where season = ${season} and gameweek not in (
      select gameweek from settled_gameweeks where season = ${season} and ranked order by gameweek desc limit 2
    )
  `.execute(tx)
}

/**
 * The gameweek whose ranks movement compares with. While a later gameweek is being played: the latest settled one;
 * between gameweeks: the one before it. A later gameweek's match that was played early, before the latest settled
 * gameweek ended, does not count as being played.
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
